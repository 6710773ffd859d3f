import { ForbiddenError } from '../../../api/errors';
import { isBeingCopied, isBeingMoved } from '../../../core/statuses';
import type { Call } from '../../run/call';

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
