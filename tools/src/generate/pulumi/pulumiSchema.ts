// Pulumi's schema of this package: the resources and data sources in the form that Pulumi's SDK generators read.
import path from 'node:path';
import type { ResourceSchema } from '../../../../provider/schema/resourceSchema';
import type { Input, NestedInput, Output, Type } from '../../../../provider/schema/types';
import type { ArgumentType } from '../../../../sdk/dataSources/support/argumentTypes';
import type { DataSource } from '../../../../sdk/dataSources/support/describe';
import type { Contract } from '../../contract/document';
import type { PluginAreas } from '../dataSources';
import { documentationOf } from '../documentation';
import { ContractTypes } from './pulumiContractTypes';
import type { Publication } from './publication';
import { addressField, goPackageOf } from './publication';
import type { NpmFields } from './registryFields';
import { registryFields } from './registryFields';
import type { EnumSpec, ObjectSpec, Properties, PropertySpec, TypeSpec } from './pulumiSpec';
import type { Examples, PluginExample, PluginExamples } from '../reference/examples';
import { componentOf } from '../reference/languages/plugin';
import { JAVA_GROUP, NPM_SDK, PACKAGE, PYTHON_MODULE, refTo, tokenOf } from './pulumiSpec';

/** The fields of package.json. */
export interface Package extends NpmFields {
  readonly description: string;
  readonly license: string;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly pulumiPackage: Publication;
}

/** The text of schema.json. */
export function pulumiSchema(
  published: Package,
  schemas: readonly ResourceSchema[],
  areas: PluginAreas,
  contract: Contract,
  examples: Examples,
  ofPlugin: PluginExamples,
  settings: Settings,
): string {
  const { version, description, license, peerDependencies, pulumiPackage } = published;
  const results = new ContractTypes(contract);
  const functions = Object.entries(areas).flatMap(([area, sources]) =>
    Object.entries(sources).map(([name, source]) => {
      const blocks =
        area === 'onlyInPlugin'
          ? ofPlugin.of(componentOf(name)).map(blockOf)
          : [block('typescript', examples.programOf(name)), ...ofPlugin.of(name).map(blockOf)];
      return [name, dataSource(name, source, results, blocks)] as const;
    }),
  );
  const { types } = results;
  for (const { inputs, outputs } of schemas)
    for (const { type } of Object.values<Input | Output>({ ...inputs, ...outputs })) addTypes(types, type);
  const schema = {
    name: PACKAGE,
    displayName: 'Cloud Compute',
    version,
    description,
    license,
    ...registryFields(published),
    ...addressField(pulumiPackage),
    language: languages(peerDependencies, pulumiPackage),
    config: { variables: inputsOf(settings), defaults: [] },
    provider: {
      description: 'The account that resources are created in.',
      inputProperties: inputsOf(settings),
    },
    types: byToken([...types]),
    resources: byToken(schemas.map((one) => [one.name, resource(one, ofPlugin, settings)])),
    functions: byToken(functions),
  };
  // The settings of the plugin are in another namespace than those of the package.
  return `${JSON.stringify(schema, undefined, 2).replaceAll(settings.settingKey(''), `${PACKAGE}:`)}\n`;
}

/** The names of the generated SDKs. */
const languages = (dependencies: Readonly<Record<string, string>>, publication: Publication) => ({
  nodejs: { packageName: NPM_SDK, dependencies, respectSchemaVersion: true },
  python: { packageName: PYTHON_MODULE, pyproject: { enabled: true }, respectSchemaVersion: true },
  go: { importBasePath: goPackageOf(publication), respectSchemaVersion: true },
  java: { basePackage: JAVA_GROUP },
  // Pulumi's complete installation generates this SDK: docs/plugin.md, "SDKs".
  csharp: { packageReferences: { Pulumi: '3.*' }, respectSchemaVersion: true },
});

/** The parts of core/ in the schema: the settings with their sentences, and the types in state. */
export interface Settings {
  /** The type of a dynamic resource in state. */
  readonly typeToken: (kind: string) => string;
  /** The key of a setting of the package. */
  readonly settingKey: (name: string) => string;
  readonly SETTING_DOCS: Readonly<Record<string, string>>;
  readonly SETTINGS: Readonly<Record<string, { readonly secret: boolean }>>;
}

export async function settingsOf(root: string): Promise<Settings> {
  const parts = await Promise.all(
    ['configuration', 'urn'].map(
      async (name) => (await import(path.join(root, 'dist', 'core', `${name}.js`))) as object,
    ),
  );
  return Object.assign({}, ...parts) as Settings;
}

/** The types of settings that are no texts. */
const SETTING_TYPES: Readonly<Record<string, TypeSpec>> = {
  defaultTags: { type: 'object', additionalProperties: { type: 'string' } },
  maxHourlyCost: { type: 'number' },
};

const inputsOf = ({ SETTING_DOCS, SETTINGS }: Settings): Properties =>
  mapped(SETTING_DOCS, (description, name) => ({
    ...(SETTING_TYPES[name] ?? { type: 'string' }),
    description,
    ...(SETTINGS[name]?.secret && { secret: true }),
  }));

const byToken = <T>(entries: readonly (readonly [string, T])[]): Record<string, T> =>
  Object.fromEntries(entries.map(([name, value]) => [tokenOf(name), value] as const).sort());

