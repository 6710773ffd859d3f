// The classes and arguments of the SDK as plain code, as in official Pulumi SDKs.
import path from 'node:path';
import type { ResourceSchema } from '../../../provider/schema/resourceSchema';
import type { Input, NestedInput, Output } from '../../../provider/schema/types';
import type { FieldNames, Resources } from '../operations/resources';
import type { Examples } from './reference/examples';
import type { Timeouts } from './reference/resourcePages';
import { namesOf } from './suggestedNames';
import { argumentMembers, comment, namedTypes, outputType, valueMembers } from './typescript';
import type { NamedType } from './typescript';

const HEADER = '// Generated from the schemas in provider by `npm run generate`; never edited.\n';
const PULUMI = "import type * as pulumi from '@pulumi/pulumi';\n";

interface Definition {
  readonly schema?: ResourceSchema;
  readonly timeouts: Timeouts;
  readonly secretPaths: SecretPaths;
}

/** The inputs within others that are always secret, by the names on the way to each. */
type SecretPaths = readonly (readonly string[])[];

type Described = Readonly<Record<string, Definition>>;

interface Named {
  readonly names: string[];
  /** By the name of the class. */
  readonly timeouts: ReadonlyMap<string, Timeouts>;
  readonly secretPaths: ReadonlyMap<string, SecretPaths>;
}

/** Reads the compiled schemas of the resources that programs see. */
export async function resourcesOf(root: string): Promise<Resources & Named> {
  const compiled = path.join(root, 'dist', 'provider');
  const resources = (await import(path.join(compiled, 'resources', 'index.js'))) as Described;
  const { readField, writeField, actionField, outputField } = (await import(
    path.join(compiled, 'schema', 'derived', 'fields.js')
  )) as FieldNames;
  const names = Object.keys(resources)
    .filter((name) => 'noun' in Object(resources[name]) && !resources[name]?.schema?.onlyInPlugin)
    .sort();
  const visible = Object.values(resources).flatMap(({ schema, timeouts, secretPaths }) =>
    schema === undefined || schema.isInternal ? [] : [{ schema, timeouts, secretPaths }],
  );
  const schemas = visible.map(({ schema }) => schema);
  const timeouts = new Map(visible.map((one) => [one.schema.name, one.timeouts]));
  const secretPaths = new Map(visible.map((one) => [one.schema.name, one.secretPaths]));
  return { names, schemas, timeouts, secretPaths, readField, writeField, actionField, outputField };
}

/** The text of provider/index.ts: the entry that state refers to. */
export const providerEntry = (names: readonly string[]): string =>
  `// Generated from provider/resources/index.ts by \`npm run generate\`; never edited.
// State refers to this entry, \`require("pulumi-cloud-compute/provider").instance\`, so its path and these names never
// change: state that was written by any version runs them.
import type { DynamicProvider } from './engine/dynamicProvider';
import { dynamicProvider } from './engine/dynamicProvider';
import * as resources from './resources';

${names.map((name) => `export const ${name}: DynamicProvider = dynamicProvider(resources.${name});\n`).join('')}`;

/**
 * The text of each file in sdk/resources, by its name.
 *
 * @param suggested the declarations of the names that an editor suggests.
 */
export function resourceClasses(
  schemas: readonly ResourceSchema[],
  examples: Examples,
  suggested: string,
  secretPaths: ReadonlyMap<string, SecretPaths>,
): Map<string, string> {
  const files = new Map(
    schemas.map((schema) => [
      `${fileNameOf(schema)}.ts`,
      classFile(schema, examples.excerptOf(schema.name), secretPaths.get(schema.name) ?? []),
    ]),
  );
  const named = schemas.flatMap(({ inputs, outputs }) =>
    Object.values<Input | Output>({ ...inputs, ...outputs }).flatMap(({ type }) => namedTypes(type)),
  );
  files.set('types.ts', `${typesFile(named)}\n${suggested}`);
  const all = [...files.keys()].map((file) => `export * from './${file.replace('.ts', '')}';\n`);
  return files.set('index.ts', `${HEADER}${all.join('')}`);
}

const fileNameOf = ({ name }: ResourceSchema): string => name.charAt(0).toLowerCase() + name.slice(1);

/** The interfaces of all nested inputs and outputs, each once. */
function typesFile(types: readonly NamedType[]): string {
  const interfaces = new Map<string, string>();
  for (const [name, source] of types.flatMap(interfacesOf)) {
    if ((interfaces.get(name) ?? source) !== source) throw new Error(`Two types have the name ${name}.`);
    interfaces.set(name, source);
  }
  const sources = [...interfaces.values()].join('\n');
  return `${HEADER}${sources.includes('pulumi.') ? PULUMI : ''}\n${sources}`;
}

function interfacesOf(type: NamedType): [string, string][] {
  const value = (members: string): [string, string] => [
    type.name,
    `${comment(type.doc)}\nexport interface ${type.name} {\n${members}\n}\n`,
  ];
  if (type.kind === 'outputObject') return [value(valueMembers(type.outputs))];
  const argument = `${comment(type.doc)}\nexport interface ${type.name}Args {\n${argumentMembers(type.inputs)}\n}\n`;
  return [[`${type.name}Args`, argument], value(valueMembers(type.inputs))];
}

