import type { Call } from '../../run/call';
import type { Collection, WaitDecision } from '../../polling/collection';
import { formatDuration } from '../../../core/values/duration';

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

/** Shorter waits need no duration: the engine shows the elapsed time too. */
const SHORT_MS = 10_000;
/** Beyond this multiple of the usual duration, a wait is unusual. */
const UNUSUAL = 1.5;

/**
 * The progress line of a wait, e.g. `deploying: provisioning, 1 min 10 s of about 2 min`. The time advances in steps, a
 * sixth of the usual duration each: logs get a line for each step.
 *
 * @param doing the action in progress, e.g. `deploying`.
 * @param usualMs how long it usually takes, if that is known.
 */
export function statusLine(
  doing: string,
  status: string,
  elapsedMs: number,
  usualMs: number | undefined,
): string {
  const line = status === doing ? doing : `${doing}: ${status}`;
  if (usualMs === undefined || usualMs < SHORT_MS) return line;
  const step = Math.max(toTens(usualMs / 6), SHORT_MS);
  const passed = Math.floor(elapsedMs / step) * step;
  if (passed === 0) return line;
  const usual = `about ${formatDuration(toTens(usualMs))}`;
  return passed <= UNUSUAL * usualMs
    ? `${line}, ${formatDuration(passed)} of ${usual}`
    : `${line}, ${formatDuration(passed)}, usually ${usual}`;
}

/** Rounded to ten seconds. */
const toTens = (ms: number): number => Math.round(ms / 10_000) * 10_000;
