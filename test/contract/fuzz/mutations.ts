import fc from 'fast-check';

/** A change of a value: its part number `at` is removed or replaced. */
export interface Mutation {
  at: number;
  /** If absent, the part is removed. */
  replacement?: unknown;
}

export const mutations: fc.Arbitrary<Mutation[]> = fc.array(
  fc.record({ at: fc.nat(99), replacement: fc.jsonValue({ maxDepth: 2 }) }, { requiredKeys: ['at'] }),
  { minLength: 1, maxLength: 3 },
);

type Container = Record<string, unknown> | unknown[];

interface Place {
  container: Container;
  key: string;
}

/** The places of all parts of a value. */
function placesOf(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  const container = value as Container;
  return Object.entries(container).flatMap(([key, inner]) => [{ container, key }, ...placesOf(inner)]);
}

/** A copy of the value with all changes applied. */
export function mutated(value: unknown, list: readonly Mutation[]): unknown {
  const holder: { value?: unknown } = { value: structuredClone(value) };
  for (const { at, ...change } of list) {
    const places = placesOf(holder);
    const place = places[at % Math.max(1, places.length)];
    if (place === undefined) continue;
    const { container, key } = place;
    if ('replacement' in change)
      (container as Record<string, unknown>)[key] = structuredClone(change.replacement);
    else if (Array.isArray(container)) container.splice(Number(key), 1);
    else Reflect.deleteProperty(container, key);
  }
  return holder.value;
}
