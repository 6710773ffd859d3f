import type { Tag, TagRequest } from '../../api';
import { CloudComputeError, ConflictError, ForbiddenError, NotFoundError } from '../../api/errors';
import { isGoing } from '../../core/statuses';
import type { Call } from '../run/call';
import { isAdoptedTag } from '../../core/hiddenTags';
import { isPendingTag } from '../../core/pendingTag';
import { taggedCollections } from '../../api/contract';
import type { TaggedCollection } from '../../api/services/tags';
import { MOST_TAGS } from '../../api/services/tags';
import { same } from '../schema/derived/same';
import type { Part, Step } from '../schema/plan';
import type { TagMap } from '../schema/tagMap';
import { hasUnknown } from '../schema/unknown';
import { tagRequests } from '../schema/tagMap';

/** The tags to remove, the tags to add, and the keys that stay. */
function tagChanges(actual: readonly Tag[], declared: TagMap | undefined, before: TagMap | undefined) {
  const wanted = new Map(tagRequests(declared).map(({ key, value }) => [key, value]));
  const had = new Set(tagRequests(before).map(({ key }) => key));
  const toRemove = actual.filter(({ key, value }) =>
    wanted.has(key) ? wanted.get(key) !== value : had.has(key),
  );
  const kept = new Set(actual.filter((tag) => !toRemove.includes(tag)).map(({ key }) => key));
  return { toRemove, kept, absent: [...wanted].filter(([key]) => !kept.has(key)) };
}

/** The step that makes the tags of a resource match the declared ones; none if its state and its tags do already. */
export function tagSteps<I extends { readonly tags?: TagMap }, O>(
  collection: TaggedCollection,
  { id, tags: actual }: { readonly id: string; readonly tags: readonly Tag[] },
  { tags: declared }: Pick<I, 'tags'>,
  { tags: before }: Pick<I, 'tags'>,
): Step<I, O>[] {
  if (hasUnknown(declared)) return [];
  const { toRemove, absent } = tagChanges(actual, declared, before);
  const isWritten = toRemove.length + absent.length > 0;
  if (!isWritten && same(declared, before)) return [];
  const sets = { tags: declared } as Part<I, O>;
  return [
    {
      ...(isWritten && { says: 'changing its tags' }),
      sets,
      run: (call) => syncTags(call, collection, id, actual, declared, before),
    },
  ];
}

/**
 * Makes the tags of a resource match the declared ones. Removes keys that the program declared before and no longer
 * declares; leaves other tags alone.
 *
 * @param actual the tags that the resource has now.
 * @param declared the tags to have; undefined manages none.
 * @param before the tags that were declared before.
 * @returns whether a tag was written.
 */
export async function syncTags(
  call: Call,
  collection: TaggedCollection,
  id: string,
  actual: readonly Tag[],
  declared: TagMap | undefined,
  before: TagMap | undefined,
): Promise<boolean> {
  const { toRemove, kept, absent } = tagChanges(actual, declared, before);
  const adopted = actual.find(isAdoptedTag);
  if (adopted && kept.size + absent.length > MOST_TAGS) {
    await removeAdoptedTag(call, collection, id, adopted);
    kept.delete(adopted.key);
  }
  if (toRemove.length + absent.length === 0) return false;
  const pending = actual.find(isPendingTag);
  // The id of a resource in state needs no pending tag any more.
  if (pending && call.recorded.createdAt !== undefined && kept.size + absent.length > MOST_TAGS)
    await removeTag(call, collection, id, pending.id);
  try {
    // Removals first: a resource can have at most ten tags.
    await allOf(
      toRemove.map(async (tag) => {
        await removeTag(call, collection, id, tag.id);
        call.run.written.addTagKey(id, tag.key);
      }),
    );
    await allOf(
      absent.map(async ([key, value]) => {
        await addTag(call, collection, id, { key, value });
        call.run.written.addTagKey(id, key);
      }),
    );
  } finally {
    call.run[collection].invalidate();
  }
  return true;
}

/** Like `Promise.all`, but nothing is under way any more when it fails. A failure that may have taken effect comes first. */
async function allOf(work: readonly Promise<unknown>[]): Promise<void> {
  const errors = (await Promise.allSettled(work)).flatMap((result): unknown[] =>
    result.status === 'rejected' ? [result.reason] : [],
  );
  const unclear = errors.find((error) => error instanceof CloudComputeError && error.mayHaveArrived);
  if (errors.length > 0) throw unclear ?? errors[0];
}

/** The tag of an adopted volume gives its place to a declared tag; a note of this computer still says what it says. */
export async function removeAdoptedTag(
  call: Call,
  collection: TaggedCollection,
  id: string,
  { id: tagId }: Tag,
): Promise<void> {
  call.run.intentLog.addSaved(id);
  await removeTag(call, collection, id, tagId);
}

/**
 * How often a tag is written while replies lag behind: its key exists but is not shown, or its resource is not found
 * yet.
 */
const ATTEMPTS = 5;
/** The wait before the next attempt, in ms, times the number of the attempt. */
const RETRY_MS = 500;

/**
 * Adds a tag to a resource that was just read. If the key exists already, it reads the tag and replaces it when the
 * value differs.
 */
export async function addTag(
  call: Call,
  collection: TaggedCollection,
  id: string,
  tag: TagRequest,
): Promise<Tag> {
  const value = tag.value ?? '';
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call.run.client.tags.add(collection, id, tag, call.requests);
    } catch (error) {
      const mayLag = error instanceof ConflictError || error instanceof NotFoundError;
      if (!mayLag || attempt === ATTEMPTS) throw error;
    }
    const resource = await call.run[collection].get(id);
    const found = resource?.tags.find(({ key }) => key === tag.key.toLowerCase());
    if (found?.value === value) return found;
    if (found) await removeTag(call, collection, id, found.id);
    else await call.run.clock.sleep(RETRY_MS * attempt, call.signal);
  }
}

/**
 * Removes one tag. Success if it no longer exists, or if its resource is gone: the cloud no longer changes the tags of an
 * evicted machine or of a volume in the trash.
 */
export async function removeTag(
  call: Call,
  collection: TaggedCollection,
  id: string,
  tagId: string,
): Promise<void> {
  try {
    await call.run.client.tags.remove(collection, id, tagId, call.requests);
  } catch (error) {
    if (error instanceof NotFoundError) return;
    if (!(error instanceof ForbiddenError)) throw error;
    const found = await call.run[collection].get(id);
    if (found && !isGoing(found)) throw error;
  }
}

/** The collection of a class of resources with tags: `volumes` of `Volume`. */
export const collectionOf = (resource: string): TaggedCollection | undefined =>
  taggedCollections.find((collection) => collection.toLowerCase() === `${resource.toLowerCase()}s`);

/** The keys in `tags` of a resource, in lower case. */
export const declaredTagKeys = (inputs: object): string[] =>
  tagRequests((inputs as { readonly tags?: TagMap }).tags).map(({ key }) => key);

/** The tags of an order. */
export const withPendingTag = (
  pendingTag: TagRequest,
  declared: TagMap | undefined,
): { key: string; value: string }[] => [
  { key: pendingTag.key, value: pendingTag.value ?? '' },
  ...tagRequests(declared),
];
