import { onAbort } from './abort';

/** The passing of time, for whatever waits; tests bring one of their own. */
export interface Clock {
  /** Milliseconds that never jump: the wall clock of a machine does, and it disagrees with the server's. */
  now(): number;
  /** Resolves after `ms`; rejects with the reason of the first signal that aborts before. */
  sleep(ms: number, ...signals: readonly (AbortSignal | undefined)[]): Promise<void>;
}

/** The machine's monotonic clock. */
export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (ms, ...signals) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        stopListening();
        resolve();
      }, ms);
      const stopListening = onAbort(signals, (reason) => {
        clearTimeout(timer);
        reject(reason);
      });
    }),
};
