import { setMaxListeners } from 'node:events';
import { RateLimitedError, ServerError, TransportError } from '../../api/errors';
import { asError } from './asError';
import type { Clock } from '../../api/http/time/clock';
import { systemClock } from '../../api/http/time/clock';
import { DeadlineError } from './deadline';
import type { Listed } from './listing';
import { Listing } from './listing';
import { Schedule } from './schedule';
import type { WaitDecision, WaitOptions } from './waiter';
import { Waiter } from './waiter';

export type { WaitDecision, WaitOptions } from './waiter';

/** How a collection is asked. */
export interface CollectionOptions<T> {
  /** Its name in messages, e.g. `instances`. */
  readonly name: string;
  readonly list: (options: { signal?: AbortSignal }) => Promise<T[]>;
  /** A single object; undefined for a 404. */
  readonly get: (id: string, options: { signal?: AbortSignal }) => Promise<T | undefined>;
  readonly idOf: (object: T) => string;
  readonly clock?: Clock;
  /** How many lists the API allows per minute (default 60); the poll keeps below. */
  readonly listsPerMinute?: number;
  /** How old a list may be to answer a read, in ms (default 5,000). */
  readonly freshMs?: number;
  /** Between 0 and 1, for the jitter of the poll; `Math.random` by default. */
  readonly random?: () => number;
}

/** Which list will do; by default one that is a few seconds old and newer than the last write. */
export interface ListOptions {
  /** Only one that starts after this call. */
  readonly fresh?: boolean;
  /** Only one that started after this instant, in ms on the clock. */
  readonly startedAfter?: number;
}

/**
 * All objects of one kind in the cloud: one poll for everyone who waits, one list for everyone who reads. Every
 * list serves both, whoever asked for it.
 */
export class Collection<T> {
  private readonly options: CollectionOptions<T>;
  private readonly clock: Clock;
  private readonly schedule: Schedule;
  private readonly listing: Listing<T>;
  private readonly waiters = new Set<Waiter<T>>();
  private polling = false;
  private rest = new AbortController();
  private writtenAt = 0;
  private failures = 0;
  private trouble: Error | undefined;

  constructor(options: CollectionOptions<T>) {
    this.options = options;
    this.clock = options.clock ?? systemClock;
    this.schedule = new Schedule(options.listsPerMinute ?? 60, options.random ?? Math.random);
    this.listing = new Listing({
      list: options.list,
      idOf: options.idOf,
      clock: this.clock,
      onStart: (at) => {
        this.schedule.looked(at);
      },
      onListed: (listed) => {
        this.deliver(listed);
      },
    });
  }

  /**
   * Waits until `decide` has decided about the object with this id, and returns what it decided on. It is shown
   * what is listed after this call; undefined once the object is neither listed nor found singly. Where that would
   * be a failure it is looked for again first, for lists and replicas can lag behind a create.
   *
   * Throws the error of the verdict, the reason of the signal, a DeadlineError, or what keeps the cloud from being
   * asked at all; faults that pass only delay the poll.
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
      const waiter = new Waiter<T>(
        { ...options, id, decide, since, joined: this.listing.mark(), listed },
        (ending) => {
          this.waiters.delete(waiter);
          if (this.waiters.size === 0) this.goIdle();
          signal?.removeEventListener('abort', abort);
          if ('error' in ending) {
            reject(ending.error);
            return;
          }
          this.schedule.settled(waiter.kind, ending.after, ending.until);
          resolve(ending.value);
        },
      );
      if (signal) {
        setMaxListeners(0, signal); // Hundreds of waits share the one that says that the engine is gone.
        signal.addEventListener('abort', abort);
      }
      this.waiters.add(waiter);
      void this.giveUp(waiter, options.deadline);
      this.rest.abort();
      if (!this.polling) void this.poll();
    });
  }

  /** One object; reads that arrive together cost one list. An id that the list lacks is asked for singly. */
  async read(id: string): Promise<T | undefined> {
    const { objects } = await this.recent();
    return objects.get(id) ?? (await this.get(id));
  }

  /** All of them. */
  async list({ fresh = false, startedAfter }: ListOptions = {}): Promise<T[]> {
    const { last } = this.listing;
    if (!fresh && startedAfter === undefined) return [...(await this.recent()).objects.values()];
    if (!fresh && last && startedAfter !== undefined && last.startedAt > startedAfter)
      return [...last.objects.values()];
    return [...(await this.listing.after(this.listing.mark())).objects.values()];
  }

  /** One object, asked for now, past all caches. */
  get(id: string): Promise<T | undefined> {
    return this.options.get(id, {});
  }

  /** Something was written: reads do not trust lists that started before any more. */
  invalidate(): void {
    this.writtenAt = this.listing.mark();
  }

  private recent(): Promise<Listed<T>> {
    return this.listing.after(this.writtenAt, this.options.freshMs ?? 5_000);
  }

  /** Runs while anyone waits. */
  private async poll(): Promise<void> {
    this.polling = true;
    while (this.waiters.size > 0) {
      const now = this.clock.now();
      const due = this.schedule.next(this.waiters, now);
      if (due > now) await this.pause(due - now);
      else await this.look();
    }
    this.polling = false;
  }

  /** Until it is time, or until somebody joins or the last one leaves: then it may be time for something else. */
  private async pause(ms: number): Promise<void> {
    this.rest = new AbortController();
    const { signal } = this.rest;
    try {
      await this.clock.sleep(ms, signal);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  private goIdle(): void {
    this.rest.abort();
    this.listing.abandon();
  }

  private async look(): Promise<void> {
    try {
      await this.listing.poll();
    } catch (error) {
      this.listFailed(asError(error));
    }
  }

  private deliver({ order, startedAt, objects }: Listed<T>): void {
    this.failures = 0;
    this.trouble = undefined;
    for (const waiter of [...this.waiters]) {
      if (order < waiter.joined) continue;
      const object = objects.get(waiter.id);
      if (object !== undefined) waiter.isListed(object, startedAt);
      else if (waiter.isMissing(startedAt)) void this.lookFor(waiter);
    }
  }

  /** Asks for one that the list lacks. */
  private async lookFor(waiter: Waiter<T>): Promise<void> {
    const at = this.clock.now();
    try {
      waiter.isFound(await this.options.get(waiter.id, { signal: waiter.ended }), at);
    } catch (error) {
      const problem = asError(error);
      if (passes(problem)) waiter.isUnknown(`it could not be read: ${problem.message}`, this.clock.now());
      else waiter.fail(problem);
    }
    this.rest.abort();
  }

  private listFailed(error: Error): void {
    const now = this.clock.now();
    this.failures += 1;
    this.trouble = error;
    this.schedule.failed(now, this.failures);
    for (const waiter of [...this.waiters]) {
      if (passes(error))
        waiter.isDelayed(`the ${this.options.name} could not be listed: ${error.message}`, now);
      else waiter.fail(error);
    }
  }

  private async giveUp(waiter: Waiter<T>, deadline: number): Promise<void> {
    try {
      await this.clock.sleep(deadline - waiter.since, waiter.ended);
    } catch (error) {
      waiter.fail(asError(error)); // Nothing to it when the wait has ended, which is why a sleep ends early.
    }
    const { lastStatus, last, since } = waiter;
    const seen = { lastStatus, last, elapsedMs: this.clock.now() - since, cause: this.trouble };
    waiter.fail(new DeadlineError(this.options.name, waiter.id, seen));
  }
}

/** Whether a fault passes by itself; the client has tried again already. */
const passes = (error: Error): boolean =>
  error instanceof TransportError || error instanceof ServerError || error instanceof RateLimitedError;
