import type { Volume } from '../../../api';
import { CloudComputeError, ForbiddenError, NotFoundError } from '../../../api/errors';
import { orderOf, pendingTag, restoreMeaning } from '../../../core/pendingTag';
import { isGoing, isGone, unlessGone } from '../../../core/statuses';
import type { Created } from '../../lifecycle/createOnce/billable';
import { waitUntilDeleted } from '../../lifecycle/removeVolume';
import { addTag } from '../../lifecycle/tags';
import type { Call } from '../../run/call';
import { isDeleted } from './ready';

/**
 * Restores a volume from the trash, unless an interrupted run has done so already. Volumes in the trash take no tags,
 * so the intent log holds the id until the volume carries its pending tag.
 */
export async function restoreVolume(call: Call, id: string): Promise<Created<Volume>> {
  const { client, clock, intentLog, known, volumes } = call.run;
  const found = await volumes.get(id);
  const isInTrash = !found || isDeleted(found);
  if (found && isInTrash && !isGone(found)) await waitUntilDeleted(call, id);
  if (isInTrash) {
    intentLog.addRestore(call.owner, id);
    try {
      await client.volumes.perform({ action: 'restore', id }, call.requests);
    } catch (error) {
      if (error instanceof CloudComputeError && !error.mayHaveArrived)
        intentLog.removeRestore(call.owner, id);
      if (!(await isRestored(call, id, error))) throw error;
    }
  }
  if (isInTrash || intentLog.restoresOf(call.owner).includes(id)) await addPendingTag(call, id);
  volumes.invalidate();
  known.add(id);
  return { id, at: clock.now() };
}

/** Whether a request whose reply was lost has restored the volume: then the cloud refuses the repeated request. */
async function isRestored({ run, requests }: Call, id: string, error: unknown): Promise<boolean> {
  if (!(error instanceof ForbiddenError && error.mayHaveArrived)) return false;
  const found = await unlessGone(run.client.volumes.get(id, requests));
  return found !== undefined && !isGoing(found);
}

async function addPendingTag(call: Call, id: string): Promise<void> {
  const { clock, intentLog } = call.run;
  const order = orderOf(call, {
    // It was in the trash before, so as an orphan it returns to the trash.
    whenOrphaned: call.keep ? 'keep' : 'trash',
    meaning: restoreMeaning(id),
  });
  try {
    // The time tells the tag from that of an earlier restore, which the state of a later run records.
    await addTag(call, 'volumes', id, pendingTag(order, clock.now()));
    intentLog.removeRestore(call.owner, id);
  } catch (error) {
    // A volume with ten tags cannot take another one: then only the program and the intent log record the restore.
    if (!(error instanceof ForbiddenError || error instanceof NotFoundError)) throw error;
  }
}
