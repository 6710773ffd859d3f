import type { LimitFacts } from './rateLimitHeaders';

export type Side = 'reads' | 'writes';

/** The pause after a refusal that names no time, and the shortest one: a server may round seconds down. */
const SHORTEST_PAUSE_MS = 1_000;
/** A client that was refused begins the next window; clients that were served begin this much later. */
const MARGIN_MS = 10;
/** How long the others wait for the answer to the first request of a window. */
const LONGEST_PROBE_MS = 1_000;
/** The part of the remaining requests that may be in flight while others use the window too. */
const SHARED_PART = 1 / 4;

/**
 * A fixed window of the server, as its answers describe it. Requests are sent at once while the quota lasts; the others
 * wait for its end. The end is not known exactly, and other clients may wait for it too. So after a full window one
 * request is sent as a probe, and the others follow its answer.
 */
export class RateLimitWindow {
  /** The requests that this client has sent in the present window. */
  used: Record<Side, number> = { reads: 0, writes: 0 };
  #remaining: number;
  #inFlight = 0;
  /** Until an answer shows the end, the earliest that is possible. */
  #endsAt = -Infinity;
  #isEndShown = false;
  #probeUntil = -Infinity;
  #sharedUntil = -Infinity;
  #othersSeenUntil = -Infinity;

  constructor(
    public quota: number,
    public lengthMs: number,
  ) {
    this.#remaining = quota;
  }

  /**
   * When a request may be sent: now, at a later time, or at Infinity if only an answer can show it.
   *
   * @param reserve the number of requests that are kept for others. It shrinks to nothing towards the end of the window.
   */
  opensAt(now: number, reserve = 0): number {
    if (this.#isEndShown && now >= this.#endsAt) {
      if (this.#remaining <= this.#inFlight) this.#probeUntil = this.#endsAt + LONGEST_PROBE_MS;
      this.#begin(this.#endsAt);
    }
    if (now < this.#probeUntil && this.#inFlight > 0) return this.#probeUntil;
    const left = this.#remaining - this.#inFlight;
    if (left <= 0) return this.#isEndShown ? this.#endsAt : Infinity;
    const mostInFlight = Math.max(1, Math.floor(this.#remaining * SHARED_PART));
    if (now < this.#sharedUntil && this.#inFlight >= mostInFlight) return Infinity;
    // The client that begins a window must not take all of it: more than half is for the time that has passed.
    const usedPart = (this.used.reads + this.used.writes) / this.quota;
    const sharedAt = this.#endsAt - this.lengthMs * (1 - usedPart);
    if (now < this.#othersSeenUntil && usedPart >= 1 / 2 && now < sharedAt) return sharedAt;
    if (reserve === 0) return now;
    const endsAt = this.#isEndShown ? this.#endsAt : now + this.lengthMs;
    return Math.max(now, endsAt - (this.lengthMs * left) / reserve);
  }

  sent(side: Side): void {
    this.#inFlight += 1;
    this.used[side] += 1;
  }

  /** The request is no longer under way, whether it has an answer or not. */
  landed(): void {
    this.#inFlight -= 1;
  }

  /** The server has counted a request, or may have done so. */
  counted(facts: LimitFacts, now: number): void {
    this.#learn(facts);
    const { remaining, resetMs } = facts;
    if (remaining === undefined || resetMs === undefined) {
      this.#remaining -= 1;
      if (!this.#isEndShown) this.#endsAt = now + this.lengthMs;
    } else {
      const endsAt = now + resetMs + MARGIN_MS;
      // Answers may arrive in another order. Ends are a window apart, so the end shows the window of an answer.
      const half = this.lengthMs / 2;
      if (endsAt < this.#endsAt - half) return;
      if (this.#isEndShown && endsAt > this.#endsAt + half) this.#begin(now);
      // Without others, only the requests of this client can have been counted since the last answer.
      if (remaining < this.#remaining - this.#inFlight - 1) {
        this.#othersSeenUntil = now + 2 * this.lengthMs;
        this.#sharedUntil = this.#othersSeenUntil;
      }
      // Seconds are rounded up and answers take time, so the earliest end is the most exact.
      this.#endsAt = this.#isEndShown ? Math.min(this.#endsAt, endsAt) : endsAt;
      this.#remaining = this.#isEndShown ? Math.min(this.#remaining, remaining) : remaining;
    }
    this.#isEndShown = true;
    this.#probeUntil = -Infinity;
  }

  /** The server refused a request because of this limit. */
  refused(facts: LimitFacts, retryAfterMs: number, now: number): void {
    this.#learn(facts);
    this.#remaining = 0;
    const endsAt = now + Math.max(retryAfterMs, facts.resetMs ?? 0, SHORTEST_PAUSE_MS);
    // Seconds are rounded up. Answers may have shown the end more exactly; without that, others begin earlier.
    const isKnown = this.#isEndShown && this.#endsAt > endsAt - SHORTEST_PAUSE_MS;
    this.#endsAt = isKnown ? Math.min(this.#endsAt - MARGIN_MS, endsAt) : endsAt;
    this.#isEndShown = true;
    this.#sharedUntil = now + 2 * this.lengthMs;
  }

  #learn({ quota = this.quota, lengthMs = this.lengthMs }: LimitFacts): void {
    const added = Math.max(0, quota - this.quota);
    this.quota = Math.max(1, quota);
    this.lengthMs = lengthMs;
    this.#remaining = Math.min(this.#remaining + added, this.quota);
  }

  #begin(now: number): void {
    this.used = { reads: 0, writes: 0 };
    this.#endsAt = now + this.lengthMs;
    this.#isEndShown = false;
    this.#remaining = this.quota;
  }
}
