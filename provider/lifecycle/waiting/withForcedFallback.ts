import type { Call } from '../../session/call';
import { formatDuration } from '../../../core/duration';
import { DeadlineError } from '../../polling/deadline';

/**
 * Waits for something that usually happens by itself. If it has not happened after a while, forces it and waits
 * again, until the deadline of the call.
 *
 * @param patienceMs how long to wait before forcing, in ms; at most half of the time that the call has left.
 * @param force gets the time that was waited, in words.
 */
export async function withForcedFallback<T>(
  call: Call,
  patienceMs: number,
  wait: (deadline: number) => Promise<T>,
  force: (waited: string) => Promise<void>,
): Promise<T> {
  const now = call.session.clock.now();
  const patience = Math.min(patienceMs, (call.deadline - now) / 2);
  try {
    return await wait(now + patience);
  } catch (error) {
    if (!(error instanceof DeadlineError) || patience <= 0) throw error;
    await force(formatDuration(patience));
    return wait(call.deadline);
  }
}
