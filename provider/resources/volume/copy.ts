// A copy takes hours and is billed from its first minute: one that nobody waits for any more is cancelled.
import type { Volume } from '../../../api';
import { pendingTagOf } from '../../../core/pendingTag';
import type { Call } from '../../session/call';
import { spoken } from '../../session/call';
import { DeadlineError } from '../../polling/deadline';
import { waitFor } from '../../polling/waitFor';

/** Whether a copy still has the name that it was ordered under. */
export const hasPendingName = ({ name }: Volume): boolean => pendingTagOf({ tags: [], name }) !== undefined;

/** How long the cloud gets to drop a cancelled copy, in ms. */
const CANCEL_MS = 5 * 60_000;

/** A copy was cancelled, and nothing of it is left. */
export class CopyCancelledError extends Error {
  override readonly name = 'CopyCancelledError';
}

/** A copy that nobody waits for any more could not be cancelled. */
export class CopyError extends Error {
  override readonly name = 'CopyError';
}

/**
 * Waits for a copy. When its time is over or the engine is gone, it is cancelled, so that nothing half-copied stays
 * billed; that throws a CopyCancelledError. One that cannot be cancelled stays as it is.
 */
export async function finishCopy(
  call: Call,
  id: string,
  sourceId: string,
  wait: () => Promise<Volume>,
): Promise<Volume> {
  const { session } = call;
  const started = session.clock.now();
  try {
    return await wait();
  } catch (error) {
    const isLate = error instanceof DeadlineError;
    if (!isLate && !session.engineGone.signal.aborted) throw error;
    const elapsed = spoken(session.clock.now() - started);
    await session.lastDeed(cancel(call, id, error as Error));
    throw new CopyCancelledError(
      `The copy of the volume ${sourceId} was still under way after ${elapsed}. It was cancelled, and nothing of it ` +
        'stays. Give it more time with customTimeouts: { create: "6h" }, then run `pulumi up` again.',
      { cause: error },
    );
  }
}

/** @param why the wait ended, for the case that cancelling fails as well. */
async function cancel(call: Call, id: string, why: Error): Promise<void> {
  const { client, clock, engineGone, volumes } = call.session;
  try {
    await client.volumes.perform({ action: 'cancel', id }, { takesBack: true });
    volumes.wrote();
    if (engineGone.signal.aborted) return;
    await waitFor(call, volumes, id, 'cancelling the copy', isCancelled, {
      deadline: clock.now() + CANCEL_MS,
    });
  } catch (error) {
    throw new CopyError(`${why.message} Cancelling the copy ${id} failed: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

const isCancelled = (found: Volume | undefined) =>
  !found || found.status === 'canceled'
    ? ({ state: 'done', value: found } as const)
    : ({ state: 'waiting', status: found.status } as const);
