import type { Tag } from '#contract';
import { conflict, forbidden, invalidRequest, notFound } from '../../model/errors';
import { objectOf, text } from '../../model/rows';
import type { Identifiers } from '../../model/identifiers';

export interface NewTag {
  key: string;
  value: string;
}

/** A tag of a stored row. */
export const tagFields = objectOf<Tag>({ id: text, key: text, value: text });

export const maximumTags = 10;

const maximumKeyLength = 63;

/** The key in lower case, in which some letters become two characters. */
function storedKey(property: string, key: string): string {
  const lower = key.toLowerCase();
  if (Array.from(lower).length <= maximumKeyLength) return lower;
  throw invalidRequest(`${property} has at most ${maximumKeyLength} characters in lower case.`);
}

/** The tags of a new resource; keys are stored in lower case. */
export function newTags(identifiers: Identifiers, property: string, tags: readonly NewTag[]): Tag[] {
  if (tags.length > maximumTags) {
    throw invalidRequest(`${property}: a resource has at most ${maximumTags} tags, not ${tags.length}.`);
  }
  const seen = new Set<string>();
  return tags.map(({ key, value }, index) => {
    const lower = storedKey(`${property}[${index}].key`, key);
    if (seen.has(lower))
      throw invalidRequest(`${property}[${index}].key: the key "${lower}" is given twice.`);
    seen.add(lower);
    return { id: identifiers.prefixed('tag_'), key: lower, value };
  });
}

export function addTag(identifiers: Identifiers, tags: Tag[], { key, value }: NewTag): Tag {
  const lower = storedKey('key', key);
  if (tags.some((tag) => tag.key === lower)) {
    throw conflict(`The resource already has a tag "${lower}". Remove it first to change its value.`);
  }
  if (tags.length >= maximumTags) {
    throw forbidden(`The resource already has ${maximumTags} tags, which is the limit.`);
  }
  const tag = { id: identifiers.prefixed('tag_'), key: lower, value };
  tags.push(tag);
  return tag;
}

/** Removes a tag by its id, or by its key as older clients do. */
export function removeTag(tags: Tag[], idOrKey: string): Tag {
  const index = tags.findIndex((tag) => tag.id === idOrKey || tag.key === idOrKey.toLowerCase());
  const [removed] = index < 0 ? [] : tags.splice(index, 1);
  if (removed === undefined) throw notFound(`The resource has no tag "${idOrKey}".`);
  return removed;
}

/** Whether the resource has a tag that matches a filter `key` or `key=value`. */
export function hasTag(tags: readonly Tag[], filter: string): boolean {
  const split = filter.indexOf('=');
  const key = (split < 0 ? filter : filter.slice(0, split)).toLowerCase();
  const tag = tags.find((candidate) => candidate.key === key);
  return tag !== undefined && (split < 0 || tag.value === filter.slice(split + 1));
}
