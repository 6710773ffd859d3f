import type { Volume } from '../../../api';
import { CloudComputeError, ForbiddenError, NotFoundError } from '../../../api/errors';
import { orderOf, pendingTag, pendingTagOf, restoreMeaning } from '../../../core/pendingTag';
import type { Call } from '../../session/call';
import type { Created } from '../../lifecycle/createOnce/createOnce';
import { addTag } from '../../lifecycle/tags';

/**
 * Takes a volume back from the trash; an interrupted run may have done so already. In the trash it takes no tags, so
 * the intent log knows of it until it carries its pending tag.
 */
export async function restoreVolume(call: Call, id: string): Promise<Created<Volume>> {
  const { client, clock, intentLog, met, volumes } = call.session;
  const found = await volumes.get(id);
  const wasInterrupted = intentLog.restores(call.owner).includes(id);
  if (!found || found.status === 'deleted') {
    intentLog.restoring(call.owner, id);
    try {
      await client.volumes.perform({ action: 'restore', id }, call.requests);
    } catch (error) {
      if (error instanceof CloudComputeError && !error.mayHaveArrived) intentLog.restored(call.owner, id);
      throw error;
    }
    await tagRestored(call, id);
  } else if (wasInterrupted) {
    if (pendingTagOf(found)) intentLog.restored(call.owner, id);
    else await tagRestored(call, id);
  }
  volumes.wrote();
  met.add(id);
  return { id, at: clock.now() };
}

/** Ten tags of others leave no room: then only the program and the intent log know it. */
async function tagRestored(call: Call, id: string): Promise<void> {
  const { intentLog } = call.session;
  // Nobody but the program orders what it holds: it goes back to the trash.
  const order = orderOf(call, {
    whenOrphaned: call.keep ? 'keep' : 'trash',
    meaning: restoreMeaning(id),
  });
  try {
    // The time does not count: the tag names the volume.
    await addTag(call, 'volumes', id, pendingTag(order, Date.now()));
    intentLog.restored(call.owner, id);
  } catch (error) {
    if (!(error instanceof ForbiddenError || error instanceof NotFoundError)) throw error;
  }
}
