// docs/operations.md: where a program reaches each operation of the contract.
import type { Contract } from '../contract/document';
import type { Areas } from '../generate/dataSources';
import type { Calls } from './calls';
import { gaps } from './completeness';
import { ContractFields } from './contractFields';
import { page } from './render';
import type { Resources } from './resources';
import { tableOf } from './table';

/** The text of the page, before formatting. An error names the missing parts of the table. */
export function operationsPage(resources: Resources, areas: Areas, contract: Contract, calls: Calls): string {
  const fields = new ContractFields(contract);
  const subject = { parts: fields.parts(), fieldsOf: (schema: string) => fields.fieldsOf(schema) };
  const table = tableOf(resources, areas, calls, subject);
  const missing = gaps(table, subject);
  if (missing.length > 0) throw new Error(`The table of operations is wrong:\n${missing.join('\n')}`);
  return page(table, subject);
}
