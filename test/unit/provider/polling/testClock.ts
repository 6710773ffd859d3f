import { setImmediate as soon } from 'node:timers/promises';
import type { Clock } from '../../../../api/http/time/clock';

interface Sleeper {
  readonly until: number;
  readonly wake: () => void;
}

/** A clock that advances only when a test calls `pass` or `until`. */
export class TestClock implements Clock {
  private time = 1_000_000;
  private readonly sleepers = new Set<Sleeper>();

  now(): number {
    return this.time;
  }

  /** The number of sleeps under way. */
  get sleeping(): number {
    return this.sleepers.size;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const abort = () => {
        this.sleepers.delete(sleeper);
        reject(signal?.reason as Error);
      };
      const sleeper: Sleeper = {
        until: this.time + Math.max(ms, 0),
        wake: () => {
          this.sleepers.delete(sleeper);
          signal?.removeEventListener('abort', abort);
          resolve();
        },
      };
      this.sleepers.add(sleeper);
      signal?.addEventListener('abort', abort);
    });
  }

  /** Advances the clock; each sleep that ends is followed by all callbacks that it causes. */
  async pass(ms: number): Promise<void> {
    const end = this.time + ms;
    await this.quiet();
    for (let next = this.first(end); next; next = this.first(end)) {
      this.time = Math.max(this.time, next.until);
      next.wake();
      await this.quiet();
    }
    this.time = end;
  }

  /** Advances the clock until the promise has settled, and returns its result. */
  async until<T>(promise: Promise<T>): Promise<T> {
    const settled = new AbortController();
    const settle = () => {
      settled.abort();
    };
    promise.then(settle, settle);
    await this.quiet();
    for (let next = this.first(Infinity); next && !settled.signal.aborted; next = this.first(Infinity)) {
      this.time = Math.max(this.time, next.until);
      next.wake();
      await this.quiet();
    }
    if (!settled.signal.aborted) throw new Error('The promise cannot settle: no sleep is under way.');
    return promise;
  }

  /** Runs all callbacks that need no time. */
  async quiet(): Promise<void> {
    await soon();
    await soon();
  }

  private first(end: number): Sleeper | undefined {
    let first: Sleeper | undefined;
    for (const sleeper of this.sleepers) {
      if (sleeper.until <= end && (!first || sleeper.until < first.until)) first = sleeper;
    }
    return first;
  }
}
