import type { Call } from './call';
import { DeadlineError } from './settle/deadline';

/**
 * Waits for what usually comes by itself. What has not come after a while is forced, and waited for again, up to
 * the deadline of the call.
 *
 * @param patienceMs how long it gets to come by itself, in ms.
 */
export async function orForced<T>(
  call: Call,
  patienceMs: number,
  wait: (deadline: number) => Promise<T>,
  force: () => Promise<void>,
): Promise<T> {
  const patience = Math.min(call.deadline, call.session.clock.now() + patienceMs);
  try {
    return await wait(patience);
  } catch (error) {
    if (!(error instanceof DeadlineError) || patience >= call.deadline) throw error;
    await force();
    return wait(call.deadline);
  }
}
