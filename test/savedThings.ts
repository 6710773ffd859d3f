import type { CloudComputeClient } from '../api';
import type { TaggedCollection } from '../api/services/tags';
import { CREATED_AT, PENDING_TAG_ID } from '../core/hiddenProperties';
import { orderedVolumesIn } from '../core/orphans/volumesInState';
import type { Saved } from '../sdk/owner/removePendingTag';
import { PendingTagRemoval } from '../sdk/owner/removePendingTag';

/** A resource and the volumes that were created with it, as the program gets them when they are in state. */
export function savedThings(
  collection: TaggedCollection,
  id: string,
  outputs: Readonly<Record<string, unknown>>,
  runStartedAt: number,
): Saved[] {
  const isNew = Number(outputs[CREATED_AT] ?? 0) >= runStartedAt;
  const tagId = outputs[PENDING_TAG_ID];
  const volumes = orderedVolumesIn(outputs).map((volumeId): Saved => {
    return { collection: 'volumes', id: volumeId, isNew: isNew && volumeId !== outputs['osVolumeId'] };
  });
  return [{ collection, id, isNew, ...(typeof tagId === 'string' && { pendingTagId: tagId }) }, ...volumes];
}

/** Removes pending tags at once: a stack of these tests has written the state before it hands out an id. */
export const pendingTagRemoval = (client: () => CloudComputeClient): PendingTagRemoval =>
  new PendingTagRemoval(
    client,
    () => undefined,
    {},
    { delayMs: 0, findDoubt: () => Promise.resolve(undefined) },
  );