function classFile(schema: ResourceSchema, example: string, secretPaths: SecretPaths): string {
  const { name, doc, inputs, outputs } = schema;
  const isArgumentRequired = Object.values(inputs).some(({ required }) => required);
  return `${HEADER}${PULUMI}import { isResource } from '../pulumi/isResource';
import { CloudComputeResource, lookUp } from '../resource';
${importOfTypes(schema)}
/** The arguments of {@link ${name}}. */
export interface ${name}Args {
${argumentMembers(inputs, schema)}
}

${kindOf(schema, secretPaths)}

${comment(doc, '', '@example', ...example.split('\n'))}
export class ${name} extends CloudComputeResource {
${members(schema)}

  /**
   * @param name the name in the program, unique among the resources of its type.
   * @param args its arguments.
   * @param opts Pulumi's options; \`customTimeouts\` are the provider's deadlines.
   */
  constructor(name: string, args${isArgumentRequired ? '' : '?'}: ${name}Args, opts?: pulumi.CustomResourceOptions) {
    super(kind, name, args, opts);
  }

  /**
   * Looks up an existing ${schema.noun} that this stack does not manage.
   *
   * @param name the name in the program.
   * @param id its id in the cloud; an empty one is an error.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions, ...others: never[]): ${name} {
    return new this(name, {}${isArgumentRequired ? ` as ${name}Args` : ''}, lookUp(kind, name, id, opts, others));
  }

  /** Whether a value is such a resource, also of another copy of this package. */
  static override isInstance(value: unknown): value is ${name} {
    return isResource(value, kind.${schema.typeName === undefined ? 'name' : 'typeName'});
  }
}
`;

  function members({ autoName }: ResourceSchema): string {
    const own = Object.entries(inputs)
      .filter(([key]) => !(key in outputs))
      .map(([key, input]): [string, string, NestedInput | Output] => {
        const isSet = input.required || input.default !== undefined || key === autoName;
        return [key, isSet ? '' : ' | undefined', input];
      });
    const computed = Object.entries(outputs).map(
      ([key, output]) => [key, output.optional ? ' | undefined' : '', output] as const,
    );
    return [...own, ...computed]
      .map(
        ([key, absent, property]) =>
          `${comment(property.doc)}\ndeclare readonly ${key}: pulumi.Output<${outputType(property)}${absent}>;`,
      )
      .join('\n');
  }
}

/** The properties of a class that the base class needs. */
function kindOf(schema: ResourceSchema, secretPaths: SecretPaths): string {
  const { name, typeName, provider, billed, exclusive, deleteFirst, inputs, outputs } = schema;
  const properties = { ...inputs, ...outputs };
  const secrets = Object.entries<Input | Output>(properties).flatMap(([key, { secret }]) =>
    secret ? [`'${key}'`] : [],
  );
  const ids = idsOf(inputs);
  return `const kind = {
  name: '${name}',
  ${typeName === undefined ? '' : `typeName: '${typeName}',`}
  provider: '${provider}',
  ${billed === undefined ? '' : `billed: '${billed}',`}
  ${exclusive === undefined ? '' : `exclusive: '${exclusive}',`}
  ${deleteFirst ? 'deleteFirst: true,' : ''}
  ${ids.length === 0 ? '' : `ids: { ${ids.join(', ')} },`}
  ${secrets.length === 0 ? '' : `secrets: [${secrets.join(', ')}],`}
  ${secretPaths.length === 0 ? '' : `secretPaths: ${JSON.stringify(secretPaths)},`}
  inputs: ${undefinedFor(Object.keys(inputs))},
  outputs: ${undefinedFor(Object.keys(outputs).filter((name) => !Object.hasOwn(inputs, name)))},
} as const;`.replace(/\n\s*\n/g, '\n');
}

const undefinedFor = (names: readonly string[]): string =>
  `{ ${names.map((name) => `${name}: undefined`).join(', ')} }`;

/** The inputs that take ids, also nested ones, with the classes whose ids they take; objects take none. */
const idsOf = (inputs: Readonly<Record<string, NestedInput>>): string[] =>
  Object.entries(inputs).flatMap(([name, { type, idOf }]) => [
    ...(idOf === undefined
      ? isOfObjects(type)
        ? [`${name}: []`]
        : []
      : [`${name}: ${JSON.stringify(type.kind === 'list' ? { listOf: idOf } : idOf)}`]),
    ...(type.kind === 'inputObject' ? idsOf(type.inputs) : []),
  ]);

const isOfObjects = (type: NestedInput['type']): boolean =>
  type.kind === 'inputObject' || (type.kind === 'list' && type.items.kind === 'inputObject');

function importOfTypes({ name: resource, inputs, outputs }: ResourceSchema): string {
  const given = Object.values(inputs).flatMap(({ type }) => outermost(type).map(({ name }) => `${name}Args`));
  const read = Object.values<Input | Output>({ ...inputs, ...outputs }).flatMap(({ type }) =>
    outermost(type).map(({ name }) => name),
  );
  const suggested = Object.entries(inputs).flatMap(([key, input]) => namesOf(key, input, resource) ?? []);
  const names = [...new Set([...given, ...read, ...suggested])].sort();
  return names.length === 0 ? '' : `import type { ${names.join(', ')} } from './types';\n`;
}

/** The named type of a property; the file of types covers the types inside it. */
const outermost = (type: Parameters<typeof namedTypes>[0]): NamedType[] => namedTypes(type).slice(-1);
