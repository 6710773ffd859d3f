// A copy takes hours and is billed from the start, so a copy that nobody waits for is cancelled.
import type { Volume } from '../../../api';
import { PENDING, pendingTagIdOf, pendingTagOf } from '../../../core/pendingTag';
import { addTag } from '../../lifecycle/tags';
import { DeadlineError } from '../../polling/deadline';
import { waitFor } from '../../lifecycle/waiting/waitFor';
import type { Call } from '../../run/call';
import { formatDuration } from '../../../core/values/duration';
import { waitUntilReady } from './ready';

/** How long the cloud may take to drop a cancelled copy, in ms. */
const CANCEL_MS = 5 * 60_000;

/** A copy was cancelled, and nothing of it is left. */
export class CopyCancelledError extends Error {
  override readonly name = 'CopyCancelledError';
}

/** A copy could not be cancelled. */
export class CopyError extends Error {
  override readonly name = 'CopyError';
}

/** Whether a copy still has the temporary name of its order. */
export const hasPendingName = ({ name }: Volume): boolean => pendingTagOf({ tags: [], name }) !== undefined;

/**
 * Waits for a copy. At the deadline, or when the engine has exited, it cancels the copy, so that no half-made copy stays
 * billed.
 *
 * @throws CopyCancelledError when the copy was cancelled; CopyError when that failed, so that the copy still exists.
 */
export async function finishCopy(call: Call, id: string, sourceId: string): Promise<Volume> {
  const { run } = call;
  const started = run.clock.now();
  try {
    return await waitUntilReady(call, id, 'cloning');
  } catch (error) {
    const isLate = error instanceof DeadlineError;
    if (!isLate && !run.phase.stopped.aborted) throw error;
    const elapsed = formatDuration(run.clock.now() - started);
    await run.phase.mustFinish(cancel(call, id, error as Error));
    const advice = isLate
      ? 'Give it more time with customTimeouts: { create: "6h" }, then run `pulumi up` again.'
      : 'Run `pulumi up` again for another copy.';
    throw new CopyCancelledError(
      `The copy of the volume ${sourceId} was still under way after ${elapsed}. It was cancelled, and nothing of it ` +
        `stays. ${advice}`,
      { cause: error },
    );
  }
}

/** @param why the wait ended, for the error if cancelling fails too. */
async function cancel(call: Call, id: string, why: Error): Promise<void> {
  const { client, clock, phase, volumes } = call.run;
  try {
    await client.volumes.perform({ action: 'cancel', id }, { takesBack: true });
    volumes.invalidate();
    if (phase.stopped.aborted) return;
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

/** Moves the pending tag of a copy from its name to its tags; then the name can change. */
export async function movePendingTagFromName(call: Call, found: Volume): Promise<void> {
  const tag = pendingTagOf(found);
  if (!tag || pendingTagIdOf(found) !== undefined) return;
  await addTag(call, 'volumes', found.id, { key: PENDING, value: tag.text });
  call.run.volumes.invalidate();
}
