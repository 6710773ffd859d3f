import type { Volume } from '../../api';
import type { Call } from '../run/call';
import { deletionsOf } from './bulkDeletions';
import { untilGone } from '../polling/statusRule';
import { waitFor } from './waiting/waitFor';
import { ForbiddenError } from '../../api/errors';
import { isBeingCopied, isBeingMoved } from '../../core/statuses';

/** Deletes a volume, to the trash or permanently, and waits until it is gone and no longer billed. */
export async function removeVolume(call: Call, id: string, isPermanent: boolean): Promise<void> {
  await onceVolumeIsFree(call, id, () => deletionsOf(call.run).volume(call, id, isPermanent));
  await waitUntilDeleted(call, id);
}

/** Waits until a volume that is being deleted is in the trash, or gone. */
export async function waitUntilDeleted(call: Call, id: string): Promise<void> {
  const isInTrash = untilGone<Volume>({ ready: [], failed: [], gone: ['deleted'] });
  await waitFor(call, call.run.volumes, id, 'deleting', isInTrash);
}

const POLL_MS = 5_000;

/**
 * Sends a request for a volume, and again while the cloud refuses it because the volume is being attached, detached or
 * copied: another resource of the run, or an interrupted run, does that.
 */
export async function onceVolumeIsFree<T>(call: Call, id: string, request: () => Promise<T>): Promise<T> {
  const { clock, volumes } = call.run;
  for (;;) {
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof ForbiddenError) || clock.now() + POLL_MS > call.deadline) throw error;
      const listed = await volumes.list({ fresh: true });
      // A copy does not name its source.
      if (!listed.some((one) => isBeingCopied(one) || (one.id === id && isBeingMoved(one)))) throw error;
    }
    call.status(`waiting until another change of the volume ${id} is done`);
    await clock.sleep(POLL_MS, call.signal);
  }
}
