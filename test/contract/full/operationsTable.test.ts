// docs/operations.md says where programs reach each part of the API; these tests check that it is complete and correct.
import path from 'node:path';
import ts from 'typescript';
import * as resources from '../../../provider/resources';
import { actionField, outputField, readField, writeField } from '../../../provider/schema/derived/fields';
import type { ResourceSchema } from '../../../provider/schema/resourceSchema';
import { areas } from '../../../sdk/dataSources';
import { Contract } from '../../../tools/src/contract/document';
import { clientPage } from '../../../tools/src/generate/reference/handwritten/clientPage';
import { callsOf } from '../../../tools/src/operations/calls';
import type { Table } from '../../../tools/src/operations/completeness';
import { everyPlace, gaps } from '../../../tools/src/operations/completeness';
import { ContractFields } from '../../../tools/src/operations/contractFields';
import { tableOf } from '../../../tools/src/operations/table';

jest.setTimeout(120_000);

const root = path.resolve(__dirname, '..', '..', '..');
const contract = Contract.read();
const fields = new ContractFields(contract);
const subject = { parts: fields.parts(), fieldsOf: (schema: string) => fields.fieldsOf(schema) };
const schemas = Object.values(
  resources as Readonly<Record<string, { readonly schema?: ResourceSchema }>>,
).flatMap(({ schema }) => schema ?? []);

const PRELUDE = `
import * as sdk from '${root}/sdk';
import type { CloudComputeClient } from '${root}/sdk/client';
import type * as resources from '${root}/provider/resources';
import type { Inputs, Outputs, ResourceSchema } from '${root}/provider/schema/resourceSchema';

/** Through lists, promises and what may be left out, on every branch of a union. */
type At<T, Path extends string[]> = Path extends [infer Key, ...infer Rest extends string[]]
  ? T extends Promise<infer Later> ? At<Later, Path>
  : T extends readonly (infer Item)[] ? At<Item, Path>
  : Key extends keyof T ? At<NonNullable<T[Key]>, Rest> : never
  : T;
type There<T, Path extends string[]> = [At<T, Path>] extends [never] ? false : true;
type Of<Call> = Call extends (...args: infer Args) => unknown ? Args : never;
type Answer<Call> = Call extends (...args: never[]) => infer Result ? Result : never;
type Client = CloudComputeClient;
type Properties<Resource extends { schema: ResourceSchema }> =
  Inputs<Resource['schema']> & Outputs<Resource['schema']> & { id: string };
`;

/** The type, and the path in it, that a place refers to. */
function lookup(place: string): { type: string; path: string[] } {
  const [, name = '', argument, rest = ''] =
    /^((?:client\(\))?[\w.]*)(?:\(([^)]*)\))?(.*)$/.exec(place) ?? [];
  const below = rest.split('.').filter(Boolean);
  if (name.startsWith('client()')) {
    const call = [
      'Client',
      ...name
        .split('.')
        .slice(1)
        .map((part) => `['${part}']`),
    ].join('');
    if (argument === undefined) return { type: call, path: [] };
    // The body is the last argument before the options; the id of its parent may come first.
    if (argument.startsWith('{'))
      return { type: `Of<${call}>[number]`, path: argument.slice(1, -1).split('.') };
    return { type: `Answer<${call}>`, path: below };
  }
  const [kind = '', ...properties] = name.split('.');
  if (/^[A-Z]/.test(kind)) {
    const resource = kind.charAt(0).toLowerCase() + kind.slice(1);
    return { type: `Properties<typeof resources.${resource}>`, path: properties };
  }
  if (argument === undefined) return { type: `typeof sdk.${kind}`, path: [] };
  if (argument !== '') return { type: `Of<typeof sdk.${kind}>[0] & {}`, path: [argument] };
  return { type: `Answer<typeof sdk.${kind}>`, path: below };
}

/** The places that do not exist, according to the compiler. */
function unknownAmong(places: readonly string[]): string[] {
  const checks = places.map((place, index) => {
    const { type, path: below } = lookup(place);
    return `export const check${index}: There<${type}, ${JSON.stringify(below)}> = true;`;
  });
  const file = path.join(root, 'test', 'contract', 'places.generated.ts');
  const text = [PRELUDE.trim(), ...checks].join('\n');
  const before = PRELUDE.trim().split('\n').length;
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: ['node'],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    esModuleInterop: true,
  };
  const disk = ts.createCompilerHost(options);
  const host: ts.CompilerHost = {
    ...disk,
    fileExists: (name) => name === file || disk.fileExists(name),
    getSourceFile: (name, language, ...others) =>
      name === file
        ? ts.createSourceFile(name, text, language)
        : disk.getSourceFile(name, language, ...others),
  };
  const program = ts.createProgram([file], options, host);
  const source = program.getSourceFile(file);
  const unknown = program.getSemanticDiagnostics(source).map(({ start = 0, messageText }) => {
    const line = source?.getLineAndCharacterOfPosition(start).line ?? 0;
    return places[line - before] ?? ts.flattenDiagnosticMessageText(messageText, ' ');
  });
  return [...new Set(unknown)];
}

describe('the table of operations', () => {
  let table: Table;

  beforeAll(async () => {
    const calls = callsOf(await clientPage(root, contract));
    table = tableOf({ schemas, readField, writeField, actionField, outputField }, areas, calls, subject);
  });

  test('names exactly the operations, request fields, actions and reply fields of the contract', () => {
    expect(gaps(table, subject)).toEqual([]);
    expect(subject.parts.length).toBeGreaterThan(70);
  });

  test('names only existing parts of the package, which the test can verify', () => {
    const places = everyPlace(table, subject);
    expect(places.length).toBeGreaterThan(300);
    const wrong = [
      'Instance.osVolume.colour',
      'Volumes',
      'getImages(colour)',
      'getImages().colour',
      'client().instances.paint',
      'client().privateNetworks.create({colour})',
    ];
    expect(unknownAmong([...places, ...wrong])).toEqual(wrong);
  });

  test('causes an error if the contract has more or fewer entries', () => {
    const [first, ...others] = subject.parts;
    const grown = { ...first, request: ['colour'] } as typeof first & object;
    expect(gaps(table, { ...subject, parts: [grown, ...others] })).toContain(
      `tools/src/operations/entries lacks the request field of ${grown.operation.id} colour: add the input of a resource that sets it, with \`api: 'colour'\`, to the schema of the resource, or add an entry`,
    );
    expect(gaps(table, { ...subject, parts: others })).toContain(
      `there is no operation ${grown.operation.id}`,
    );
  });
});
