import { onAbort } from '../transport/abort';

/** The clock of all waits; tests use their own. */
export interface Clock {
  /** Milliseconds since the epoch at process start, monotonic from then on: a wall clock may jump. */
  now(): number;
  /** Resolves after `ms`; rejects with the reason of the first signal that aborts before. */
  sleep(ms: number, ...signals: readonly (AbortSignal | undefined)[]): Promise<void>;
}

/** The longest duration of a timer, about 25 days; longer timers fire at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

const now = (): number => performance.timeOrigin + performance.now();

/** The machine's monotonic clock. */
export const systemClock: Clock = {
  now,
  sleep: (ms, ...signals) =>
    new Promise((resolve, reject) => {
      const until = now() + Math.max(ms, 0);
      // A timer may fire a millisecond early, and its duration is limited: it is set again until the time is over.
      const wait = () => {
        const left = until - now();
        if (left > 0) {
          timer = setTimeout(wait, Math.min(Math.ceil(left), LONGEST_TIMER_MS));
          return;
        }
        stopListening();
        resolve();
      };
      let timer = setTimeout(wait, Math.min(Math.max(Math.ceil(ms), 0), LONGEST_TIMER_MS));
      const stopListening = onAbort(signals, (reason) => {
        clearTimeout(timer);
        reject(reason);
      });
    }),
};
