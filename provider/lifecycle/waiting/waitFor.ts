import type { Call } from '../../session/call';
import type { Collection, WaitDecision } from '../../polling/collection';

/**
 * Waits on the shared poll of the collection until `decide` has decided, and keeps the resource's line of
 * progress up to date meanwhile.
 *
 * @param doing what is under way, e.g. `deploying`.
 * @param what what it is done to, where that says how long it takes, e.g. the instance type.
 */
export function waitFor<T>(
  call: Call,
  collection: Collection<T>,
  id: string,
  doing: string,
  decide: (object: T | undefined) => WaitDecision<T>,
  { deadline = call.deadline, what = '' }: { deadline?: number; what?: string | undefined } = {},
): Promise<T | undefined> {
  return collection.wait(id, decide, {
    deadline,
    signal: call.signal,
    // Waits of one kind take about as long as each other: the poll learns from the first.
    kind: `${doing} ${what}`,
    // The engine shows the time itself.
    onStatus: (status) => {
      call.status(status === doing ? doing : `${doing}: ${status}`);
    },
  });
}
