// The functions and types of the data sources as plain code, as in official Pulumi SDKs.
import path from 'node:path';
import type { Argument, DataSource } from '../../../sdk/dataSources/support/describe';
import type { Contract } from '../contract/document';
import { camelCase } from '../operations/entry';
import type { ContractSchemas } from './contract/contractSchemas';
import type { Examples } from './reference/examples';
import { comment } from './typescript';

/** The descriptions of data sources, by area and name. */
export type Areas = Readonly<Record<string, Readonly<Record<string, DataSource<never, unknown>>>>>;

/** These, and the functions that only the native plugin has, in the area `onlyInPlugin`. */
export type PluginAreas = Areas & { readonly onlyInPlugin: Areas[string] };

interface Described {
  readonly areas: Areas;
  readonly pluginAreas: PluginAreas;
}

/** Reads the compiled descriptions. */
export async function dataSourcesOf(root: string): Promise<Described> {
  return (await import(path.join(root, 'dist', 'sdk', 'dataSources', 'index.js'))) as Described;
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
        Object.keys(sources)
          .map((name) => functions(area, name, sources, contract, examples.excerptOf(name)))
          .join('\n'),
      ] as const,
  );
  const names = [...new Set(texts.flatMap(([, text]) => schemas.namesIn(code(text))))];
  const types = schemas.declarations(names);
  const aliases = [...types.matchAll(/^export type (\w+)/gm)].map(([, name]) => name);
  return new Map([
    ...texts.map(([area, text]) => [`${area}.ts`, imports(area, text, schemas) + text] as const),
    ['types.ts', `${HEADER}\n${types}\n`],
    [
      'index.ts',
      HEADER +
        Object.keys(areas)
          .map((area) => `export * from './${area}';\n`)
          .join('') +
        // Aliases are exported here too: for a declaration file, the compiler finds interfaces in the namespace
        // `types`, but not aliases.
        `export type { ${aliases.join(', ')} } from './types';\n`,
    ],
  ]);
}

function imports(area: string, text: string, schemas: ContractSchemas): string {
  const types = schemas.namesIn(code(text)).sort();
  const suggested = [...new Set(code(text).match(/\bSuggested\w+/g))].sort();
  return `${HEADER}import type * as pulumi from '@pulumi/pulumi';
import type { OutputArgs } from '../dataSource';
import { invoke, invokeOutput } from '../dataSource';
import * as ${area} from '../dataSources/${area}';
${types.length === 0 ? '' : `import type { ${types.join(', ')} } from './types';\n`}${
    suggested.length === 0 ? '' : `import type { ${suggested.join(', ')} } from '../resources/types';\n`
  }
`;
}

/** Code without comments and strings. */
const code = (text: string): string => text.replace(/\/\*\*.*?\*\//gs, '').replace(/'[^'\n]*'/g, '');

function functions(
  area: string,
  name: string,
  sources: Areas[string],
  contract: Contract,
  example: string,
): string {
  const source = sources[name];
  if (!source) throw new Error(`There is no data source ${name}.`);
  const { doc, secret, args } = source;
  const type = typeOf(name);
  const optional = Object.values(args).some(({ required }) => required) ? '' : '?';
  const requests = source.operations.map((id) => contract.operation(id));
  const uses = `Requests: ${requests.map(({ method, path }) => `${method} ${path}`).join(', ')}.`;
  const isSecret = secret === undefined ? '' : ` The output is a secret: ${secret}.`;
  return `${argumentsOf(name, type, args)}

${comment(`The answer of {@link ${name}}.`)}
export ${resultOf(type, source, sources)}

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
    const { typescript, suggested } = argument.type;
    const named = suggested ? typescript.replace('string', suggested) : typescript;
    const given = `${named.endsWith('[]') ? 'readonly ' : ''}${named}${required ? '' : ' | undefined'}`;
    return `${comment(sentences)}\n${key}${required ? '' : '?'}: ${given};`;
  });
  return members.length === 0
    ? `${comment(`The arguments of {@link ${name}}: none.`)}\nexport type ${type}Args = Record<string, never>;`
    : `${comment(`The arguments of {@link ${name}}.`)}\nexport interface ${type}Args {\n${members.join('\n')}\n}`;
}

/**
 * The type of a result. For an object it is an interface: the declaration files of a program can name an exported
 * interface, but not the type behind an alias.
 */
function resultOf(type: string, { result }: DataSource<never, unknown>, others: Areas[string]): string {
  if ('value' in result) return `type ${type}Result = ${result.value};`;
  if ('list' in result) {
    const element = schemaOf(result.list, result.without);
    const single = Object.entries(others).find(
      ([, other]) => 'object' in other.result && !other.result.more && objectOf(other.result) === element,
    );
    return `type ${type}Result = ${single ? `${typeOf(single[0])}Result` : element}[];`;
  }
  const more = Object.entries(result.more ?? {}).map(
    ([name, field]) => `${comment(field.doc)}\n${name}: ${field.typescript};`,
  );
  return `interface ${type}Result extends ${objectOf(result)} {\n${more.join('\n')}\n}`;
}

const typeOf = (name: string): string => name.replace(/^get/, 'Get');

const objectOf = ({
  object,
  without,
}: {
  readonly object: string;
  readonly without?: readonly string[];
}): string => schemaOf(object, without);

/** The name of a schema, without some of its fields. */
const schemaOf = (schema: string, without: readonly string[] = []): string =>
  without.length === 0
    ? schema
    : `Omit<${schema}, ${without.map((name) => `'${camelCase(name)}'`).join(' | ')}>`;
