import type { components } from '../../../api/schema';
import type { Shape } from '../../../core/validation/shape';
import * as shapes from '../../../core/validation/shape';

type NamesOfCatalogue = 'SuggestedInstanceType' | 'SuggestedClusterType' | 'SuggestedLocation';

/** The check of an argument, and its type in TypeScript. */
export interface ArgumentType<Value = unknown> {
  readonly shape: Shape;
  /** Its type in TypeScript. Names in it are schemas of the contract. */
  readonly typescript: string;
  /** The type of the names that an editor suggests in place of any string. */
  readonly suggested?: NamesOfCatalogue;
  /** Carries the type for the compiler; never set. */
  readonly value?: Value;
}

type Schemas = components['schemas'];

export const text: ArgumentType<string> = { shape: shapes.text(), typescript: 'string' };

/** A name of the catalogue: an editor suggests the known ones, and any other text is accepted too. */
export const nameOf = (names: NamesOfCatalogue): ArgumentType<string> => ({ ...text, suggested: names });

/** Tags to look for, as `key` or `key=value`. */
export const tagFilters: ArgumentType<readonly string[]> = {
  shape: shapes.listOf(shapes.text({ pattern: /^[^=]/, says: 'must be key or key=value, with a key' })),
  typescript: 'string[]',
};

export const atLeastOneOf = ({
  shape,
  suggested,
}: ArgumentType<string>): ArgumentType<readonly string[]> => ({
  shape: shapes.listOf(shape, { mayBeEmpty: false }),
  typescript: 'string[]',
  ...(suggested && { suggested }),
});

/** A list with a value for each resource; null for a resource without one, e.g. if `--target` leaves it out. */
const ofEach = <Value>(item: Shape, typescript: string): ArgumentType<readonly (Value | null)[]> => ({
  shape: (values, path) =>
    Array.isArray(values)
      ? values.flatMap((value, index) => item(value, `${path}[${String(index)}]`))
      : shapes.listOf(item)(values, path),
  typescript: `${typescript}[]`,
});

export const numberOfEach = ofEach<number>(shapes.number, 'number');

export const textOfEach = ofEach<string>(shapes.text(), 'string');

export const flag: ArgumentType<boolean> = { shape: shapes.flag, typescript: 'boolean' };

export const wholeNumber = (limits: { min: number; unit?: string }): ArgumentType<number> => ({
  shape: shapes.wholeNumber(limits),
  typescript: 'number',
});

export const oneOf = <const Value extends string>(...values: Value[]): ArgumentType<Value> => ({
  shape: shapes.oneOf(values),
  typescript: values.map((value) => `'${value}'`).join(' | '),
});

/**
 * A value of an enum of the contract. Other values are allowed: the cloud may accept more values than the
 * contract lists.
 */
export const valueOf = <Name extends keyof Schemas, Excluded extends string = never>(
  schema: Name,
  ...without: Excluded[]
): ArgumentType<Exclude<Schemas[Name], Excluded>> => ({
  shape: shapes.text(
    without.length === 0
      ? {}
      : {
          pattern: new RegExp(`^(?!(${without.join('|')})$)`),
          says: `must not be ${without.map((value) => JSON.stringify(value)).join(' or ')}`,
        },
  ),
  typescript:
    without.length === 0 ? schema : `Exclude<${schema}, ${without.map((value) => `'${value}'`).join(' | ')}>`,
});
