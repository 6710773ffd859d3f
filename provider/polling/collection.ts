import { setMaxListeners } from 'node:events';
import { RateLimitedError, ServerError, TransportError } from '../../api/errors';
import { ENDPOINT_QUOTA } from '../../api/http/rateLimit/rateLimits';
import { asError, Waiter } from './waiter';
import type { Clock } from '../../api/http/time/clock';
import { systemClock } from '../../api/http/time/clock';
import { DeadlineError } from './deadline';
import type { Listed } from './listing';
import { Listing } from './listing';
import { Schedule } from './schedule';
import type { WaitDecision, WaitOptions } from './waiter';

export type { WaitDecision, WaitOptions } from './waiter';

/** Options of a collection. */
export interface CollectionOptions<T> {
  /** Its name in messages, e.g. `instances`. */
  readonly name: string;
  readonly list: (options: { signal?: AbortSignal }) => Promise<T[]>;
  /** Fetches a single object; undefined for a 404. */
  readonly get: (id: string, options: { signal?: AbortSignal }) => Promise<T | undefined>;
  readonly idOf: (object: T) => string;
  readonly clock?: Clock;
  /** How many list requests the API allows per minute; the poll uses fewer. Default: the limit of an endpoint. */
  readonly listsPerMinute?: number;
  /** A random number between 0 and 1 for the jitter of the poll; `Math.random` by default. */
  readonly random?: () => number;
}

/** The greatest age of a list that still answers a read, in ms. */
const FRESH_MS = 5_000;

/** How recent a list must be. By default: a few seconds old at most, and newer than the last write. */
export interface ListOptions {
  /** Only a list that starts after this call. */
  readonly fresh?: boolean;
  /** Only a list that started after this time, in ms on the clock. */
  readonly startedAfter?: number;
}

/**
 * All objects of one kind. One poll serves all waits, and reads that arrive together share one list. Every list answers
 * both.
 */
export class Collection<T> {
  private readonly options: CollectionOptions<T>;
  private readonly clock: Clock;
  private readonly schedule: Schedule;
  private readonly listing: Listing<T>;
  private readonly waiters = new Set<Waiter<T>>();
  private polling = false;
  private pauseAbort = new AbortController();
  private writtenAt = 0;
  private failures = 0;
  private lastError: Error | undefined;

  constructor(options: CollectionOptions<T>) {
    this.options = options;
    this.clock = options.clock ?? systemClock;
    this.schedule = new Schedule(options.listsPerMinute ?? ENDPOINT_QUOTA, options.random ?? Math.random);
    this.listing = new Listing({
      list: options.list,
      idOf: options.idOf,
      clock: this.clock,
      onStart: (at) => {
        this.schedule.listed(at);
      },
      onListed: (listed) => {
        this.passToWaiters(listed);
      },
    });
  }

  /**
   * Waits until `decide` returns a final decision about this object, and returns its value. `decide` gets the object
   * as listed after this call, or undefined when neither the list nor a single read finds it. A missing object is
   * looked up several times before that counts as a failure, because lists and replicas can lag behind a create.
   *
   * @throws the error of the decision, the reason of the signal, DeadlineError, or an error that makes further
   * requests pointless. Temporary errors only delay the poll.
   */
  wait(
    id: string,
    decide: (object: T | undefined) => WaitDecision<T>,
    options: WaitOptions,
  ): Promise<T | undefined> {
    return new Promise((resolve, reject) => {
      const { signal } = options;
      if (signal?.aborted) {
        reject(asError(signal.reason));
        return;
      }
      const abort = () => {
        waiter.fail(asError(signal?.reason));
      };
      const since = this.clock.now();
      const listed = this.listing.last?.objects.has(id) ?? false;
      const usualMs = (): number | undefined => this.schedule.expected(waiter.kind);
      const waiter = new Waiter<T>(
        { ...options, id, decide, since, joined: this.listing.mark(), listed, usualMs },
        (ending) => {
          this.waiters.delete(waiter);
          if (this.waiters.size === 0) this.stopPolling();
          signal?.removeEventListener('abort', abort);
          if ('error' in ending) {
            reject(ending.error);
            return;
          }
          this.schedule.waitEnded(waiter.kind, ending.after, ending.until);
          resolve(ending.value);
        },
      );
      if (signal) {
        setMaxListeners(0, signal); // Hundreds of waits share the signal of the engine's exit.
        signal.addEventListener('abort', abort);
      }
      this.waiters.add(waiter);
      void this.failAtDeadline(waiter, options.deadline);
      this.pauseAbort.abort();
      if (!this.polling) void this.poll();
    });
  }

