import type { Clock } from './clock';

/** How a collection is asked. */
export interface CollectionOptions<T> {
  /** Its name in messages, e.g. `instances`. */
  readonly name: string;
  readonly list: (options: { signal?: AbortSignal }) => Promise<T[]>;
  /** A single object; undefined for a 404. */
  readonly get: (id: string, options: { signal?: AbortSignal }) => Promise<T | undefined>;
  readonly idOf: (object: T) => string;
  readonly clock?: Clock;
  /** How old a list may be to answer a read, in ms (default 5,000). */
  readonly freshMs?: number;
  /** Between 0 and 1, for the jitter of the poll; `Math.random` by default. */
  readonly random?: () => number;
}

/** What a waiting rule says of what it is shown. */
export type Verdict<T> =
  | { readonly state: 'waiting'; readonly status: string }
  | { readonly state: 'done'; readonly value: T | undefined }
  | { readonly state: 'failed'; readonly error: Error };

export interface WaitOptions {
  /** When to give up, in ms on the clock. */
  readonly deadline: number;
  /** Ends this wait, and no other. */
  readonly signal?: AbortSignal;
  /** Told what it is, and for how long it has been waited for. */
  readonly onStatus?: (status: string, elapsedMs: number) => void;
  /** About how long such a wait takes, in ms, when that is known. */
  readonly expectMs?: number;
  /** Waits that take about as long as each other, e.g. `deploying`: what one of them takes is expected of the others. */
  readonly kind?: string;
}

/** Which list will do. */
export interface ListOptions {
  /** Only one that starts after this call. */
  readonly fresh?: boolean;
  /** Only one that started after this instant, in ms on the clock. */
  readonly startedAfter?: number;
}

/** All objects of one kind: one poll for everyone who waits, one list for everyone who reads. */
export class Collection<T> {
  constructor(_options: CollectionOptions<T>) {
    throw new Error('not there yet');
  }

  /**
   * Waits until `decide` has decided about the object with this id, and returns what it decided on. Throws the
   * error of the verdict, the reason of the signal, or a DeadlineError.
   */
  wait(
    _id: string,
    _decide: (object: T | undefined) => Verdict<T>,
    _options: WaitOptions,
  ): Promise<T | undefined> {
    throw new Error('not there yet');
  }

  /** One object; reads that arrive together cost one list. */
  read(_id: string): Promise<T | undefined> {
    throw new Error('not there yet');
  }

  /** All of them. */
  list(_options?: ListOptions): Promise<T[]> {
    throw new Error('not there yet');
  }

  /** One object, asked for now, past all caches. */
  get(_id: string): Promise<T | undefined> {
    throw new Error('not there yet');
  }

  /** Something was written: lists that started before are not trusted any more. */
  wrote(): void {
    throw new Error('not there yet');
  }
}
