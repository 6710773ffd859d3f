// Whether what is in state is still there. Lists and replicas lag behind a create, so that one look does not tell.
import { LAG_MS } from '../core/intentLog';
import type { Call } from './call';
import { spoken } from './call';
import type { Bookkeeping } from './resource';
import type { Collection, Verdict } from './settle/collection';
import { waitFor } from './waiting';

/** For how long lists may not show yet what was created then, in ms. */
export const lagLeft = ({ __createdAt: createdAt = -Infinity }: Bookkeeping, now: number): number =>
  // A clock that was set back must not prolong it.
  Math.min(Math.max(createdAt + LAG_MS - now, 0), LAG_MS);

/**
 * What is in state, as it is now; undefined when it is certainly not there. What was created a moment ago and is
 * not shown is looked for once more when lists have had their time: only then nothing means gone.
 */
export async function lookFor<T extends { readonly id: string }>(
  call: Call,
  collection: Collection<T>,
  id: string,
  state: Bookkeeping,
): Promise<T | undefined> {
  const { clock } = call.session;
  const outstanding = () => lagLeft(state, clock.now());
  const isYoung = outstanding() > 0;
  const found = await collection.read(id);
  if (found || !isYoung) return found;
  call.status(`created a moment ago and not shown: looking again in ${spoken(outstanding())}`);
  await clock.sleep(outstanding(), call.signal);
  const listed = await collection.list({ startedAfter: clock.now() });
  return listed.find((one) => one.id === id) ?? (await collection.get(id));
}

/** What somebody speaks of, as soon as it is shown; undefined when it is not by the time that lists may take. */
export async function shown<T>(call: Call, collection: Collection<T>, id: string): Promise<T | undefined> {
  const missing = new Error(`${id} is not shown.`);
  const decide = (found: T | undefined): Verdict<T> =>
    found ? { state: 'done', value: found } : { state: 'failed', error: missing };
  try {
    return (await collection.read(id)) ?? (await waitFor(call, collection, id, `looking for ${id}`, decide));
  } catch (error) {
    if (error !== missing) throw error;
    return undefined;
  }
}
