import { setImmediate as soon } from 'node:timers/promises';
import type { Clock } from '../../api/http/time/clock';

/** One answer of the list. */
export interface Listed<T> {
  /** When it was asked for, in ms on the clock. */
  readonly startedAt: number;
  /** Rises with every list and every mark; see `mark`. */
  readonly order: number;
  readonly objects: ReadonlyMap<string, T>;
}

export interface ListingOptions<T> {
  readonly list: (options: { signal?: AbortSignal }) => Promise<T[]>;
  readonly idOf: (object: T) => string;
  readonly clock: Clock;
  /** Told when one starts. */
  readonly onStart: (startedAt: number) => void;
  /** Told of every list, whoever asked for it. */
  readonly onListed: (listed: Listed<T>) => void;
}

interface Flight<T> {
  readonly order: number;
  readonly answer: Promise<Listed<T>>;
  readonly abort: AbortController;
  /** Whether somebody other than the poll wants it. */
  wanted: boolean;
}

/**
 * The list of a collection, shared: whoever asks while one is under way gets that one, or, where it started too
 * early for him, the next one, together with everybody else who asked meanwhile.
 */
export class Listing<T> {
  private readonly options: ListingOptions<T>;
  private clicks = 0;
  private flight: Flight<T> | undefined;
  private following: Promise<Flight<T>> | undefined;
  private followingMark = 0;
  private latest: Listed<T> | undefined;

  constructor(options: ListingOptions<T>) {
    this.options = options;
  }

  /** A point in the order of things: what has a higher order started after it, also within one millisecond. */
  mark(): number {
    this.clicks += 1;
    return this.clicks;
  }

  /** The last list that was answered. */
  get last(): Listed<T> | undefined {
    return this.latest;
  }

  /** A list that started after a mark: the last one when `maxAgeMs` allows, one that is under way, or the next. */
  async after(mark: number, maxAgeMs = -1): Promise<Listed<T>> {
    const { latest, options } = this;
    if (latest && latest.order > mark && options.clock.now() - latest.startedAt <= maxAgeMs) return latest;
    const flight = this.flight && this.flight.order > mark ? this.flight : await this.nextFlight(mark);
    flight.wanted = true;
    return flight.answer;
  }

  /** Waits for the list that is under way, or else for one that starts now; resolves when it is abandoned. */
  async poll(): Promise<void> {
    const flight = this.flight ?? this.start();
    try {
      await flight.answer;
    } catch (error) {
      if (!flight.abort.signal.aborted) throw error;
    }
  }

  /** The poll has no use for it any more. */
  abandon(): void {
    if (!this.flight || this.flight.wanted) return;
    this.flight.abort.abort(new Error('nobody waits for this list any more'));
    this.flight = undefined;
  }

  /** Starts once the one under way has landed, and everybody who asks now has asked. */
  private nextFlight(mark: number): Promise<Flight<T>> {
    this.followingMark = Math.max(this.followingMark, mark);
    this.following ??= this.landing().then(() => {
      this.following = undefined;
      return this.flight && this.flight.order > this.followingMark ? this.flight : this.start();
    });
    return this.following;
  }

  private async landing(): Promise<void> {
    // If it fails, those who asked for it are told; it is nothing to those who come after.
    await Promise.allSettled([this.flight?.answer]);
    await soon();
  }

  private start(): Flight<T> {
    const abort = new AbortController();
    const order = this.mark();
    const startedAt = this.options.clock.now();
    this.options.onStart(startedAt);
    const flight: Flight<T> = {
      order,
      abort,
      wanted: false,
      answer: this.ask(order, startedAt, abort.signal),
    };
    this.flight = flight;
    const landed = () => {
      if (this.flight === flight) this.flight = undefined;
    };
    flight.answer.then(landed, landed);
    return flight;
  }

  private async ask(order: number, startedAt: number, signal: AbortSignal): Promise<Listed<T>> {
    const found = await this.options.list({ signal });
    const objects = new Map(found.map((object) => [this.options.idOf(object), object]));
    const listed = { order, startedAt, objects };
    if (!this.latest || this.latest.order < order) this.latest = listed;
    this.options.onListed(listed);
    return listed;
  }
}
