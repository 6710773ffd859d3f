// The fields that are stored and shown as a request sent them: the contract marks them with `x-kept`.
import type { components } from '#contract';
import { resolve } from '../../contract/document';
import { kept } from '../../contract/kept';
import { flag, listOf, nullable, number, oneOf, text } from '../../model/rows';
import type { Schema } from '../../contract/document';
import type { Field, Fields } from '../../model/rows';

type Shown = components['schemas'];
type Keeper = keyof typeof kept & keyof Shown;
type Name<S extends Keeper> = (typeof kept)[S][number] & keyof Shown[S];

/** The kept fields of a row, with the names that the contract gives them. They are null until they are set. */
export type Kept<S extends Keeper> = { [N in Name<S>]: Exclude<Shown[S][N], undefined> };

/** The kept fields of a new object: those that may be null may be left out. */
export type Wanted<S extends Keeper> = {
  [N in Name<S> as null extends Shown[S][N] ? never : N]: Shown[S][N];
} & { [N in Name<S> as null extends Shown[S][N] ? N : never]?: Shown[S][N] | undefined };

/** The kept fields of an object; null where it lacks them. */
export const keptOf = <S extends Keeper>(schema: S, from: Wanted<S>): Kept<S> => {
  const given: Readonly<Record<string, unknown>> = from;
  return Object.fromEntries(kept[schema].map((name) => [name, given[name] ?? null])) as Kept<S>;
};

/** The values that the kept fields of a row may have. */
export const keptFields = <S extends Keeper>(schema: S): Fields<Kept<S>> => {
  const { properties } = resolve(`/components/schemas/${schema}`).value as {
    properties: Readonly<Record<string, Schema>>;
  };
  return Object.fromEntries(
    kept[schema].map((name) => [name, fieldOf(properties[name] ?? {}, `${schema}.${name}`)]),
  ) as Fields<Kept<S>>;
};

/** @throws Error for a field that the contract describes in a way that no kept field has so far. */
function fieldOf({ $ref, type, enum: values, items, oneOf: branches }: Schema, path: string): Field {
  if (typeof $ref === 'string') return fieldOf(resolve($ref.slice(1)).value as Schema, path);
  if (Array.isArray(branches)) {
    const [branch = {}] = (branches as Schema[]).filter((one) => one['type'] !== 'null');
    return branches.length > 1 ? nullable(fieldOf(branch, path)) : fieldOf(branch, path);
  }
  if (Array.isArray(values)) return oneOf(values);
  if (Array.isArray(type))
    return nullable(fieldOf({ type: type.find((one) => one !== 'null') as unknown, items }, path));
  const simple = { string: text, number, integer: number, boolean: flag }[String(type)];
  if (simple !== undefined) return simple;
  if (type === 'array') return listOf(fieldOf(items as Schema, path));
  throw new Error(`${path} has x-kept, but is no text, number, boolean, enumeration or list of these.`);
}
