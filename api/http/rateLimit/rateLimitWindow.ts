import type { LimitFacts } from './rateLimitHeaders';

export type Side = 'reads' | 'writes';

/** The part of the quota that writes leave to reads, and that reads leave to writes. */
const RESERVE = 0.2;
/** The shortest pause after a refusal: a server may name no time, or round seconds down. */
const SHORTEST_PAUSE_MS = 1_000;
/** Added to an end that an answer shows, so that a client that was refused goes first. */
const MARGIN_MS = 10;
/** How long the others wait for the answer to the first request of a window. */
const LONGEST_PROBE_MS = 1_000;
/** The time in which a paced client sends the whole quota. */
const PACE_MS = 3_000;

/**
 * A fixed window of the server, as its answers describe it. Requests are sent at once while the quota lasts; the others
 * wait for its end. In a window that others use too, requests are paced. The end is not known exactly, so after a full
 * window one request is sent as a probe, and the others follow its answer.
 */
export class RateLimitWindow {
  /** The number of requests that the server still accepts; requests in flight are not yet subtracted. */
  #remaining: number;
  #inFlight = 0;
  /** Until an answer shows the end, the earliest that is possible. */
  #endsAt = -Infinity;
  #isEndShown = false;
  #probeUntil = -Infinity;
  /** Other clients were seen lately: until then, a part is left to them. */
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

  /** A request is to be sent: records its side, and begins the next window if this one has ended. */
  asked(side: Side, now: number): void {
    this.#askedAt[side] = now;
    if (this.#isEndShown && now >= this.#endsAt) this.#begin(this.#endsAt);
  }

  /** When a request may be sent while so many wait: now, at a later time, or at Infinity if only an answer can show it. */
  opensAt(side: Side, now: number, waiting = 0): number {
    if (now < this.#probeUntil && this.#inFlight > 0) return this.#probeUntil;
    const left = this.#remaining - this.#inFlight;
    if (left <= 0) return this.#isEndShown ? this.#endsAt : Infinity;
    // Others may have used a part of a shared window since the last answer, so an eighth of the rest is sent at a time.
    if (now < this.#sharedUntil && this.#inFlight >= this.#remaining / 8) return Infinity;
    return Math.max(now, this.#pacedAt(side, now, waiting), this.#reservedUntil(side, left, now));
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
    if (this.#isEndShown && resetMs !== undefined && endsAt > this.#endsAt + half) this.#begin(now);
    // Without others, only requests in flight can have been counted since the last answer, and the answered one.
    if (remaining < this.#remaining - Math.max(1, this.#inFlight)) this.#share(now);
    this.#remaining = Math.min(this.#remaining, remaining);
    // Answers take time and seconds may be rounded up, so the earliest end is the most exact.
    this.#endsAt = this.#isEndShown ? Math.min(this.#endsAt, endsAt) : endsAt;
    this.#isEndShown = true;
    this.#probeUntil = -Infinity;
  }

  /** The server refused a request, because of this limit or for a reason that it does not name. */
  refused(facts: LimitFacts, now: number, retryAfterMs = facts.resetMs ?? 0): void {
    this.#learn(facts);
    this.#remaining = 0;
    this.#isEndShown = true;
    this.#endsAt = now + Math.max(retryAfterMs, SHORTEST_PAUSE_MS);
    // This client keeps within the quota, so others have used it. A refused probe, or a refusal that names no limit,
    // does not show that.
    if (facts.remaining === 0 && now >= this.#probeUntil) this.#share(now);
  }

  /** Whether this window holds no information that is still needed. */
  isIdle(now: number): boolean {
    return this.#inFlight === 0 && now >= this.#endsAt + this.lengthMs;
  }

  /**
   * When the next request is sent if requests are paced, so that no client takes a whole window at once. Without other
   * clients, they are paced if more wait than the window accepts: that delays none of the next window, and a client
   * that begins meanwhile is noticed.
   */
  #pacedAt(side: Side, now: number, waiting: number): number {
    const used = this.#used.reads + this.#used.writes;
    if (now >= this.#sharedUntil && used + waiting <= this.quota) return now;
    // Clients that send few requests come late: the second half is sent slowly, so that something is left for them.
    const isUsedByOthers = this.quota - this.#remaining > used - this.#inFlight;
    const isSlow = isUsedByOthers && used >= this.quota / 2;
    const paceMs = isSlow ? this.lengthMs : Math.min(PACE_MS, this.lengthMs / 2);
    return this.#endsAt - this.lengthMs + (paceMs * this.#used[side]) / this.quota;
  }

  /** How long the rest is reserved for the other side, if that had requests lately; by and by, all of it is released. */
  #reservedUntil(side: Side, left: number, now: number): number {
    const other = side === 'reads' ? 'writes' : 'reads';
    if (now - this.#askedAt[other] > this.lengthMs) return now;
    const reserve = Math.max(0, this.quota * RESERVE - this.#used[other]);
    const endsAt = this.#isEndShown ? this.#endsAt : now + this.lengthMs;
    return endsAt - (this.lengthMs * left) / reserve;
  }

  #learn({ quota = this.quota, lengthMs = this.lengthMs }: LimitFacts): void {
    this.#remaining += quota - this.quota;
    this.quota = quota;
    this.lengthMs = lengthMs;
  }

  #share(now: number): void {
    this.#sharedUntil = now + 2 * this.lengthMs;
  }

  #begin(at: number): void {
    if (this.#remaining <= this.#inFlight) this.#probeUntil = at + LONGEST_PROBE_MS;
    this.#used = { reads: 0, writes: 0 };
    this.#isEndShown = false;
    this.#endsAt = at + this.lengthMs;
    this.#remaining = this.quota;
  }
}
