import { setTimeout as after } from 'node:timers/promises';

/** The time, and a way to let it pass; tests bring one of their own. */
export interface Clock {
  /** Milliseconds since the epoch when the process began, and monotonic from then on: a wall clock jumps. */
  now(): number;
  /** Resolves after `ms`; rejects with the signal's reason once it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Timers take no more than this: some 25 days. */
const LONGEST_MS = 2 ** 31 - 1;

/** The machine's monotonic clock. */
export const realClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  // A timer may fire a millisecond early; who sleeps until a deadline must find it over.
  sleep: async (ms, signal) => {
    try {
      await after(Math.min(Math.max(Math.ceil(ms), 0) + 1, LONGEST_MS), undefined, signal && { signal });
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    }
  },
};
