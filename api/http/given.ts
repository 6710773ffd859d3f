// Checks of what callers pass: in JavaScript, no compiler refuses a wrong value.
import { InvalidRequestError } from '../errors';

/** A value for a sentence: `"a"`, `5`, `null`, `a list`. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value)) return 'a list';
  if (value instanceof Promise) return 'a promise (wait for it with await)';
  if (typeof value === 'object' && value !== null) return 'an object';
  return typeof value === 'function' || typeof value === 'symbol' ? `a ${typeof value}` : String(value);
}

/** The error of a call that was not sent because an argument is wrong. */
export const refused = (operation: string, problem: string): InvalidRequestError =>
  new InvalidRequestError(`${operation} was not sent: ${problem}`, { operation, code: 'invalid_request' });

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Refuses names that an argument does not have: if a misspelled filter were ignored, everything would be listed. */
function withNames<T extends object>(operation: string, name: string, given: T, names: readonly string[]): T {
  const unknown = Object.entries(given).find(([key, value]) => value !== undefined && !names.includes(key));
  if (!unknown) return given;
  throw refused(operation, `${name} has no ${shown(unknown[0])}. Pass only ${names.join(', ')}.`);
}

/**
 * An argument that may be left out, also as `null`. A wrong one is refused and not ignored, because a list without its
 * filter would show everything.
 *
 * @param names the properties that it may have.
 */
export function optionalObject<T extends object>(
  operation: string,
  name: string,
  value: T | null,
  names: readonly (keyof T & string)[],
): T {
  const given = value ?? ({} as T);
  if (isObject(given)) return withNames(operation, name, given, names);
  throw refused(operation, `${name} is ${shown(given)}. Pass an object, or leave it out.`);
}

/**
 * An argument that has to be an object.
 *
 * @param names the properties that it may have.
 */
export function requiredObject<T extends object>(
  operation: string,
  name: string,
  value: T,
  names: readonly (keyof T & string)[],
): T {
  if (isObject(value)) return withNames(operation, name, value, names);
  throw refused(operation, `${name} is ${shown(value)}. Pass an object.`);
}

/** An argument that must be one of these words, because it becomes a part of a path. */
export function oneOf<T extends string>(operation: string, name: string, value: T, words: readonly T[]): T {
  if (words.includes(value)) return value;
  throw refused(operation, `${name} is ${shown(value)}. Pass one of ${words.join(', ')}.`);
}
