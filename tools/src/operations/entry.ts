// The form of the table, which shows where a program reaches each part of the API.

/**
 * The place of something, as a program writes it; several places are separated by commas:
 * - `Instance.osVolume.size`: an input or output of a resource;
 * - `getImages(instanceType)`: an argument of a data source;
 * - `getImages().imageType`: a part of its result, or of each element if the result is a list;
 * - `client().instances.deploy`: a call.
 * A test lets the compiler look up each of them.
 */
export type Place = string;

/** A place with a comment, or the reason why there is none. */
export type Named = Place | { readonly place: Place; readonly note: string } | { readonly reason: string };

/** The fields of a request or a reply, each with its place. Nested fields have their path: `os_volume.size`. */
export type Fields = Readonly<Record<string, Named>>;

/** One operation of the contract. */
export interface Entry {
  /** The resources, data sources or calls that use the operation. */
  readonly by: Named;
  /** Its query and its body; `as-is` if the call in `by` takes the body with the API's own names. */
  readonly request?: Fields | 'as-is';
  /** The place of each action. */
  readonly actions?: Fields;
}

/** The places of the fields of a schema in replies. */
export interface ReplyEntry {
  /** A data source or call that returns all fields, in camelCase for a data source. */
  readonly all?: Place;
  /** The outputs of resources that contain the fields. */
  readonly fields?: Fields;
  /** The reason why programs do not see the schema. */
  readonly reason?: string;
}

/** The call for operations that have no call of their own. */
export const GENERAL_CALL = 'client().request';

export const at = (place: Place, note: string): Named => ({ place, note });

export const because = (reason: string): Named => ({ reason });

/** `price_per_hour` → `pricePerHour`. */
export const camelCase = (word: string): string =>
  word.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** Fields that have the same names in the package, in camelCase. */
export function same(of: string, names: string): Fields {
  return Object.fromEntries(names.split(/\s+/).map((name) => [name, `${of}.${camelCase(name)}`]));
}

/** Fields that share one place. */
export function all(names: string | readonly string[], named: Named): Fields {
  const list = typeof names === 'string' ? names.split(/\s+/) : names;
  return Object.fromEntries(list.map((name) => [name, named]));
}

/** `pricePerHour` → `price_per_hour`. */
export const snakeCase = (word: string): string =>
  word.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