  /** One object. Reads at the same time share one list; an id that is not listed is fetched on its own. */
  async read(id: string): Promise<T | undefined> {
    const { objects } = await this.recent();
    return objects.get(id) ?? (await this.get(id));
  }

  async list(options: ListOptions = {}): Promise<T[]> {
    const { objects } = await this.listFor(options);
    return [...objects.values()];
  }

  private async listFor({ fresh = false, startedAfter }: ListOptions): Promise<Listed<T>> {
    const { last } = this.listing;
    if (!fresh && startedAfter === undefined) return this.recent();
    if (!fresh && startedAfter !== undefined && last && last.startedAt > startedAfter) return last;
    return this.listing.after(this.listing.mark());
  }

  /** One object, fetched now, past all caches. */
  get(id: string): Promise<T | undefined> {
    return this.options.get(id, {});
  }

  /** Call after a write: reads then ignore lists that started before it. */
  invalidate(): void {
    this.writtenAt = this.listing.mark();
  }

  private recent(): Promise<Listed<T>> {
    return this.listing.after(this.writtenAt, FRESH_MS);
  }

  private async poll(): Promise<void> {
    this.polling = true;
    while (this.waiters.size > 0) {
      const now = this.clock.now();
      const due = this.schedule.next(this.waiters, now);
      if (due > now) await this.pause(due - now);
      else await this.listOnce();
    }
    this.polling = false;
  }

  /** Sleeps until the next list is due, or until a waiter joins or the last one leaves: then the time has changed. */
  private async pause(ms: number): Promise<void> {
    this.pauseAbort = new AbortController();
    const { signal } = this.pauseAbort;
    try {
      await this.clock.sleep(ms, signal);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  private stopPolling(): void {
    this.pauseAbort.abort();
    this.listing.abandon();
  }

  private async listOnce(): Promise<void> {
    try {
      await this.listing.poll();
    } catch (error) {
      this.listFailed(asError(error));
    }
  }

  private passToWaiters({ order, startedAt, objects }: Listed<T>): void {
    this.failures = 0;
    this.lastError = undefined;
    for (const waiter of [...this.waiters]) {
      if (order < waiter.joined) continue;
      const object = objects.get(waiter.id);
      if (object !== undefined) {
        waiter.onListed(object, startedAt);
        continue;
      }
      waiter.onMissing(startedAt);
      if (waiter.needsRead(startedAt)) void this.readSingle(waiter);
    }
  }

  /** Fetches an object that the list does not show. */
  private async readSingle(waiter: Waiter<T>): Promise<void> {
    const at = this.clock.now();
    waiter.onReading();
    try {
      waiter.onFound(await this.options.get(waiter.id, { signal: waiter.ended }), at);
    } catch (error) {
      const problem = asError(error);
      if (isTemporary(problem))
        waiter.onUnreadable(`it could not be read: ${problem.message}`, this.clock.now());
      else waiter.fail(problem);
    }
    this.pauseAbort.abort();
  }

  private listFailed(error: Error): void {
    const now = this.clock.now();
    this.failures += 1;
    this.lastError = error;
    this.schedule.failed(now, this.failures);
    for (const waiter of [...this.waiters]) {
      if (isTemporary(error))
        waiter.onDelayed(`the ${this.options.name} could not be listed: ${error.message}`, now);
      else waiter.fail(error);
    }
  }

  private async failAtDeadline(waiter: Waiter<T>, deadline: number): Promise<void> {
    try {
      await this.clock.sleep(deadline - waiter.since, waiter.ended);
    } catch (error) {
      waiter.fail(asError(error)); // No effect when the wait has ended already, which also ends the sleep.
    }
    const { lastStatus, last, since } = waiter;
    const seen = { lastStatus, last, elapsedMs: this.clock.now() - since, cause: this.lastError };
    waiter.fail(new DeadlineError(this.options.name, waiter.id, seen));
  }
}

/** Whether the error is temporary. The client has retried already. */
const isTemporary = (error: Error): boolean =>
  error instanceof TransportError || error instanceof ServerError || error instanceof RateLimitedError;
