import { setTimeout as after } from 'node:timers/promises';

/** The time, and a way to let it pass; tests bring one of their own. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms`; rejects with the signal's reason once it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The clock on the wall. */
export const realClock: Clock = {
  now: () => Date.now(),
  sleep: async (ms, signal) => {
    try {
      await after(ms, undefined, signal && { signal });
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    }
  },
};
