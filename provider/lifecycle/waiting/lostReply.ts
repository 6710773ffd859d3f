// An order whose reply was lost may have been carried out.
import { LAG_MS } from '../../../core/orphans/intentLog';
import type { Call } from '../../run/call';

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
