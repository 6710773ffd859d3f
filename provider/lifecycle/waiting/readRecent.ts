// Whether what is in state is still there. Lists and replicas lag behind a create, so that one look does not tell.
import { LAG_MS } from '../../../core/intentLog';
import type { Call, Recorded } from '../../session/call';
import { formatDuration } from '../../session/call';
import type { Collection, WaitDecision } from '../../polling/collection';
import { waitFor } from './waitFor';

/** For how long lists may not show yet what was created then, in ms. */
export const lagLeft = ({ createdAt = -Infinity }: Recorded, now: number): number =>
  // A clock that was set back must not prolong it.
  Math.min(Math.max(createdAt + LAG_MS - now, 0), LAG_MS);

/**
 * What is in state, as it is now; undefined when it is certainly not there. What was created a moment ago and is
 * not shown is looked for once more when lists have had their time: only then nothing means gone.
 *
 * @param look told whether it is to ask now, past all caches.
 */
export async function readTwice<T>(
  call: Call,
  look: (isAgain: boolean) => Promise<T | undefined>,
): Promise<T | undefined> {
  const { clock } = call.session;
  const outstanding = () => lagLeft(call.recorded, clock.now());
  const isYoung = outstanding() > 0;
  const found = await look(false);
  if (found !== undefined || !isYoung) return found;
  call.status(`created a moment ago and not shown: looking again in ${formatDuration(outstanding())}`);
  await clock.sleep(outstanding(), call.signal);
  return look(true);
}

/** Like `readTwice`, for an object of a collection. */
export const readRecent = <T extends { readonly id: string }>(
  call: Call,
  collection: Collection<T>,
  id: string,
): Promise<T | undefined> =>
  readTwice(call, async (isAgain) => {
    if (!isAgain) return collection.read(id);
    const listed = await collection.list({ startedAfter: call.session.clock.now() });
    return listed.find((one) => one.id === id) ?? (await collection.get(id));
  });

/** What somebody speaks of, as soon as it is shown; undefined when it is not by the time that lists may take. */
export async function waitUntilListed<T>(
  call: Call,
  collection: Collection<T>,
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
