import type { Call } from '../../run/call';
import type { Collection, WaitDecision } from '../../polling/collection';
import { statusLine } from './statusLine';

interface WaitForOptions {
  readonly deadline?: number;
  readonly what?: string | undefined;
  readonly usualMs?: number | undefined;
}

/**
 * Waits on the shared poll of the collection until `decide` returns a final decision, and updates the progress line
 * of the resource meanwhile.
 *
 * @param doing the action in progress, e.g. `deploying`.
 * @param what the object of the action if it influences the duration, e.g. the instance type.
 * @param usualMs how long it usually takes, in ms, before this run has seen one.
 */
export function waitFor<T>(
  call: Call,
  collection: Pick<Collection<T>, 'wait'>,
  id: string,
  doing: string,
  decide: (object: T | undefined) => WaitDecision<T>,
  { deadline = call.deadline, what = '', usualMs }: WaitForOptions = {},
): Promise<T | undefined> {
  return collection.wait(id, decide, {
    deadline,
    signal: call.signal,
    // Waits of one kind take about equally long: the poll expects the duration of the first one of the
    // others.
    kind: `${doing} ${what}`,
    onStatus: (status, elapsedMs, learnedMs = usualMs) => {
      call.status(statusLine(doing, status, elapsedMs, learnedMs));
    },
  });
}
