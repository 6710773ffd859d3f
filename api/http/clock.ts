import { onAbort } from './abort';

/** The passing of time, for whatever waits; tests bring one of their own. */
export interface Clock {
  /** Milliseconds since the epoch when the process began, and monotonic from then on: a wall clock jumps. */
  now(): number;
  /** Resolves after `ms`; rejects with the reason of the first signal that aborts before. */
  sleep(ms: number, ...signals: readonly (AbortSignal | undefined)[]): Promise<void>;
}

/** Timers take no more than this: some 25 days. */
const LONGEST_MS = 2 ** 31 - 1;

/** The machine's monotonic clock. */
export const systemClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  sleep: (ms, ...signals) =>
    new Promise((resolve, reject) => {
      // A timer may fire a millisecond early; who sleeps until a deadline must find it over.
      const duration = Math.min(Math.max(Math.ceil(ms), 0) + 1, LONGEST_MS);
      const timer = setTimeout(() => {
        stopListening();
        resolve();
      }, duration);
      const stopListening = onAbort(signals, (reason) => {
        clearTimeout(timer);
        reject(reason);
      });
    }),
};
