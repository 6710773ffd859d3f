// Whether an object in state still exists. Lists and replicas lag behind a create, so that one read is not enough.
import { LAG_MS } from '../../../core/orphans/intentLog';
import type { Call, Recorded } from '../../run/call';
import { formatDuration } from '../../../core/values/duration';
import type { Collection, WaitDecision } from '../../polling/collection';
import { waitFor } from './waitFor';

/** How much longer lists may not show an object that was created at this time, in ms. */
export const lagLeft = ({ createdAt = -Infinity }: Recorded, now: number): number =>
  // A clock that was set back must not extend it.
  Math.min(Math.max(createdAt + LAG_MS - now, 0), LAG_MS);

/**
 * Reads an object that is in state; undefined when it certainly does not exist. An object that was created a moment
 * ago and is not shown is read again when lists have caught up.
 *
 * @param readOnce reads the object; its argument is true for a read past all caches.
 */
export async function readTwice<T>(
  call: Call,
  readOnce: (isAgain: boolean) => Promise<T | undefined>,
): Promise<T | undefined> {
  const { clock } = call.run;
  const remaining = () => lagLeft(call.recorded, clock.now());
  const isNew = remaining() > 0;
  const found = await readOnce(false);
  if (found !== undefined || !isNew) return found;
  call.status(`created a moment ago and not listed yet: checking again in ${formatDuration(remaining())}`);
  await clock.sleep(remaining(), call.signal);
  return readOnce(true);
}

/** The same for an object of a collection. */
export const readRecent = <T extends { readonly id: string }>(
  call: Call,
  collection: Collection<T>,
  id: string,
): Promise<T | undefined> =>
  readTwice(call, async (isAgain) => {
    if (!isAgain) return collection.read(id);
    const listed = await collection.list({ fresh: true });
    return listed.find((one) => one.id === id) ?? (await collection.get(id));
  });

/** Waits until an object is listed; undefined when it is not listed within the time that lists may lag. */
export async function waitUntilListed<T>(
  call: Call,
  collection: Pick<Collection<T>, 'read' | 'wait'>,
  id: string,
): Promise<T | undefined> {
  const missing = new Error(`${id} is not shown.`);
  const decide = (found: T | undefined): WaitDecision<T> =>
    found ? { state: 'done', value: found } : { state: 'failed', error: missing };
  try {
    return (await collection.read(id)) ?? (await waitFor(call, collection, id, `looking for ${id}`, decide));
  } catch (error) {
    if (error !== missing) throw error;
    return undefined;
  }
}
