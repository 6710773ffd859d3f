// Pulumi's property paths: `osVolume.size`, `tags["team"]`, `volumes[*].type`.
import { hasUnknown } from './unknown';

/** The input that a path begins with. */
export const propertyIn = (path: string): string => path.split(/[.[]/, 1)[0] ?? '';

/** The values at a path, one for each star in it; the parts of an unknown value are unknown. */
export function valuesAt(path: string, root: object): unknown[] {
  const steps = [...path.matchAll(/\["((?:[^"\\]|\\.)*)"\]|\[([^\]]*)\]|([^.[\]]+)/g)];
  return steps.reduce<unknown[]>(
    (values, [, quoted, index, name]) =>
      values.flatMap((value) => partsOf(value, quoted?.replace(/\\(.)/g, '$1') ?? index ?? name, quoted)),
    [root],
  );
}

/** The value at a path without a star. */
export const valueAt = (path: string, root: object): unknown => valuesAt(path, root)[0];

/** @param quoted set if the key was in quotes, where a star is a star. */
function partsOf(value: unknown, key = '', quoted?: string): unknown[] {
  if (typeof value !== 'object' || value === null) return [hasUnknown(value) ? value : undefined];
  return key === '*' && quoted === undefined
    ? Object.values(value)
    : [(value as Record<string, unknown>)[key]];
}
