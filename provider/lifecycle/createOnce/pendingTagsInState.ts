// The program removes the pending tags of resources in state. If it was killed before that, the provider of the next
// run removes them: an old state proves that its resources are in state.
import type { CloudComputeClient } from '../../../api/client';
import type { CallOptions } from '../../../api/options';
import type { TaggedCollection } from '../../../api/services/tags';
import type { Thing } from '../../../core/orphans/billed';
import { idsCreatedWith, orderedVolumesIn, volumesInState } from '../../../core/orphans/volumesInState';
import type { PendingTag } from '../../../core/pendingTag';
import { isRestoreOf, pendingTagIdOf, pendingTagOf, savedTag } from '../../../core/pendingTag';
import type { Call } from '../../run/call';
import type { Run } from '../../run/run';
import { collectionOf, removeTag } from '../tags';

/** Records what a state shows: its volumes are no orphans, whatever tags they carry, and its POST was answered. */
export function recordState({ run, recorded }: Call, id: string, state: object): void {
  run.known.addInState(volumesInState(state));
  run.posts.recall(recorded.orderTag, id);
}

/** Notes a resource that moved to the native plugin: the owner's delete runs in another process and must keep it. */
export function noteMoved({ intentLog }: Run, id: string, state: object): void {
  for (const one of idsCreatedWith(id, state)) intentLog.addSaved(one);
}

/**
 * Writes into the pending tags at the end of a run what is in state, for runs on other computers, which have no notes of
 * this one.
 */
export async function markSaved(
  { tags }: CloudComputeClient,
  things: readonly Thing[],
  ids: ReadonlySet<string>,
  options: CallOptions,
): Promise<void> {
  // They order nothing, so they are sent even if the engine is gone.
  const requests = { ...options, takesBack: true };
  // Failures are ignored: on this computer, the notes are enough for the next run.
  await Promise.allSettled(
    things.map(async ({ collection, object }) => {
      if (!ids.has(object.id)) return;
      const [tag, tagId] = [pendingTagOf(object), pendingTagIdOf(object)];
      const saved = tag && savedTag(tag);
      if (tagId === undefined || saved === undefined) return;
      await tags.remove(collection, object.id, tagId, requests);
      await tags.add(collection, object.id, saved, requests);
    }),
  );
}

/** Removes the notes of a resource that was deleted. */
export function forgetNotes({ intentLog }: Pick<Run, 'intentLog'>, id: string, state: object): void {
  for (const one of idsCreatedWith(id, state)) intentLog.removeSaved(one);
  intentLog.removeStops(id);
  // A machine that it has shut down stays noted: another resource may still need it off.
  intentLog.removeUpdate(id);
}

/** Removes the pending tags of a resource in old state. Does nothing in a preview or a refresh, which write nothing. */
export function removePendingTags(call: Call, resource: string, id: string, state: object): void {
  const { run } = call;
  const collection = collectionOf(resource);
  if (!collection) return;
  recordState(call, id, state);
  // Also before the program declares it: no order of a killed run is in state.
  run.known.addInState([id]);
  run.phase.onceUp(() => {
    // At its end, the program looks for remaining pending tags, and reports tags that it cannot remove.
    void run.phase.mustFinish(
      Promise.allSettled(removeTagsOf(call, collection, id, state)).then(() => undefined),
    );
  });
}

/**
 * Removes the pending tags of a machine that is deleted without its volumes: a later `destroy` must not remove them.
 */
export async function releaseVolumes(call: Call, id: string, state: object): Promise<void> {
  await Promise.all(removeTagsOf(call, 'instances', id, state));
}

const removeTagsOf = (
  call: Call,
  collection: TaggedCollection,
  id: string,
  state: object,
): Promise<void>[] => [
  removeFrom(call, collection, [id]),
  removeFrom(call, 'volumes', orderedVolumesIn(state)),
];

async function removeFrom(call: Call, collection: TaggedCollection, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  // The tags in the first list of this process.
  const tags = await call.run.once(`pending tags of ${collection}`, async () => {
    const listed = await call.run[collection].list();
    return new Map(listed.map((one) => [one.id, { id: pendingTagIdOf(one), content: pendingTagOf(one) }]));
  });
  await Promise.all(
    ids.map(async (id) => {
      const tag = tags.get(id);
      if (tag?.id === undefined || isNewer(tag.content, id, call)) return;
      tags.delete(id);
      await removeTag(call, collection, id, tag.id);
    }),
  );
}

/**
 * Whether the state is older than the tag: an interrupted replacement has restored the same volume again. Its create
 * continues, and needs the tag.
 */
const isNewer = (tag: PendingTag | undefined, id: string, { recorded }: Call): boolean =>
  tag !== undefined && isRestoreOf(tag, id) && (tag.orderedAt ?? 0) > (recorded.createdAt ?? Infinity);
