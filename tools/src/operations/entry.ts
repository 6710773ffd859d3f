// How the table says where a program meets each part of the API.

/**
 * Where something is, as a program writes it, several with commas between them:
 * - `Instance.osVolume.size`: an input or output of a resource;
 * - `getImages(instanceType)`: an argument of a data source;
 * - `getImages().imageType`: a part of its answer, of each element where it answers a list;
 * - `client().instances.deploy`: a call.
 * The test has the compiler look each of them up.
 */
export type Place = string;

/** A place with a word about it, or the reason why there is none. */
export type Named = Place | { readonly place: Place; readonly note: string } | { readonly reason: string };

/** The fields of a request or a reply, each with its place. Nested ones have their path: `os_volume.size`. */
export type Fields = Readonly<Record<string, Named>>;

/** One operation of the contract. */
export interface Entry {
  /** What of the package uses it. */
  readonly by: Named;
  /** Its query and its body; `as-is` where the call in `by` takes the body in the API's own words. */
  readonly request?: Fields | 'as-is';
  /** Each action that it performs. */
  readonly actions?: Fields;
}

/** What becomes of the fields of one schema that replies hold. */
export interface ReplyEntry {
  /** A data source or call that hands out each field, in camelCase for a data source. */
  readonly all?: Place;
  /** Where the outputs of resources have them. */
  readonly fields?: Fields;
  /** Why programs do not meet it at all. */
  readonly reason?: string;
}

export const at = (place: Place, note: string): Named => ({ place, note });

export const because = (reason: string): Named => ({ reason });

/** `price_per_hour` → `pricePerHour`. */
export const camelCase = (word: string): string =>
  word.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** Fields that have the same names there, in camelCase. */
export function same(of: string, names: string): Fields {
  return Object.fromEntries(names.split(/\s+/).map((name) => [name, `${of}.${camelCase(name)}`]));
}

/** Fields that share one place. */
export function all(names: string, named: Named): Fields {
  return Object.fromEntries(names.split(/\s+/).map((name) => [name, named]));
}

/** `pricePerHour` → `price_per_hour`. */
export const snakeCase = (word: string): string =>
  word.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
