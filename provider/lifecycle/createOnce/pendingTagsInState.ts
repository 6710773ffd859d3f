// The program removes the pending tags of what is in state. Where it was killed before it had done so, the next run's
// provider does: what old state shows is in state.
import { PENDING } from '../../../core/pendingTag';
import type { Call } from '../../session/call';
import type { Session } from '../../session/session';
import type { Tagged } from '../tags';
import { collectionOf, removeTag } from '../tags';

/** What the outputs of a resource say of volumes that were made with it. */
interface WithVolumes {
  readonly ownVolumeIds?: readonly string[];
  readonly sharedVolumes?: readonly { readonly id: string }[];
  readonly osVolumeId?: string | null;
  readonly volumeIds?: readonly string[];
}

/** The pending tags that there were when this process listed a collection first, by what carries them. */
type Tags = Map<string, string>;

/** Sessions of runs that are no preview, with one list for each collection. */
const runs = new WeakMap<Session, Map<Tagged, Promise<Tags>>>();

/** A check that is for no preview tells such a run from previews and refreshes, which write nothing. */
export function noteCheck({ session }: Call, resource: string, isPreview: boolean): void {
  if (collectionOf(resource) && !isPreview && !runs.has(session)) runs.set(session, new Map());
}

/** The volumes of machines that old states have shown to a process. */
const shownVolumes = new WeakMap<Session, Set<string>>();

/** Remembers which volumes a state has: they are no orphans, whatever tags they carry. */
export function noteVolumes({ session }: Call, state: object): void {
  const { ownVolumeIds = [], sharedVolumes = [], osVolumeId, volumeIds = [] } = state as WithVolumes;
  const known = shownVolumes.get(session) ?? new Set();
  shownVolumes.set(session, known);
  const shared = sharedVolumes.map(({ id }) => id);
  for (const id of [...ownVolumeIds, ...shared, ...volumeIds, osVolumeId ?? '']) known.add(id);
}

/** Whether an old state has shown that a machine has a volume. */
export const isOfOldState = ({ session }: Call, volumeId: string): boolean =>
  shownVolumes.get(session)?.has(volumeId) ?? false;

/** Removes the pending tags from what old state shows: the resource and the volumes that were made with it. */
export function removePendingTags(call: Call, resource: string, id: string, state: object): void {
  const collection = collectionOf(resource);
  if (!collection) return;
  const { ownVolumeIds = [], sharedVolumes = [] } = state as WithVolumes;
  const volumeIds = [...ownVolumeIds, ...sharedVolumes.map((volume) => volume.id)];
  noteVolumes(call, state);
  removeFrom(call, collection, [id]);
  removeFrom(call, 'volumes', volumeIds);
}

function removeFrom(call: Call, collection: Tagged, ids: readonly string[]): void {
  const lists = runs.get(call.session);
  if (!lists || ids.length === 0) return;
  const list = lists.get(collection) ?? pendingTagsIn(call, collection);
  lists.set(collection, list);
  const removal = list.then((tags) =>
    Promise.all(
      ids.map(async (id) => {
        const tagId = tags.get(id);
        if (tagId === undefined) return;
        tags.delete(id);
        await removeTag(call, collection, id, tagId);
      }),
    ),
  );
  // The program looks for them at its end, and tells what it cannot remove.
  void call.session.lastDeed(
    removal.then(
      () => undefined,
      () => undefined,
    ),
  );
}

async function pendingTagsIn({ session }: Call, collection: Tagged): Promise<Tags> {
  const tags: Tags = new Map();
  for (const { id, tags: carried } of await session[collection].list()) {
    const tag = carried.find(({ key }) => key === PENDING);
    if (tag) tags.set(id, tag.id);
  }
  return tags;
}
