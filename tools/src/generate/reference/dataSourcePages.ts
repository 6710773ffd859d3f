// The page of a data source, from its description and the contract.
import type { ArgumentType } from '../../../../sdk/dataSources/support/argumentTypes';
import type { DataSource, Result } from '../../../../sdk/dataSources/support/describe';
import type { Contract } from '../../contract/document';
import type { ContractProperties } from './contractProperties';
import { knownValues } from './contractProperties';
import type { Page, PageType, Part, Property } from './page';
import type { Requests } from './requests';

export function dataSourcePage(
  name: string,
  { doc, args, operations, result, secret }: DataSource<never, unknown>,
  contract: Contract,
  results: ContractProperties,
  requests: Requests,
): Page {
  const properties = Object.entries(args).map(
    ([argument, { type, doc: about, default: value, required }]) => ({
      name: argument,
      type: typeOf(type),
      doc: [
        about,
        value !== undefined && `Default: ${value}.`,
        knownValues(results.valuesIn(type.typescript)),
      ]
        .filter(Boolean)
        .join(' '),
      ...(required && { isRequired: true }),
    }),
  );
  const parts: Part[] = [
    properties.length === 0
      ? { title: 'Arguments', text: 'None.' }
      : { title: 'Arguments', properties, areInputs: true },
    resultPart(result, results, secret),
    ...requests.parts(
      operations.map((id) => contract.operation(id)),
      '',
    ),
  ];
  return { name, doc, parts };
}

function resultPart(result: Result, results: ContractProperties, secret: string | undefined): Part {
  const isSecret = secret === undefined ? '' : ` As an output it is a secret: ${secret}.`;
  if ('value' in result) return { title: 'Result', text: `True or false.${isSecret}` };
  const isList = 'list' in result;
  const more = Object.entries(isList ? {} : (result.more ?? {})).map(
    ([name, { typescript, doc }]): Property => ({ name, type: extraType(typescript), doc }),
  );
  const of = results.of(isList ? result.list : result.object, result.without);
  return {
    title: 'Result',
    text: `${isList ? 'A list of objects' : 'An object'} with these properties.${isSecret}`,
    properties: [...of, ...more],
  };
}

/** The type of an argument. An enum of the contract is a text: the cloud may have other values. */
function typeOf({ typescript }: ArgumentType): PageType {
  if (/\b[A-Z]/.test(typescript.replace(/'[^']*'/g, ''))) return { kind: 'text' };
  const values = [...typescript.matchAll(/'([^']*)'/g)].map(([, value = '']) => value);
  return values.length > 0 ? { kind: 'enum', values } : extraType(typescript);
}

function extraType(typescript: string): PageType {
  if (typescript.endsWith('[]')) return { kind: 'list', items: extraType(typescript.slice(0, -2)) };
  if (typescript === 'string') return { kind: 'text' };
  if (typescript === 'number' || typescript === 'boolean') return { kind: typescript };
  throw new Error(`The reference has no words for the type ${typescript}.`);
}
