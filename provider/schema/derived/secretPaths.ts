// Inputs within other inputs that are always secret. State can keep only a whole input as a secret, or a part of it.
import type { NestedInput } from '../types';

/** The names on the way to an input, without the places in lists: `waitFor`, `ssh`, `privateKey`. */
export type SecretPath = readonly [string, ...string[]];

/** The paths of the inputs within others that are always secret. */
export const secretPathsOf = (inputs: Readonly<Record<string, NestedInput>>): SecretPath[] =>
  Object.entries(inputs).flatMap(([name, { type }]) => {
    const inside = type.kind === 'list' ? type.items : type;
    if (inside.kind !== 'inputObject') return [];
    const own = Object.keys(inside.inputs).filter((key) => inside.inputs[key]?.secret);
    return [
      ...own.map((key): SecretPath => [name, key]),
      ...secretPathsOf(inside.inputs).map((path): SecretPath => [name, ...path]),
    ];
  });

/** Those of the paths that have a value. */
export const secretsIn = (paths: readonly SecretPath[], values: object): SecretPath[] =>
  paths.filter((path) => hasValue(values, path));

function hasValue(value: unknown, [name, ...rest]: readonly string[]): boolean {
  if (value === undefined || value === null) return false;
  if (Array.isArray(value))
    return value.some((item) => hasValue(item, name === undefined ? [] : [name, ...rest]));
  if (name === undefined) return true;
  return typeof value === 'object' && hasValue((value as Readonly<Record<string, unknown>>)[name], rest);
}
