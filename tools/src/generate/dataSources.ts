// The functions and types of the data sources as plain code, as in official Pulumi SDKs.
import path from 'node:path';
import type { Argument, DataSource } from '../../../sdk/dataSources/support/describe';
import type { Contract } from '../contract/document';
import { camelCase } from '../operations/entry';
import type { ContractSchemas } from './contractSchemas';
import type { Examples } from './reference/examples';
import { comment } from './typescript';

/** The descriptions of data sources, by area and name. */
export type Areas = Readonly<Record<string, Readonly<Record<string, DataSource<never, unknown>>>>>;

/** Reads the compiled descriptions. */
export async function dataSourcesOf(root: string): Promise<Areas> {
  const compiled = path.join(root, 'dist', 'sdk', 'dataSources', 'index.js');
  return ((await import(compiled)) as { readonly areas: Areas }).areas;
}

const HEADER = '// Generated from the descriptions in sdk/dataSources by `npm run generate`; never edited.\n';

/** The text of each file in sdk/data, by its name. */
export function dataSourceFiles(
  areas: Areas,
  contract: Contract,
  schemas: ContractSchemas,
  examples: Examples,
): Map<string, string> {
  const texts = Object.entries(areas).map(
    ([area, sources]) =>
      [
        area,
        Object.entries(sources)
          .map(([name, source]) => functions(area, name, source, contract, examples.excerptOf(name)))
          .join('\n'),
      ] as const,
  );
  const types = [...new Set(texts.flatMap(([, text]) => schemas.namesIn(code(text))))];
  return new Map([
    ...texts.map(([area, text]) => [`${area}.ts`, imports(area, text, schemas) + text] as const),
    ['types.ts', `${HEADER}\n${schemas.declarations(types)}\n`],
    [
      'index.ts',
      HEADER +
        Object.keys(areas)
          .map((area) => `export * from './${area}';\n`)
          .join(''),
    ],
  ]);
}

function imports(area: string, text: string, schemas: ContractSchemas): string {
  const types = schemas.namesIn(code(text)).sort();
  return `${HEADER}import type * as pulumi from '@pulumi/pulumi';
import type { OutputArgs } from '../dataSource';
import { invoke, invokeOutput } from '../dataSource';
import * as ${area} from '../dataSources/${area}';
${types.length === 0 ? '' : `import type { ${types.join(', ')} } from './types';\n`}
`;
}

/** Code without comments and strings. */
const code = (text: string): string => text.replace(/\/\*\*.*?\*\//gs, '').replace(/'[^'\n]*'/g, '');

function functions(
  area: string,
  name: string,
  source: DataSource<never, unknown>,
  contract: Contract,
  example: string,
): string {
  const { doc, secret, args } = source;
  const type = name.replace(/^get/, 'Get');
  const optional = Object.values(args).some(({ required }) => required) ? '' : '?';
  const requests = source.operations.map((id) => contract.operation(id));
  const uses = `Requests: ${requests.map(({ method, path }) => `${method} ${path}`).join(', ')}.`;
  const isSecret = secret === undefined ? '' : ` The output is a secret: ${secret}.`;
  return `${argumentsOf(name, type, args)}

${comment(`The answer of {@link ${name}}.`)}
export ${resultOf(type, source)}

${comment(`${doc} ${uses}`, '', '@example', ...example.split('\n'))}
export function ${name}(args${optional}: ${type}Args, opts?: pulumi.InvokeOptions): Promise<${type}Result> {
  return invoke('${name}', ${area}.${name}, args, opts);
}

${comment(`${doc} The same as {@link ${name}}, for arguments that may not be known yet.${isSecret}`)}
export function ${name}Output(
  args${optional}: OutputArgs<${type}Args>,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<${type}Result> {
  return invokeOutput('${name}', ${area}.${name}, args, opts);
}
`;
}

function argumentsOf(name: string, type: string, args: Readonly<Record<string, Argument>>): string {
  const members = Object.entries(args).map(([key, argument]) => {
    const { doc, default: byDefault, required } = argument;
    const sentences = byDefault === undefined ? doc : `${doc} Default: ${byDefault}.`;
    const given = argument.type.typescript + (required ? '' : ' | undefined');
    return `${comment(sentences)}\n${key}${required ? '' : '?'}: ${given};`;
  });
  return members.length === 0
    ? `${comment(`The arguments of {@link ${name}}: none.`)}\nexport type ${type}Args = Record<string, never>;`
    : `${comment(`The arguments of {@link ${name}}.`)}\nexport interface ${type}Args {\n${members.join('\n')}\n}`;
}

function resultOf(type: string, { result }: DataSource<never, unknown>): string {
  if ('value' in result) return `type ${type}Result = ${result.value};`;
  const { without = [] } = result;
  const fields = without.map((name) => `'${camelCase(name)}'`).join(' | ');
  const of = (schema: string): string => (without.length === 0 ? schema : `Omit<${schema}, ${fields}>`);
  if ('list' in result) return `type ${type}Result = ${of(result.list)}[];`;
  if (result.more === undefined) return `type ${type}Result = ${of(result.object)};`;
  const more = Object.entries(result.more).map(
    ([name, field]) => `${comment(field.doc)}\n${name}: ${field.typescript};`,
  );
  return `interface ${type}Result extends ${of(result.object)} {\n${more.join('\n')}\n}`;
}
