// Orders of which nobody knows yet whether the cloud carries them out.
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

/** How often an order is sent at most. */
export const ATTEMPTS = 3;
const READS = 5;

/** Looks for the result of the order several times, because the effect may be late and lists may lag. */
export async function lookAfterLostReply<T>(
  call: Call,
  noun: string,
  look: () => Promise<T | undefined>,
): Promise<T | undefined> {
  call.status(`the reply was lost; checking whether the ${noun} exists`);
  for (let read = 0; read < READS; read += 1) {
    await call.run.clock.sleep(LAG_MS * 2 ** (read - READS), call.signal);
    const found = await look();
    if (found !== undefined) return found;
  }
  return undefined;
}
