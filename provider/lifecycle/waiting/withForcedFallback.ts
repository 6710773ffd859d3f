import type { Call } from '../../session/call';
import { formatDuration } from '../../session/call';
import { DeadlineError } from '../../polling/deadline';

/**
 * Waits for what usually comes by itself. What has not come after a while is forced, and waited for again, up to
 * the deadline of the call.
 *
 * @param patienceMs how long it gets to come by itself, in ms; half of what is left of the call's time at most.
 * @param force is told how long that was, in words.
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
