import { asError } from './asError';
import type { Waiting } from './schedule';

/** What a waiting rule says of what it is shown. */
export type WaitDecision<T> =
  /** `status` is the word for the line of progress. */
  | { readonly state: 'waiting'; readonly status: string }
  | { readonly state: 'done'; readonly value: T | undefined }
  | { readonly state: 'failed'; readonly error: Error };

export interface WaitOptions {
  /** When to give up, in ms on the clock. */
  readonly deadline: number;
  /** Ends this wait, and no other. */
  readonly signal?: AbortSignal;
  /** Told at once when the status changes, and every ten seconds or so for how long it has been waited. */
  readonly onStatus?: (status: string, elapsedMs: number) => void;
  /** About how long such a wait takes, in ms, when that is known. */
  readonly expectMs?: number;
  /**
   * Waits of one kind take about as long as each other, e.g. `deploying`: what one of them took is expected of the
   * next. By default waits with the same `expectMs` are of one kind.
   */
  readonly kind?: string;
}

/** What a waiter is made of. */
interface WaiterOptions<T> extends WaitOptions {
  readonly id: string;
  readonly decide: (object: T | undefined) => WaitDecision<T>;
  readonly since: number;
  /** Only lists of a higher order are for it. */
  readonly joined: number;
  /** Whether it was listed before. */
  readonly listed: boolean;
}

/** How it ended. */
type Ending<T> =
  /** It settled between these two ages, in ms. */
  | { readonly value: T | undefined; readonly after: number; readonly until: number }
  | { readonly error: Error };

/** How often an object has to be missing before that counts as a failure: over ten seconds, which the cloud may lag behind a create. */
const MISSING = 5;
/** How long until the next such look, in ms, times their number. */
const MISSING_MS = 1_000;
/** When an object that exists but is not listed is asked for again, in ms; doubled each time. */
const UNLISTED_MS = { first: 2_000, longest: 10_000 };
/** How often the elapsed time is told while the status stays the same, in ms. */
const HEARTBEAT_MS = 10_000;

/** Somebody who waits for one object. */
export class Waiter<T> implements Waiting {
  readonly id: string;
  readonly since: number;
  readonly kind: string;
  readonly expectMs: number | undefined;
  readonly joined: number;
  lookAt: number | undefined;
  /** The status seen last, and the object that had it. */
  lastStatus: string | undefined;
  last: T | undefined;

  private readonly options: WaiterOptions<T>;
  private readonly onEnd: (ending: Ending<T>) => void;
  private readonly ending = new AbortController();
  private listed: boolean;
  private seenAt: number;
  private told: string | undefined;
  private toldAt = -Infinity;
  private missing = 0;
  private asking = false;
  private askAgainAt = -Infinity;
  private askAgainAfter = UNLISTED_MS.first;

  /** @param onEnd told once. */
  constructor(options: WaiterOptions<T>, onEnd: (ending: Ending<T>) => void) {
    this.options = options;
    this.onEnd = onEnd;
    this.id = options.id;
    this.since = this.seenAt = options.since;
    this.kind = options.kind ?? String(options.expectMs);
    this.expectMs = options.expectMs;
    this.joined = options.joined;
    this.listed = options.listed;
  }

  /** Aborts when the wait has ended. */
  get ended(): AbortSignal {
    return this.ending.signal;
  }

  fail(error: Error): void {
    this.end({ error });
  }

  /** A list that was asked for at that time shows it. */
  isListed(object: T, at: number): void {
    this.listed = true;
    this.missing = 0;
    this.lookAt = undefined;
    this.judge(object, at);
  }

  /** A list does not show it. Answers whether it is to be asked for singly. */
  isMissing(at: number): boolean {
    // What was listed once and is no more has left: who waits for just that need not ask, be it hundreds.
    if (this.listed && this.verdict(undefined)?.state === 'done') this.judge(undefined, at);
    if (this.ended.aborted || this.asking || at < this.askAgainAt) return false;
    this.asking = true;
    this.lookAt = undefined;
    return true;
  }

  /** It was asked for singly; undefined: there is none. */
  isFound(object: T | undefined, at: number): void {
    this.asking = false;
    if (this.ended.aborted) return;
    if (object === undefined && this.verdict(undefined)?.state === 'failed' && this.missing + 1 < MISSING) {
      this.missing += 1;
      this.askAgainAt = this.lookAt = at + MISSING_MS * this.missing;
      return;
    }
    if (object !== undefined) this.missing = 0;
    this.askAgainAt = at + this.askAgainAfter;
    this.askAgainAfter = Math.min(2 * this.askAgainAfter, UNLISTED_MS.longest);
    this.judge(object, at);
  }

  /** It could not be asked for, for a reason that passes. */
  isUnknown(reason: string, at: number): void {
    this.asking = false;
    this.askAgainAt = this.lookAt = at + UNLISTED_MS.first;
    this.isDelayed(reason, at);
  }

  /** The cloud cannot be asked for the moment. */
  isDelayed(reason: string, at: number): void {
    if (!this.ended.aborted)
      this.tell(`${this.lastStatus ?? 'not seen yet'}; asking again, for ${reason}`, at);
  }

  private judge(object: T | undefined, at: number): void {
    const verdict = this.verdict(object);
    if (verdict?.state === 'done') {
      this.end({ value: verdict.value, after: this.seenAt - this.since, until: at - this.since });
    } else if (verdict?.state === 'failed') {
      this.fail(verdict.error);
    } else if (verdict) {
      this.seenAt = at;
      this.lastStatus = verdict.status;
      this.last = object ?? this.last;
      this.tell(verdict.status, at);
    }
  }

  /** A rule that throws ends this wait and no other. */
  private verdict(object: T | undefined): WaitDecision<T> | undefined {
    try {
      return this.options.decide(object);
    } catch (error) {
      this.fail(asError(error));
      return undefined;
    }
  }

  private tell(status: string, at: number): void {
    if (status === this.told && at - this.toldAt < HEARTBEAT_MS) return;
    this.told = status;
    this.toldAt = at;
    try {
      this.options.onStatus?.(status, at - this.since);
    } catch (error) {
      this.fail(asError(error));
    }
  }

  private end(ending: Ending<T>): void {
    if (this.ended.aborted) return;
    this.ending.abort();
    this.onEnd(ending);
  }
}
