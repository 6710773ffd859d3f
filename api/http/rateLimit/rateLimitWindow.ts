import type { LimitFacts } from './rateLimitHeaders';

/** The documented quota of a project. */
const PROJECT_QUOTA = 500;
/** The part of the quota that writes leave to reads, and that reads leave to writes. */
const RESERVE = 0.2;
/**
 * For this time after its beginning, a window is treated as shared, so that other clients that begin later get their
 * part.
 */
const SHARED_START_MS = 2_000;
/** A request that cannot know how long it waits asks again after this time. Longer waits are reported. */
export const SHORT_WAIT_MS = 1_000;

/**
 * A fixed window of the server, as its answers describe it. Requests are sent at once while the quota lasts; the others
 * wait for its end. When a window begins, and while other clients use it too, few are in flight at a time.
 */
export class RateLimitWindow {
  /** As documented (section Limits), until an answer announces another length. */
  lengthMs = 60_000;
  /**
   * The requests that the server has counted, as far as answers show. It may have counted some of those in flight too.
   */
  #counted = 0;
  #inFlight = 0;
  /** No request is sent before this time. It is in the future after a refusal. */
  #beginsAt = -Infinity;
  /** Infinity until an answer shows the end. */
  #endsAt = Infinity;
  /** The time until which other clients are assumed to use the window too. */
  #sharedUntil = -Infinity;
  /** The requests that this client has sent in the present window. */
  #used = { reads: 0, writes: 0 };
  readonly #askedAt = { reads: -Infinity, writes: -Infinity };

  constructor(public quota = PROJECT_QUOTA) {}

  /** The time at which a read or a write may be sent. Begins the next window if this one has ended. */
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
    // The reserve of the other side shrinks with time, so that the whole quota can be used by the end of the window.
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
    // Answers may arrive out of order. The ends of windows are far apart, so the end shows to which window an answer
    // belongs.
    if (endsAt < this.#beginsAt + this.lengthMs / 2) return;
    if (endsAt > this.#endsAt + this.lengthMs / 2) this.begin(now);
    const counted = remaining === undefined ? this.#counted + 1 : this.quota - remaining;
    // If this client were alone, at most its requests in flight could have been counted since the last answer.
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
