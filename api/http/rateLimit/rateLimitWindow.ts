import type { LimitFacts } from './rateLimitHeaders';

export type Side = 'reads' | 'writes';

/** The part of the quota that writes leave to reads, and that reads leave to writes. */
const RESERVE = 0.2;
/** The shortest pause after a refusal: a server may name no time, or round seconds down. */
const SHORTEST_PAUSE_MS = 1_000;
/** Added to an end that an answer shows, so that a client that was refused goes first. */
const MARGIN_MS = 10;
/** After a full window, a client that begins late in it gets its part of the next window in this time. */
const SHARED_START_MS = 2_000;

/**
 * A fixed window of the server, as its answers describe it. Requests are sent at once while the quota lasts; the others
 * wait for its end. After a full window, and while other clients use the window too, few are in flight at a time.
 */
export class RateLimitWindow {
  /** The number of requests that the server still accepts; requests in flight are not yet subtracted. */
  #remaining: number;
  #inFlight = 0;
  /** Until an answer shows the end, the earliest that is possible. */
  #endsAt = -Infinity;
  #endIsKnown = false;
  /** Until then, other clients may use the window too. */
  #sharedUntil = -Infinity;
  /** The requests that this client has sent in the present window. */
  #used: Record<Side, number> = { reads: 0, writes: 0 };
  readonly #askedAt: Record<Side, number> = { reads: -Infinity, writes: -Infinity };

  constructor(
    public quota: number,
    public lengthMs: number,
  ) {
    this.#remaining = quota;
  }

  /**
   * When a request of this side may be sent: now, later, or at Infinity if only an answer can show it. Begins the next
   * window if this one has ended.
   */
  opensAt(side: Side, now: number): number {
    this.#askedAt[side] = now;
    if (this.#endIsKnown && now >= this.#endsAt) this.#begin(this.#endsAt);
    const left = this.#remaining - this.#inFlight;
    if (left <= 0) return this.#endIsKnown ? this.#endsAt : Infinity;
    if (now < this.#sharedUntil) {
      // One request shows whether the window has begun. Its answer may take long, so the others wait half of that time.
      const probesUntil = this.#endsAt - this.lengthMs + SHARED_START_MS / 2;
      if (!this.#endIsKnown && this.#inFlight > 0 && now < probesUntil) return probesUntil;
      // Others may use it too, so an eighth of the rest is sent at a time.
      if (this.#inFlight >= this.#remaining / 8) return Infinity;
    }
    const other = side === 'reads' ? 'writes' : 'reads';
    if (now > this.#askedAt[other] + this.lengthMs) return now;
    // Less and less of the other side's reserve is held back, so that all of it is used at the end of the window.
    const reserve = Math.max(0, this.quota * RESERVE - this.#used[other]);
    const endsAt = this.#endIsKnown ? this.#endsAt : now + this.lengthMs;
    return Math.max(now, endsAt - (this.lengthMs * left) / reserve);
  }

  sent(side: Side): void {
    this.#inFlight += 1;
    this.#used[side] += 1;
  }

  /** The request is no longer under way, whether it has an answer or not. */
  landed(): void {
    this.#inFlight -= 1;
  }

  /** The server has counted a request in flight, or may have counted it. Call it before `landed`. */
  counted(facts: LimitFacts, now: number): void {
    this.#learn(facts);
    const { remaining = this.#remaining - 1, resetMs } = facts;
    const endsAt = now + (resetMs === undefined ? this.lengthMs : resetMs + MARGIN_MS);
    // Answers may arrive in another order. Ends are a window apart, so the end shows the window of an answer.
    const half = this.lengthMs / 2;
    if (endsAt < this.#endsAt - half) return;
    if (this.#endIsKnown && resetMs !== undefined && endsAt > this.#endsAt + half) this.#begin(now);
    // Without others, only requests in flight can have been counted since the last answer, and the answered one.
    if (remaining < this.#remaining - Math.max(1, this.#inFlight))
      this.#sharedUntil = now + 2 * this.lengthMs;
    this.#remaining = Math.min(this.#remaining, remaining);
    // Answers take time and seconds may be rounded up, so the earliest end is the most exact.
    this.#endsAt = this.#endIsKnown ? Math.min(this.#endsAt, endsAt) : endsAt;
    this.#endIsKnown = true;
  }

  /** The server refused a request, because of this limit or for a reason that it does not name. */
  refused(facts: LimitFacts, now: number, retryAfterMs = facts.resetMs ?? 0): void {
    this.#learn(facts);
    this.#remaining = 0;
    this.#endIsKnown = true;
    this.#endsAt = now + Math.max(retryAfterMs, SHORTEST_PAUSE_MS);
  }

  #learn({ quota = this.quota, lengthMs = this.lengthMs }: LimitFacts): void {
    this.#remaining += quota - this.quota;
    this.quota = quota;
    this.lengthMs = lengthMs;
  }

  #begin(at: number): void {
    if (this.#remaining <= this.#inFlight)
      this.#sharedUntil = Math.max(this.#sharedUntil, at + SHARED_START_MS);
    this.#used = { reads: 0, writes: 0 };
    this.#endIsKnown = false;
    this.#endsAt = at + this.lengthMs;
    this.#remaining = this.quota;
  }
}
