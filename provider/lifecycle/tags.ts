import type { Tag, TagRequest } from '../../api';
import { ConflictError, NotFoundError } from '../../api/errors';
import type { Call } from '../session/call';
import { lagLeft } from './waiting/readRecent';
import { PENDING } from '../../core/pendingTag';
import { MOST_TAGS } from '../../api/services/tags';
import type { TagMap } from '../schema/tagMap';
import { isOwnTag, tagRequests } from '../schema/tagMap';

/** The collections whose members carry tags, as they stand in the API's paths. */
export type Tagged = 'instances' | 'volumes' | 'clusters';

/**
 * Makes the declared tags true on a resource. Keys that the program declared before and no longer does are
 * removed; tags that somebody else put there are left alone.
 *
 * @param actual the tags that the resource carries now.
 * @param declared the tags to have; undefined manages none.
 * @param before the tags that were declared until now.
 * @returns whether anything was written.
 */
export async function syncTags(
  call: Call,
  collection: Tagged,
  id: string,
  actual: readonly Tag[],
  declared: TagMap | undefined,
  before: TagMap | undefined,
): Promise<boolean> {
  const wanted = new Map(tagRequests(declared).map(({ key, value }) => [key, value]));
  const had = new Set(tagRequests(before).map(({ key }) => key));
  const superfluous = actual.filter(({ key, value }) =>
    wanted.has(key) ? wanted.get(key) !== value : had.has(key),
  );
  const kept = new Set(actual.filter((tag) => !superfluous.includes(tag)).map(({ key }) => key));
  const absent = [...wanted].filter(([key]) => !kept.has(key));
  // While the pending tag takes one of the ten places, the program adds the tenth tag after removing it; where that
  // fails, the next diff finds it (`missingTags`).
  const lacking = kept.has(PENDING) ? absent.slice(0, MOST_TAGS - kept.size) : absent;
  // Removals first: a resource carries ten tags at most.
  await Promise.all(superfluous.map((tag) => removeTag(call, collection, id, tag.id)));
  await Promise.all(lacking.map(([key, value]) => addTag(call, collection, id, { key, value })));
  if (superfluous.length + lacking.length === 0) return false;
  call.session[collection].invalidate();
  return true;
}

/** How often a tag is added where replies lag behind: its key is there and not shown, or what carries it is unknown. */
const ATTEMPTS = 5;
/** How long is waited for such a reply, in ms, times the number of the attempt. */
const LAG_MS = 500;

/**
 * Adds a tag to what was seen a moment ago. Where its key turns out to be there, it is read back, and replaced if its
 * value is another.
 */
export async function addTag(call: Call, collection: Tagged, id: string, tag: TagRequest): Promise<Tag> {
  const value = tag.value ?? '';
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call.session.client.tags.add(collection, id, tag, call.requests);
    } catch (error) {
      const mayLag = error instanceof ConflictError || error instanceof NotFoundError;
      if (!mayLag || attempt === ATTEMPTS) throw error;
    }
    const carrier = await call.session[collection].get(id);
    const found = carrier?.tags.find(({ key }) => key === tag.key.toLowerCase());
    if (found?.value === value) return found;
    if (found) await removeTag(call, collection, id, found.id);
    else await call.session.clock.sleep(LAG_MS * attempt, call.signal);
  }
}

/** Removes one tag; that it is gone already is success. */
export async function removeTag(call: Call, collection: Tagged, id: string, tagId: string): Promise<void> {
  try {
    await call.session.client.tags.remove(collection, id, tagId, call.requests);
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
  }
}

const TAGGED: Readonly<Record<string, Tagged>> = {
  Instance: 'instances',
  Volume: 'volumes',
  Cluster: 'clusters',
};

/** The collection of a class of resources that carry tags. */
export const collectionOf = (resource: string): Tagged | undefined => TAGGED[resource];

/**
 * The declared tags that had no room beside the pending tag, and still are not there now that it is gone. Only where
 * the program declares ten can there be any.
 *
 * @param resource the name of the resource's class.
 */
export async function missingTags(
  call: Call,
  resource: string,
  id: string,
  state: object,
): Promise<string[]> {
  const collection = collectionOf(resource);
  const declared = tagRequests((state as { readonly tags?: TagMap }).tags);
  if (!collection || declared.length < MOST_TAGS) return [];
  // A list may not show yet what was added a moment ago.
  if (lagLeft(call.recorded, call.session.clock.now()) > 0) return [];
  const carrier = await call.session[collection].read(id);
  if (!carrier || carrier.tags.some(isOwnTag)) return [];
  const there = new Set(carrier.tags.map(({ key }) => key));
  return declared.map(({ key }) => key).filter((key) => !there.has(key));
}
