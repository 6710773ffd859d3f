import type { LimitFacts } from './rateLimitHeaders';

/** The documented quota of a project. */
const PROJECT_QUOTA = 500;
/** The part of the quota that writes leave to reads, and that reads leave to writes. */
const RESERVE = 0.2;
/** A window that begins is shared for this time: a client that begins late in it gets its part. */
const SHARED_START_MS = 2_000;
/** A request whose wait is not known asks again after this time. A longer wait is reported. */
export const SHORT_WAIT_MS = 1_000;

/**
 * A fixed window of the server, as its answers describe it. Requests are sent at once while the quota lasts; the others
 * wait for its end. When a window begins, and while other clients use it too, few are in flight at a time.
 */
export class RateLimitWindow {
  /** As documented (section Limits), until an answer announces another length. */
  lengthMs = 60_000;
  /** The requests that the server has counted; of those in flight, it may have counted some. */
  #counted = 0;
  #inFlight = 0;
  /** In the future after a refusal: no request is sent until then. */
  #beginsAt = -Infinity;
  /** Infinity until an answer shows it. */
  #endsAt = Infinity;
  /** Until then, other clients may use the window too. */
  #sharedUntil = -Infinity;
  /** The requests that this client has sent in the present window. */
  #used = { reads: 0, writes: 0 };
  readonly #askedAt = { reads: -Infinity, writes: -Infinity };

  constructor(public quota = PROJECT_QUOTA) {}

  /** When a request of this side may be sent: now or later. Begins the next window if this one has ended. */
  opensAt(side: 'reads' | 'writes', now: number): number {
    this.#askedAt[side] = now;
    if (now >= this.#endsAt) this.begin(this.#endsAt);
    if (now < this.#beginsAt) return this.#beginsAt;
    const remaining = this.quota - this.#counted;
    const left = remaining - this.#inFlight;
    if (left <= 0 && this.#endsAt < Infinity) return this.#endsAt;
    // One request shows whether a window has begun. Others may use it too, so an eighth of the rest is sent at a time.
    const shared = this.#counted === 0 && now < this.#beginsAt + SHARED_START_MS ? 1 : remaining / 8;
    if (this.#inFlight >= (now < this.#sharedUntil ? shared : remaining)) return now + SHORT_WAIT_MS;
    const other = side === 'reads' ? 'writes' : 'reads';
    if (now > this.#askedAt[other] + this.lengthMs) return now;
    // Less and less of the other side's reserve is held back, so that all of it is used at the end of the window.
    const reserve = Math.max(0, this.quota * RESERVE - this.#used[other]);
    const endsAt = Math.min(this.#endsAt, now + this.lengthMs);
    return Math.max(now, endsAt - (this.lengthMs * left) / reserve);
  }

  sent(side: 'reads' | 'writes'): void {
    this.#inFlight += 1;
    this.#used[side] += 1;
  }

  /** The request is no longer under way, whether it has an answer or not. */
  landed(): void {
    this.#inFlight -= 1;
  }

  /** The server has counted a request in flight, or may have counted it. Call it before `landed`. */
  counted({ quota, lengthMs, remaining, resetMs }: LimitFacts, now: number): void {
    this.quota = quota ?? this.quota;
    this.lengthMs = lengthMs ?? this.lengthMs;
    // Answers take time and seconds may be rounded up, so the earliest end is the most exact.
    const endsAt = resetMs === undefined ? Math.min(this.#endsAt, now + this.lengthMs) : now + resetMs;
    // Answers may arrive in another order. Ends are a window apart, so the end shows the window of an answer.
    if (endsAt < this.#beginsAt + this.lengthMs / 2) return;
    if (endsAt > this.#endsAt + this.lengthMs / 2) this.begin(now);
    const counted = remaining === undefined ? this.#counted + 1 : this.quota - remaining;
    // Without others, only requests in flight can have been counted since the last answer, and the answered one.
    if (counted > this.#counted + Math.max(1, this.#inFlight)) this.#sharedUntil = now + 2 * this.lengthMs;
    this.#counted = Math.max(this.#counted, counted);
    this.#endsAt = Math.min(this.#endsAt, endsAt);
  }

  /** Begins the next window: now, or later after a refusal. */
  begin(at: number): void {
    this.#beginsAt = at;
    this.#endsAt = Infinity;
    this.#sharedUntil = Math.max(this.#sharedUntil, at + SHARED_START_MS);
    this.#counted = 0;
    this.#used = { reads: 0, writes: 0 };
  }
}
