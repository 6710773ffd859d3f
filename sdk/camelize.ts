// The API uses snake_case, programs use camelCase.

/** `price_per_hour` → `pricePerHour`. */
export type CamelCase<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : S;

/** The same, with every property name at any depth in camelCase. */
export type Camelized<T> = T extends readonly (infer Item)[]
  ? Camelized<Item>[]
  : T extends object
    ? { [Key in keyof T as Key extends string ? CamelCase<Key> : Key]: Camelized<T[Key]> }
    : T;

const camelCase = (word: string): string =>
  word.replace(/(?<=.)_(.)/g, (_, letter: string) => letter.toUpperCase());

/** The same value, with every property name at any depth in camelCase. */
export function camelize<T>(value: T): Camelized<T> {
  return walk(value) as Camelized<T>;
}

function walk(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(walk);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [camelCase(key), walk(inner)]));
}
