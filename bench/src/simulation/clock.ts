import { setImmediate as quiet } from 'node:timers/promises';
import type { Clock } from '../../../dist/api/http/time/clock';

interface Sleeper {
  readonly until: number;
  readonly order: number;
  readonly wake: () => void;
}

/** Runs all callbacks that need no time. */
async function happen(): Promise<void> {
  await quiet();
  await quiet();
}

/** A clock that jumps to the next instant at which a sleep ends: hours pass in seconds. */
export class SimulatedClock implements Clock {
  private time = 0;
  private order = 0;
  /** A heap with the shortest sleep first. */
  private readonly sleepers: Sleeper[] = [];

  now(): number {
    return this.time;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason as Error);
        return;
      }
      // A cancelled sleep stays in the heap and has no effect at its end.
      const abort = () => {
        reject(signal?.reason as Error);
      };
      this.order += 1;
      this.push({
        until: this.time + Math.max(ms, 0),
        order: this.order,
        wake: () => {
          signal?.removeEventListener('abort', abort);
          resolve();
        },
      });
      signal?.addEventListener('abort', abort, { once: true });
    });
  }

  /** Advances the clock until the promise has settled, and returns its result. */
  async until<T>(promise: Promise<T>): Promise<T> {
    const wait = { isOver: false };
    const end = () => {
      wait.isOver = true;
    };
    promise.then(end, end);
    await happen();
    while (!wait.isOver) {
      const next = this.pop();
      if (!next) throw new Error('The simulation stands still: nobody is asleep.');
      this.time = Math.max(this.time, next.until);
      next.wake();
      while (this.sleepers[0] && this.sleepers[0].until <= this.time) this.pop()?.wake();
      await happen();
    }
    return promise;
  }

  private push(sleeper: Sleeper): void {
    const heap = this.sleepers;
    let at = heap.length;
    heap.push(sleeper);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.precedes(at, parent)) return;
      this.swap(at, parent);
      at = parent;
    }
  }

  private pop(): Sleeper | undefined {
    const heap = this.sleepers;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first;
    heap[0] = last;
    for (let at = 0; ;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      let least = at;
      if (left < heap.length && this.precedes(left, least)) least = left;
      if (right < heap.length && this.precedes(right, least)) least = right;
      if (least === at) return first;
      this.swap(at, least);
      at = least;
    }
  }

  private precedes(a: number, b: number): boolean {
    const [one, other] = [this.sleepers[a], this.sleepers[b]];
    if (!one || !other) return false;
    return one.until === other.until ? one.order < other.order : one.until < other.until;
  }

  private swap(a: number, b: number): void {
    const [one, other] = [this.sleepers[a], this.sleepers[b]];
    if (!one || !other) return;
    this.sleepers[a] = other;
    this.sleepers[b] = one;
  }
}
