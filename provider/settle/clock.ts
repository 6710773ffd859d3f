import { setTimeout as after } from 'node:timers/promises';

/** The time, and a way to let it pass; tests bring one of their own. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms`; rejects with the signal's reason once it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Timers take no more than this: some 25 days. */
const LONGEST_MS = 2 ** 31 - 1;

/** The clock on the wall. */
export const realClock: Clock = {
  now: () => Date.now(),
  sleep: async (ms, signal) => {
    try {
      await after(Math.min(ms, LONGEST_MS), undefined, signal && { signal });
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    }
  },
};
