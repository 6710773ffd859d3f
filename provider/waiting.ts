import type { Call } from './call';
import { spoken } from './call';
import type { Collection, Verdict } from './settle/collection';

/**
 * Waits on the shared poll of the collection until `decide` has decided, and keeps the resource's line of
 * progress up to date meanwhile.
 *
 * @param doing what is under way, e.g. `deploying`.
 */
export function waitFor<T>(
  call: Call,
  collection: Collection<T>,
  id: string,
  doing: string,
  decide: (object: T | undefined) => Verdict<T>,
  deadline = call.deadline,
): Promise<T | undefined> {
  return collection.wait(id, decide, {
    deadline,
    signal: call.signal,
    onStatus: (status, elapsedMs) => {
      call.status(`${doing}: ${status} (${spoken(elapsedMs)})`);
    },
  });
}
