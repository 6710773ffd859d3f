// The program removes the pending tags of what is in state. Where it was killed before it had done so, the next run's
// provider does: what old state shows is in state.
import { pendingTagIdOf } from '../../../core/pendingTag';
import type { Call } from '../../session/call';
import { oncePerSession } from '../../session/oncePerSession';
import type { Tagged } from '../tags';
import { collectionOf, removeTag } from '../tags';

/** What the outputs of a resource say of volumes that were made with it. */
interface WithVolumes {
  readonly ownVolumeIds?: readonly string[];
  readonly sharedVolumes?: readonly { readonly id: string }[];
  readonly osVolumeId?: string | null;
  readonly volumeIds?: readonly string[];
}

const createdIn = ({ ownVolumeIds = [], sharedVolumes = [] }: WithVolumes): string[] => [
  ...ownVolumeIds,
  ...sharedVolumes.map(({ id }) => id),
];

/** Remembers which volumes a state has: they are no orphans, whatever tags they carry. */
export function rememberVolumes({ session }: Call, state: object): void {
  const { osVolumeId, volumeIds = [] } = state as WithVolumes;
  for (const id of [...createdIn(state), ...volumeIds, osVolumeId ?? '']) session.volumesInState.add(id);
}

/** Removes the pending tags from what old state shows, unless a preview or a refresh shows it: those write nothing. */
export function removePendingTags(call: Call, resource: string, id: string, state: object): void {
  const { session } = call;
  const collection = collectionOf(resource);
  if (!collection) return;
  rememberVolumes(call, state);
  if (!session.appliesChanges) return;
  const removals = [removeFrom(call, collection, [id]), removeFrom(call, 'volumes', createdIn(state))];
  // The program looks for them at its end, and tells what it cannot remove.
  void session.finalTask(Promise.allSettled(removals).then(() => undefined));
}

async function removeFrom(call: Call, collection: Tagged, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  // The tags that there were when this process listed the collection first.
  const tags = await oncePerSession(call.session, `pending tags of ${collection}`, async () => {
    const listed = await call.session[collection].list();
    return new Map(listed.map((one) => [one.id, pendingTagIdOf(one)]));
  });
  await Promise.all(
    ids.map(async (id) => {
      const tagId = tags.get(id);
      tags.delete(id);
      if (tagId !== undefined) await removeTag(call, collection, id, tagId);
    }),
  );
}
