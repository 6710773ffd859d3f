// The page of a resource, from its schema.
import type { ResourceSchema } from '../../../../provider/schema/resourceSchema';
import type { Input, NestedInput, Output, Type } from '../../../../provider/schema/types';
import { documentationOf } from '../documentation';
import type { Language } from './languages/language';
import type { Page, PageType, Part, Property } from './page';
import type { Requests } from './requests';

/** The default timeout of each verb, in minutes. */
export interface Timeouts {
  readonly create: number;
  readonly update: number;
  readonly delete: number;
}

/** @param given the inputs of the class in the SDK, if they differ from the schema. */
export function resourcePage(
  schema: ResourceSchema,
  timeouts: Timeouts | undefined,
  requests: Requests,
  language: Language,
  given?: readonly Property[],
): Page {
  const { name, doc, autoName, inputs, outputs } = schema;
  const parts: Part[] = [
    {
      title: 'Inputs',
      text: '[What a change does](../README.md#what-a-change-does) explains the words about changes.',
      properties: given ?? inputProperties(inputs, autoName),
      areInputs: true,
    },
    {
      title: 'Outputs',
      ...(given === undefined && { text: 'All inputs are outputs, too.' }),
      properties: [
        ID,
        ...Object.entries(given === undefined ? {} : inputs).map(outputProperty),
        ...Object.entries(outputs).map(outputProperty),
      ],
    },
    existing(schema, language),
    ...(timeouts === undefined ? [] : [timeoutsPart(timeouts)]),
    ...requests.parts(requests.of(name), WRONG_PROGRAM),
  ];
  return { name, doc, parts };
}

/** @param about what takes its place in the package, in sentences. */
export const pageOfPluginResource = (
  { name, doc, inputs, outputs }: ResourceSchema,
  about: string,
): Page => ({
  name,
  doc,
  aboutPlugin: about,
  parts: [
    {
      title: 'Inputs',
      ...(Object.keys(inputs).length === 0 && { text: 'None.' }),
      properties: inputProperties(inputs),
      areInputs: true,
    },
    { title: 'Outputs', properties: [ID, ...Object.entries(outputs).map(outputProperty)] },
  ],
});

const ID: Property = { name: 'id', type: { kind: 'text' }, doc: 'Its id, for inputs of other resources.' };
const timeoutsPart = (timeouts: Timeouts): Part => ({
  title: 'Timeouts',
  text: `Default: ${timeouts.create} minutes for a create, ${timeouts.update} for an update, ${timeouts.delete} for a delete. The resource option \`customTimeouts\` sets others.`,
});
const WRONG_PROGRAM = 'A wrong program fails at preview: see [the checks](../../checks.md).';

function existing({ name, noun, inputs }: ResourceSchema, { lookUp }: Language): Part {
  const adoption = `\`adoptId\` takes over an existing ${noun}, as [the guide to adoption](../../adoption.md) describes. `;
  return {
    title: 'What exists already',
    text: `${'adoptId' in inputs ? adoption : ''}\`${lookUp(name)}\` reads an existing ${noun} that the stack does not manage.`,
  };
}

export const inputProperties = (
  inputs: Readonly<Record<string, Input | NestedInput>>,
  autoName?: string,
): Property[] =>
  Object.entries(inputs).map(([name, input]) => ({
    name,
    type: typeOf(input.type),
    doc: documentationOf(input, name === autoName),
    ...limitsOf(input.type),
    ...(input.required && { isRequired: true }),
    ...(input.secret && { isSecret: true }),
  }));

const outputProperty = ([name, { type, doc, nullable, optional, secret }]: [
  string,
  Pick<Output, 'type' | 'doc' | 'nullable' | 'optional' | 'secret'>,
]): Property => ({
  name,
  type: typeOf(type),
  doc,
  ...(nullable && { isNullable: true }),
  ...(optional && { isOptional: true }),
  ...(secret && { isSecret: true }),
});

function typeOf(type: Type): PageType {
  switch (type.kind) {
    case 'list':
      return { kind: 'list', items: typeOf(type.items) };
    case 'tags':
      return { kind: 'map', values: { kind: 'text' } };
    case 'enum':
      return { kind: 'enum', values: type.values };
    case 'inputObject':
      return { kind: 'object', name: type.name, properties: inputProperties(type.inputs) };
    case 'outputObject':
      return {
        kind: 'object',
        name: type.name,
        properties: Object.entries(type.outputs).map(outputProperty),
      };
    default:
      return { kind: type.kind };
  }
}

/** The limits of a value in words. */
function limitsOf(type: Type): { readonly limits?: string } {
  if (type.kind === 'integer')
    return { limits: `${grouped(type.min)} to ${grouped(type.max)} ${type.unit}`.trim() };
  if (type.kind !== 'text' || type.max === undefined) return {};
  const { min = 1, max } = type;
  return { limits: `${grouped(min)} to ${grouped(max)} characters` };
}

const grouped = (value: number): string => value.toLocaleString('en-US');
