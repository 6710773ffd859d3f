import type { Call } from '../../run/call';
import { formatDuration } from '../../../core/values/duration';
import { DeadlineError } from '../../polling/deadline';

/**
 * Waits for something that usually happens by itself. If it has not happened after a while, forces it and waits
 * again, until the deadline of the call.
 *
 * @param graceMs how long to wait before forcing, in ms; at most half of the time that the call has left.
 * @param force gets the time that was waited, in words.
 */
export async function withForcedFallback<T>(
  call: Call,
  graceMs: number,
  wait: (deadline: number) => Promise<T>,
  force: (waited: string) => Promise<void>,
): Promise<T> {
  const now = call.run.clock.now();
  const grace = Math.min(graceMs, (call.deadline - now) / 2);
  try {
    return await wait(now + grace);
  } catch (error) {
    if (!(error instanceof DeadlineError) || grace <= 0) throw error;
    await force(formatDuration(grace));
    return wait(call.deadline);
  }
}
