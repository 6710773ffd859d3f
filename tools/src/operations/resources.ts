// The parts of requests and replies that the schemas of the resources describe.
import type * as fields from '../../../provider/schema/derived/fields';
import type { ResourceSchema } from '../../../provider/schema/resourceSchema';
import type { NestedInput, Output, Type } from '../../../provider/schema/types';
import type { Subject, Table } from './completeness';
import { placesOf } from './completeness';
import { withUser } from './dataSources';
import type { Entry, Fields, Named } from './entry';
import { GENERAL_CALL, at } from './entry';

type Inputs = Readonly<Record<string, NestedInput>>;
type Outputs = Readonly<Record<string, Output>>;
type FieldOf = (input: NestedInput) => string | undefined;

/** The names of the fields of inputs and outputs. */
export type FieldNames = typeof fields;

/** The schemas, and the names of their fields. */
export interface Resources extends FieldNames {
  readonly schemas: readonly ResourceSchema[];
}

/** Adds the inputs and outputs of the resources to the table. Existing entries stay. */
export function withResources(
  table: Table,
  { schemas, readField, writeField, actionField, outputField }: Resources,
  { parts, fieldsOf }: Subject,
): Table {
  const operations = { ...table.operations };
  const replies = { ...table.replies };
  const inContract = (fields: Fields, names: readonly string[]): Fields =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));
  const partsOf = (id: string) => parts.find(({ operation }) => operation.id === id);
  for (const { name, inputs, outputs, createdBy = '' } of schemas) {
    const carry = (id: string, entry: Entry, carried: Inputs, fieldOf: FieldOf = writeField): void => {
      if (entry.request === 'as-is') return;
      const written = inContract(placesOfInputs(carried, fieldOf, name), partsOf(id)?.request ?? []);
      operations[id] = { ...entry, request: { ...written, ...entry.request } };
    };
    const create = operations[createdBy];
    if (create?.request === 'as-is')
      // Until now, only the client used the operation.
      carry(createdBy, { by: create.by === GENERAL_CALL ? name : withUser(create.by, name) }, inputs);
    else if (create) carry(createdBy, create, inputs);
    for (const [id, entry] of Object.entries(operations))
      if (partsOf(id)?.actions.length && placesOf(entry.by)[0] === name)
        carry(
          id,
          { ...entry, actions: { ...placesOfActions(inputs, name), ...entry.actions } },
          changedInPlace(inputs),
          (input) => actionField(input) ?? writeField(input),
        );
    if (!parts.some((part) => part.replies.includes(name))) continue;
    const read = {
      ...placesOfInputs(inputs, readField, name),
      ...placesOfOutputs(outputs, outputField, name),
    };
    const general = { id: `${name}.id`, 'tags.id': at('Tag.tagId', 'also `getTags`') };
    const fields = inContract({ ...general, ...read }, fieldsOf(name));
    replies[name] = { ...replies[name], fields: { ...fields, ...replies[name]?.fields } };
  }
  return { ...table, operations, replies };
}

/** The inputs that an action may carry. */
const changedInPlace = (inputs: ResourceSchema['inputs']): Inputs =>
  Object.fromEntries(
    Object.entries(inputs).filter(([, { onChange }]) => onChange === 'in place' || onChange === 'grow only'),
  );

const placesOfActions = (inputs: ResourceSchema['inputs'], around: string): Fields =>
  Object.fromEntries(
    Object.entries(inputs).flatMap(([name, { action }]) =>
      action === undefined ? [] : [[action, `${around}.${name}`]],
    ),
  );

const innerOf = (type: Type): Type => (type.kind === 'list' ? innerOf(type.items) : type);

const placesOfInputs = (inputs: Inputs, fieldOf: FieldOf, around: string, below = ''): Fields =>
  Object.fromEntries(
    Object.entries(inputs).flatMap(([name, input]): [string, Named][] => {
      const [field, place, type] = [fieldOf(input), `${around}.${name}`, innerOf(input.type)];
      if (field === undefined) return [];
      const path = `${below}${field}`;
      if (type.kind === 'tags')
        return [
          [path, place],
          [`${path}.key`, at(place, 'its keys')],
          [`${path}.value`, at(place, 'its values')],
        ];
      const nested =
        type.kind === 'inputObject' ? placesOfInputs(type.inputs, fieldOf, place, `${path}.`) : {};
      return [[path, place], ...Object.entries(nested)];
    }),
  );

const placesOfOutputs = (
  outputs: Outputs,
  fieldOf: FieldNames['outputField'],
  around: string,
  below = '',
): Record<string, string> => {
  const fields: Record<string, string> = {};
  for (const [name, output] of Object.entries(outputs)) {
    if (output.from || output.computed) continue;
    const [path, place] = [`${below}${fieldOf(name, output)}`, `${around}.${name}`];
    const known = fields[path];
    fields[path] = known === undefined ? place : `${known}, ${place}`;
    const inner = innerOf(output.type);
    if (inner.kind === 'outputObject')
      Object.assign(fields, placesOfOutputs(inner.outputs, fieldOf, place, `${path}.`));
  }
  return fields;
};
