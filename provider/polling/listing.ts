import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../api/http/time/clock';

/** The result of one list request. */
export interface Listed<T> {
  /** When the request started, in ms on the clock. */
  readonly startedAt: number;
  /** Increases with every list and every mark; see `mark`. */
  readonly order: number;
  readonly objects: ReadonlyMap<string, T>;
}

export interface ListingOptions<T> {
  readonly list: (options: { signal?: AbortSignal }) => Promise<T[]>;
  readonly idOf: (object: T) => string;
  readonly clock: Clock;
  /** Called when a list request starts. */
  readonly onStart: (startedAt: number) => void;
  /** Called with every list, whoever requested it. */
  readonly onListed: (listed: Listed<T>) => void;
}

interface Flight<T> {
  readonly order: number;
  readonly answer: Promise<Listed<T>>;
  readonly abort: AbortController;
  /** Whether a reader needs it, and not only the poll. */
  wanted: boolean;
}

/**
 * The shared list of a collection. A caller joins the request in flight, or, when that started too early, the next
 * request, together with all others who called meanwhile.
 */
export class Listing<T> {
  private readonly options: ListingOptions<T>;
  private lastOrder = 0;
  private flight: Flight<T> | undefined;
  private following: Promise<Flight<T>> | undefined;
  private followingMark = 0;
  private latest: Listed<T> | undefined;

  constructor(options: ListingOptions<T>) {
    this.options = options;
  }

  /** A point in the order of lists: a list with a higher order started later, even within the same millisecond. */
  mark(): number {
    this.lastOrder += 1;
    return this.lastOrder;
  }

  get last(): Listed<T> | undefined {
    return this.latest;
  }

  /** A list that started after a mark: the last one if `maxAgeMs` allows it, the one in flight, or the next one. */
  async after(mark: number, maxAgeMs = -1): Promise<Listed<T>> {
    const { latest, options } = this;
    if (latest && latest.order > mark && options.clock.now() - latest.startedAt <= maxAgeMs) return latest;
    const flight = this.flight && this.flight.order > mark ? this.flight : await this.nextFlight(mark);
    flight.wanted = true;
    return flight.answer;
  }

  /** Waits for the list in flight, or starts one. Resolves also when the list is abandoned. */
  async poll(): Promise<void> {
    const flight = this.flight ?? this.start();
    try {
      await flight.answer;
    } catch (error) {
      if (!flight.abort.signal.aborted) throw error;
    }
  }

  /** Cancels the list in flight unless a reader needs it. */
  abandon(): void {
    if (!this.flight || this.flight.wanted) return;
    this.flight.abort.abort(new Error('nobody waits for this list any more'));
    this.flight = undefined;
  }

  /** Starts when the list in flight has ended; all callers until then share it. */
  private nextFlight(mark: number): Promise<Flight<T>> {
    this.followingMark = Math.max(this.followingMark, mark);
    this.following ??= this.flightEnded().then(() => {
      this.following = undefined;
      return this.flight && this.flight.order > this.followingMark ? this.flight : this.start();
    });
    return this.following;
  }

  private async flightEnded(): Promise<void> {
    // A failure is reported to those who requested that list, not to later callers.
    await Promise.allSettled([this.flight?.answer]);
    await nextTurn();
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
      answer: this.request(order, startedAt, abort.signal),
    };
    this.flight = flight;
    const clearFlight = () => {
      if (this.flight === flight) this.flight = undefined;
    };
    flight.answer.then(clearFlight, clearFlight);
    return flight;
  }

  private async request(order: number, startedAt: number, signal: AbortSignal): Promise<Listed<T>> {
    const found = await this.options.list({ signal });
    const objects = new Map(found.map((object) => [this.options.idOf(object), object]));
    const listed = { order, startedAt, objects };
    if (!this.latest || this.latest.order < order) this.latest = listed;
    this.options.onListed(listed);
    return listed;
  }
}
