import type { Tag } from '../api';
import { ConflictError, NotFoundError } from '../api/errors';
import type { Call } from './call';
import { PENDING } from '../core/pendingTag';
import { MOST_TAGS } from '../api/areas/tags';
import type { TagMap } from './resources/common';
import { tagRequests } from './resources/common';

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
  const { tags } = call.session.client;
  const wanted = new Map(tagRequests(declared).map(({ key, value }) => [key, value]));
  const had = new Set(tagRequests(before).map(({ key }) => key));
  const superfluous = actual.filter(({ key, value }) =>
    wanted.has(key) ? wanted.get(key) !== value : had.has(key),
  );
  const kept = new Set(actual.filter((tag) => !superfluous.includes(tag)).map(({ key }) => key));
  const absent = [...wanted].filter(([key]) => !kept.has(key));
  // While the mark of a creation takes one of the ten places, the program adds the tenth tag after removing it.
  const lacking = kept.has(PENDING) ? absent.slice(0, MOST_TAGS - kept.size) : absent;
  // Removals first: a resource carries ten tags at most.
  await Promise.all(superfluous.map((tag) => removeTag(call, collection, id, tag.id)));
  await Promise.all(
    lacking.map(async ([key, value]) => {
      try {
        await tags.add(collection, id, { key, value }, call.requests);
      } catch (error) {
        // A lost reply that is asked again answers "already there": that is what was wanted.
        if (!(error instanceof ConflictError)) throw error;
      }
    }),
  );
  if (superfluous.length + lacking.length === 0) return false;
  call.session[collection].wrote();
  return true;
}

/** Removes one tag; that it is gone already is success. */
export async function removeTag(call: Call, collection: Tagged, id: string, tagId: string): Promise<void> {
  try {
    await call.session.client.tags.remove(collection, id, tagId, call.requests);
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
  }
}
