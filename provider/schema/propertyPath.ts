// The values at Pulumi's property paths.
import { stepsOf } from '../../core/values/propertyPath';
import type { Step } from '../../core/values/propertyPath';
import { hasUnknown } from './unknown';

/** The input that a path begins with. */
export const propertyIn = (path: string): string => stepsOf(path)?.[0]?.key ?? path;

/** The values at a path, one for each star in it; the parts of an unknown value are unknown. */
export const valuesAt = (path: string, root: object): unknown[] =>
  (stepsOf(path) ?? []).reduce<unknown[]>(
    (values, step) => values.flatMap((value) => partsOf(value, step)),
    [root],
  );

/** The value at a path without a star. */
export const valueAt = (path: string, root: object): unknown => valuesAt(path, root)[0];

function partsOf(value: unknown, { key, isStar }: Step): unknown[] {
  if (typeof value !== 'object' || value === null) return [hasUnknown(value) ? value : undefined];
  return isStar ? Object.values(value) : [(value as Record<string, unknown>)[key]];
}
