import { LAG_MS } from '../../../core/orphans/intentLog';
import type { Call } from '../../run/call';

/** How often to check whether another run has ended, in ms. */
const POLL_MS = 500;

/**
 * The processes of a killed run need a moment to end. Until then, its order looks like the order of a run that is under
 * way.
 */
export async function waitForOtherRun(call: Call, isUnderWay: () => boolean): Promise<void> {
  const { clock } = call.run;
  const latest = clock.now() + LAG_MS;
  while (isUnderWay() && clock.now() < latest) {
    call.status('waiting for the end of another run on this computer that has ordered the same');
    await clock.sleep(POLL_MS, call.signal);
  }
}
