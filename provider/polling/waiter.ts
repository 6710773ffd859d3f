import type { Waiting } from './schedule';

/** The decision of a rule about an object. */
export type WaitDecision<T> =
  /** `status` is shown on the progress line. */
  | { readonly state: 'waiting'; readonly status: string }
  | { readonly state: 'done'; readonly value: T | undefined }
  | { readonly state: 'failed'; readonly error: Error };

export interface WaitOptions {
  /** When to give up, in ms on the clock. */
  readonly deadline: number;
  /** Ends this wait only. */
  readonly signal?: AbortSignal;
  /**
   * Called when the status changes, and about every ten seconds, with the elapsed time and with the time that earlier
   * waits of this kind took, if there were any.
   */
  readonly onStatus?: (status: string, elapsedMs: number, usualMs: number | undefined) => void;
  /**
   * Waits of one kind, e.g. `deploying`, take about equally long: when one has ended, the package assumes that the
   * others take as long.
   */
  readonly kind: string;
}

interface WaiterOptions<T> extends WaitOptions {
  readonly id: string;
  readonly decide: (object: T | undefined) => WaitDecision<T>;
  readonly since: number;
  /** How long earlier waits of this kind took, in ms. */
  readonly usualMs: () => number | undefined;
  /** Only lists with a higher order are delivered to this waiter. */
  readonly joined: number;
  /** Whether an earlier list showed the object. */
  readonly listed: boolean;
}

type Ending<T> =
  /** What it waited for happened between `after` and `until`, in ms since `since`. */
  | { readonly value: T | undefined; readonly after: number; readonly until: number }
  | { readonly error: Error };

/**
 * How many reads must miss an object before that is a failure: more than ten seconds, as the cloud may lag behind a
 * create.
 */
const READS_BEFORE_MISSING = 5;
/** The time until the next such read, in ms, times the number of reads. */
const MISSING_READ_MS = 1_000;
/** When an object that exists but is not listed is read again, in ms; doubled each time. */
const UNLISTED_MS = { first: 2_000, longest: 10_000 };
/** How often the elapsed time is reported while the status stays the same, in ms. */
const HEARTBEAT_MS = 10_000;

/** A wait for one object. */
export class Waiter<T> implements Waiting {
  readonly id: string;
  readonly since: number;
  readonly kind: string;
  readonly joined: number;
  listBy: number | undefined;
  lastStatus: string | undefined;
  last: T | undefined;

  private readonly options: WaiterOptions<T>;
  private readonly onEnd: (ending: Ending<T>) => void;
  private readonly ending = new AbortController();
  private wasListed: boolean;
  private seenAt: number;
  private shownStatus: string | undefined;
  private shownAt = -Infinity;
  private missing = 0;
  private isReading = false;
  /** When the object may be read alone again, if no list shows it. */
  private nextReadFrom = -Infinity;
  private readAgainAfter = UNLISTED_MS.first;

  /** @param onEnd called once. */
  constructor(options: WaiterOptions<T>, onEnd: (ending: Ending<T>) => void) {
    this.options = options;
    this.onEnd = onEnd;
    this.id = options.id;
    this.since = this.seenAt = options.since;
    this.kind = options.kind;
    this.joined = options.joined;
    this.wasListed = options.listed;
  }

  /** Aborts when the wait has ended. */
  get ended(): AbortSignal {
    return this.ending.signal;
  }

  fail(error: Error): void {
    this.end({ error });
  }

  /** A list that started at this time shows the object. */
  onListed(object: T, at: number): void {
    this.wasListed = true;
    this.missing = 0;
    this.listBy = undefined;
    this.applyDecision(object, at);
  }

  /** A list that started at this time does not show the object. */
  onMissing(at: number): void {
    // An object that was listed before and is not listed now is deleted. A wait for a deletion needs no read of its
    // own, even for hundreds of objects.
    if (this.wasListed && this.decision(undefined)?.state === 'done') this.applyDecision(undefined, at);
  }

  /** Whether to read the object on its own after that list. */
  needsRead(at: number): boolean {
    return !this.ended.aborted && !this.isReading && at >= this.nextReadFrom;
  }

  /** A read of this object alone starts. */
  onReading(): void {
    this.isReading = true;
    this.listBy = undefined;
  }

  /** The result of a read of this object alone; undefined when it does not exist. */
  onFound(object: T | undefined, at: number): void {
    this.isReading = false;
    if (this.ended.aborted) return;
    if (
      object === undefined &&
      this.decision(undefined)?.state === 'failed' &&
      this.missing + 1 < READS_BEFORE_MISSING
    ) {
      this.missing += 1;
      this.nextReadFrom = this.listBy = at + MISSING_READ_MS * this.missing;
      return;
    }
    if (object !== undefined) this.missing = 0;
    this.nextReadFrom = at + this.readAgainAfter;
    this.readAgainAfter = Math.min(2 * this.readAgainAfter, UNLISTED_MS.longest);
    this.applyDecision(object, at);
  }

  /** The object could not be read because of a temporary error. */
  onUnreadable(reason: string, at: number): void {
    this.isReading = false;
    this.nextReadFrom = this.listBy = at + UNLISTED_MS.first;
    this.onDelayed(reason, at);
  }

  /** The cloud cannot be reached at the moment. */
  onDelayed(reason: string, at: number): void {
    if (!this.ended.aborted)
      this.reportStatus(`${this.lastStatus ?? 'not seen yet'}; repeating the request, because ${reason}`, at);
  }

  private applyDecision(object: T | undefined, at: number): void {
    const decision = this.decision(object);
    if (decision?.state === 'done') {
      this.end({ value: decision.value, after: this.seenAt - this.since, until: at - this.since });
    } else if (decision?.state === 'failed') {
      this.fail(decision.error);
    } else if (decision) {
      this.seenAt = at;
      this.lastStatus = decision.status;
      this.last = object ?? this.last;
      this.reportStatus(decision.status, at);
    }
  }

  /** An error in the rule ends this wait only. */
  private decision(object: T | undefined): WaitDecision<T> | undefined {
    try {
      return this.options.decide(object);
    } catch (error) {
      this.fail(asError(error));
      return undefined;
    }
  }

  private reportStatus(status: string, at: number): void {
    if (status === this.shownStatus && at - this.shownAt < HEARTBEAT_MS) return;
    this.shownStatus = status;
    this.shownAt = at;
    try {
      this.options.onStatus?.(status, at - this.since, this.options.usualMs());
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

/** A thrown value as an error. */
export const asError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error(String(thrown));
