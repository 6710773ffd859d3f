import type { Tag } from '../../api';
import { isHiddenTag } from '../../core/hiddenTags';

/**
 * Tags as programs write them: key to value. The value `""` makes a freeform tag. In languages with a null value, a tag
 * without a value is not declared.
 */
export type TagMap = Readonly<Record<string, string>>;

const entriesOf = (tags: TagMap): [string, string][] =>
  (Object.entries(tags) as [string, string | null][]).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  );

/** Tags as the API takes them. */
export const tagRequests = (tags: TagMap | undefined): { key: string; value: string }[] =>
  entriesOf(tags ?? {}).map(([key, value]) => ({ key: key.toLowerCase(), value }));

/** Tags in the form in which they are compared: with keys in lower case. */
export const tagMeaning = (tags: TagMap): Record<string, string> =>
  Object.fromEntries(
    tagRequests(tags)
      .map(({ key, value }) => [key, value] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

/**
 * The declared tags as the cloud shows them, with the program's spelling of the keys. Tags that somebody else added
 * are no drift.
 */
export function declaredTags(declared: TagMap | undefined, actual: readonly Tag[]): TagMap | undefined {
  if (!declared) return undefined;
  const values = new Map(actual.map(({ key, value }) => [key, value]));
  return Object.fromEntries(
    entriesOf(declared).flatMap(([key]) => {
      const value = values.get(key.toLowerCase());
      return value === undefined ? [] : [[key, value] as const];
    }),
  );
}

/** All tags except those of this package, as a map, for `.get` and adoption. */
export const tagMap = (tags: readonly Tag[]): TagMap =>
  Object.fromEntries(tags.filter((tag) => !isHiddenTag(tag)).map(({ key, value }) => [key, value]));
