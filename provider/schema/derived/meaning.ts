import { same } from './same';
import { tagMeaning } from '../tagMap';
import type { NestedInput, Type } from '../types';

/** Whether two values of an input mean the same. */
export const meansSame = (input: NestedInput, one: unknown, other: unknown): boolean =>
  same(meaningOf(input, one), meaningOf(input, other));

/** What a value of an input means, in a form that can be compared; a left-out value is undefined. */
export function meaningOf(input: NestedInput, given: unknown): unknown {
  const value = given ?? input.leftOutMeans;
  if (value === undefined) return undefined;
  return input.meaning ? input.meaning(value) : meaningOfType(input.type, value);
}

function meaningOfType(type: Type, value: unknown): unknown {
  if (type.kind === 'tags') return tagMeaning(value as Record<string, string>);
  if (type.kind === 'inputObject') {
    const values = value as Readonly<Record<string, unknown>>;
    return Object.entries(type.inputs).map(([name, part]) => [name, meaningOf(part, values[name])]);
  }
  if (type.kind !== 'list' || !type.isSet) return value;
  const items = (value as unknown[]).map((item) => JSON.stringify(meaningOfType(type.items, item)));
  return items.length > 0 ? [...new Set(items)].sort() : undefined;
}