const mapped = <From, To>(
  from: Readonly<Record<string, From>>,
  to: (value: From, name: string) => To,
): Record<string, To> =>
  Object.fromEntries(Object.entries(from).map(([name, value]) => [name, to(value, name)]));

const namesWhere = <V>(values: Readonly<Record<string, V>>, holds: (value: V) => boolean): string[] =>
  Object.keys(values).filter((name) => holds(values[name] as V));

const isAlwaysThere = ({ nullable, optional }: Output): boolean => !nullable && !optional;

/** A program in a language. */
const block = (language: string, text: string): string => `\`\`\`${language}\n${text}\`\`\``;

const blockOf = ({ language, text }: PluginExample): string => block(language, text);

/** A description, and below it programs in the form that Pulumi's registry reads. */
const withExample = (doc: string, blocks: readonly string[]): string =>
  `${doc}\n\n{{% examples %}}\n{{% example %}}\n${blocks.join('\n')}\n{{% /example %}}\n{{% /examples %}}`;

function resource(
  { name: className, typeName = className, doc, autoName, onlyInPlugin, inputs, outputs }: ResourceSchema,
  ofPlugin: PluginExamples,
  { typeToken }: Settings,
) {
  const isOptional = ({ required, default: value }: Input, name: string): boolean =>
    !required && value === undefined && name !== autoName;
  return {
    description: withExample(doc, ofPlugin.of(className).map(blockOf)),
    // A stack of the package with dynamic resources keeps its resources when its program changes to an SDK.
    ...(!onlyInPlugin && {
      aliases: [typeToken(typeName), ...(typeName === className ? [] : [tokenOf(typeName)])].map((type) => ({
        type,
      })),
    }),
    inputProperties: mapped(inputs, (input, name) => argument(input, name === autoName)),
    requiredInputs: namesWhere(inputs, ({ required }) => required === true),
    properties: { ...mapped(inputs, property), ...mapped(outputs, property) },
    required: [
      ...Object.keys(inputs).filter((name) => !isOptional(inputs[name] as Input, name)),
      ...namesWhere(outputs, isAlwaysThere),
    ],
  };
}

const argument = (input: NestedInput | Input, isNamed = false): PropertySpec => ({
  ...typeOf(input.type),
  description: documentationOf(input, isNamed),
  ...('default' in input && input.default !== undefined && { default: input.default }),
  ...(input.secret && { secret: true as const }),
  ...(input.onChange === 'replace' && { willReplaceOnChanges: true as const }),
});

const property = ({ type, doc, secret }: NestedInput | Output): PropertySpec => ({
  ...typeOf(type),
  description: doc,
  ...(secret && { secret: true as const }),
});

function typeOf(type: Type): TypeSpec {
  switch (type.kind) {
    case 'text':
      return { type: 'string' };
    case 'enum':
      // The cloud may have more values than this version knows.
      return { oneOf: [{ type: 'string' }, { type: 'string', ...refTo(type.name) }] };
    case 'integer':
    case 'number':
    case 'boolean':
      return { type: type.kind };
    case 'list':
      return { type: 'array', items: typeOf(type.items) };
    case 'inputNames':
      return { type: 'array', items: { type: 'string' } };
    case 'tags':
      return { type: 'object', additionalProperties: { type: 'string' } };
    case 'inputObject':
    case 'outputObject':
      return refTo(type.name);
  }
}

/** Adds the named types inside a type. */
function addTypes(types: Map<string, ObjectSpec | EnumSpec>, type: Type): void {
  if (type.kind === 'enum')
    types.set(type.name, { type: 'string', enum: type.values.map((value) => ({ value })) });
  if (type.kind === 'list') addTypes(types, type.items);
  if (type.kind === 'inputObject') {
    const { name, doc, inputs } = type;
    const required = namesWhere(inputs, (input) => input.required === true);
    const properties = mapped(inputs, (input) => argument(input));
    types.set(name, { type: 'object', description: doc, properties, required });
    for (const inner of Object.values(inputs)) addTypes(types, inner.type);
  }
  if (type.kind === 'outputObject') {
    const { name, doc, outputs } = type;
    const required = namesWhere(outputs, isAlwaysThere);
    types.set(name, { type: 'object', description: doc, properties: mapped(outputs, property), required });
    for (const inner of Object.values(outputs)) addTypes(types, inner.type);
  }
}

/** A function returns an object: a list or a single value becomes its property `result`. */
function dataSource(
  name: string,
  { doc, args, secret, result }: DataSource<never, unknown>,
  results: ContractTypes,
  blocks: readonly string[],
) {
  const properties = mapped(args, ({ type, doc: about, default: value }) => ({
    ...argumentTypeOf(type),
    description: value === undefined ? about : `${about} Default: ${value}.`,
  }));
  const required = namesWhere(args, (argument) => argument.required === true);
  const answer = {
    result: { ...results.of(name, result), description: doc, ...(secret && { secret: true }) },
  };
  return {
    description: withExample(doc, blocks),
    inputs: { type: 'object', properties, ...(required.length > 0 && { required }) },
    outputs: { type: 'object', properties: answer, required: ['result'] },
  };
}

/** Enums of the contract are strings: the cloud may have more values. */
function argumentTypeOf({ typescript }: ArgumentType): TypeSpec {
  if (typescript.endsWith('[]')) return { type: 'array', items: { type: typescript.slice(0, -2) } };
  if (typescript === 'number') return { type: 'integer' };
  return { type: typescript === 'boolean' ? 'boolean' : 'string' };
}
