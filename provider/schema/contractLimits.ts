import { requestLimits } from '../../api/contract';
import { actionField, writeField } from './derived/fields';
import type { Input, NestedInput, Type } from './types';

/** The limits of a request by the paths of its fields. */
type Limits = Readonly<Record<string, number>>;

interface Schema {
  readonly createdBy?: string;
  readonly changedBy?: string;
  readonly inputs: Readonly<Record<string, Input>>;
}

/**
 * Adds to the inputs of a schema the greatest lengths that the contract states for the request of its create, and for
 * the actions that change it. A lower limit of the schema stays.
 */
export function withContractLimits<S extends Schema>(schema: S): S {
  const created = limitedInputs(schema.inputs, limitsOf(schema.createdBy), writeField);
  return { ...schema, inputs: limitedInputs(created, limitsOf(schema.changedBy), actionField) };
}

const limitsOf = (operation = ''): Limits =>
  (requestLimits as Readonly<Record<string, Limits>>)[operation] ?? {};

const limitedInputs = <I extends NestedInput>(
  inputs: Readonly<Record<string, I>>,
  limits: Limits,
  fieldOf: (input: I) => string | undefined,
  around = '',
): Record<string, I> =>
  Object.fromEntries(
    Object.entries(inputs).map(([name, input]) => {
      const field = fieldOf(input);
      const type = field === undefined ? input.type : limitedType(input.type, limits, around + field);
      return [name, { ...input, type }];
    }),
  );

function limitedType(type: Type, limits: Limits, path: string): Type {
  switch (type.kind) {
    case 'text': {
      const max = limits[path];
      return max === undefined ? type : { ...type, max: Math.min(max, type.max ?? max) };
    }
    case 'list':
      return { ...type, items: limitedType(type.items, limits, path) };
    case 'inputObject':
      return { ...type, inputs: limitedInputs(type.inputs, limits, writeField, `${path}.`) };
    default:
      return type;
  }
}
