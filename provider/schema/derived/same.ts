import { isDeepStrictEqual } from 'node:util';

/** Whether two values are equal. Prototypes, and properties that are undefined, make no difference. */
export const same = (one: unknown, other: unknown): boolean =>
  isObject(one) || isObject(other)
    ? isDeepStrictEqual(plain(one), plain(other))
    : (one ?? undefined) === (other ?? undefined);

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const plain = (value: unknown): unknown =>
  isObject(value) ? (JSON.parse(JSON.stringify(value)) as unknown) : (value ?? undefined);

/** For `JSON.stringify`: the order of keys, and null instead of no value, make no difference. */
export const sortKeys = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .filter(([, one]) => one !== null)
          .sort(([one], [other]) => (one < other ? -1 : 1)),
      )
    : value;
