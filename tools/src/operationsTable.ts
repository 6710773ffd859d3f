// Writes docs/operations.md: where a program meets each operation of the contract.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { Contract } from './contract/document';
import { messageOf } from './pulumiCli/run';
import { gaps } from './operations/completeness';
import { ContractFields } from './operations/contractFields';
import { page } from './operations/render';
import { dataSourcesOf } from './generate/dataSources';
import { resourcesOf } from './generate/resourceClasses';
import { tableOf } from './operations/table';

const root = path.resolve(__dirname, '..', '..');
const file = path.join(root, 'docs', 'operations.md');

async function main(): Promise<void> {
  const fields = new ContractFields(Contract.read());
  const subject = { parts: fields.parts(), fieldsOf: (schema: string) => fields.fieldsOf(schema) };
  const table = tableOf(await resourcesOf(root), await dataSourcesOf(root), subject);
  const missing = gaps(table, subject);
  if (missing.length > 0) throw new Error(`The table of operations is wrong:\n${missing.join('\n')}`);
  const text = await format(page(table, subject), { ...(await resolveConfig(file)), parser: 'markdown' });
  if (!process.argv.includes('--check')) return writeFile(file, text);
  if ((await readFile(file, 'utf8').catch(() => '')) === text) return undefined;
  throw new Error('docs/operations.md is not what the table says: run `npm run docs:operations`.');
}

main().catch((error: unknown) => {
  console.error(messageOf(error));
  process.exitCode = 1;
});
