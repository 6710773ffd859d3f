import type { LimitFacts } from './rateLimitHeaders';

/** A request that a window has let through and that has no answer yet. */
export interface Passage {
  readonly sentAt: number;
  readonly turn: number;
}

/** Clocks count whole milliseconds, so a computed end may be a little too early. */
const MARGIN_MS = 10;
/** The server sends whole seconds, rounded up or down. */
export const ROUNDING_MS = 1_000;
/** The pause after a refusal that names no time; it doubles after each further refusal, up to the longest. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 30_000;
/** While others use the window too, at most this part of the rest may be in flight: answers show what others used. */
const SHARED_FLIGHT = 1 / 4;

/**
 * A fixed window of the server, as its answers describe it. Requests are sent at once while the quota lasts; the others
 * wait for the end of the window. Then one request is sent first, because the end is not known exactly: the others
 * follow after its answer, or after a second. After a refusal they follow only after an answer.
 */
export class RateLimitWindow {
  /** Counts windows and refusals: a request of an earlier turn does not show that requests pass in this turn. */
  turn = 0;
  #remaining: number;
  /** When the present window ends; undefined until an answer shows it. */
  #endsAt: number | undefined;
  #previousEnd = -Infinity;
  #inFlight = 0;
  /** Requests of this process that may count in the present window. */
  #own = 0;
  #first: Passage | undefined;
  #firstGoesAloneUntil = -Infinity;
  #refusals = 0;
  #othersSeenUntil = -Infinity;

  constructor(
    public quota: number,
    public lengthMs: number,
  ) {
    this.#remaining = quota;
  }

  /** Whether nothing of the past matters any more. */
  isIdle(now: number): boolean {
    this.#endIfOver(now);
    return this.#inFlight === 0 && this.#endsAt === undefined && now > this.#previousEnd + 2 * this.lengthMs;
  }

  /**
   * When a request may be sent: now, at a later time, or at Infinity if only an answer can show it.
   *
   * @param reserve the part of the quota that is kept for others. It shrinks to nothing towards the end of the window.
   */
  opensAt(now: number, reserve = 0): number {
    this.#endIfOver(now);
    if (now < this.#firstGoesAloneUntil) return this.#first ? this.#firstGoesAloneUntil : now;
    const left = this.#remaining - this.#inFlight;
    if (left <= 0) return this.#endsAt ?? Infinity;
    const mostInFlight = Math.max(1, Math.floor(this.#remaining * SHARED_FLIGHT));
    if (now < this.#othersSeenUntil && this.#inFlight >= mostInFlight) return Infinity;
    if (reserve === 0) return now;
    const ahead = this.#endsAt === undefined ? 1 : Math.min(1, (this.#endsAt - now) / this.lengthMs);
    return left > Math.floor(reserve * ahead) ? now : now + this.lengthMs / reserve;
  }

  sent(now: number): Passage {
    const passage = { sentAt: now, turn: this.turn };
    if (now < this.#firstGoesAloneUntil) this.#first = passage;
    this.#inFlight += 1;
    this.#own += 1;
    return passage;
  }

  /** The server did not count the request. */
  notCounted(passage: Passage): void {
    this.#own -= 1;
    this.#land(passage);
  }

  /** The server may have counted the request, but has not said so. */
  untold(passage: Passage, now: number): void {
    this.#land(passage);
    this.#remaining -= 1;
    this.#endsAt ??= now + this.lengthMs;
  }

  /** The server accepted the request. */
  passed(passage: Passage, facts: LimitFacts, now: number): void {
    this.#learn(facts);
    const { remaining, resetMs } = facts;
    if (passage.turn === this.turn) this.#trust();
    if (remaining === undefined || resetMs === undefined) {
      this.untold(passage, now);
      return;
    }
    // Answers may arrive in another order. The end shows which window an answer is about: ends are a window apart.
    const half = this.lengthMs / 2;
    if (this.#endsAt !== undefined && passage.sentAt + resetMs > this.#endsAt + half) {
      this.#begin(passage.sentAt);
      this.#trust();
    }
    this.#land(passage);
    if (now + resetMs < (this.#endsAt ?? this.#previousEnd + this.lengthMs) - half) return;
    this.#remaining = this.#endsAt === undefined ? remaining : Math.min(this.#remaining, remaining);
    this.#endNoLaterThan(now + Math.min(resetMs, this.lengthMs) + MARGIN_MS);
    this.#noticeOthers(remaining, now);
  }

  /** The server refused the request in this window. Refusals of requests in flight together count as one. */
  refused(passage: Passage, facts: LimitFacts, retryAfterMs: number | undefined, now: number): void {
    this.#learn(facts);
    this.notCounted(passage);
    if (passage.turn !== this.turn) return;
    const waitMs = Math.max(retryAfterMs ?? 0, facts.resetMs ?? 0);
    const pauseMs = waitMs || Math.min(FIRST_PAUSE_MS * 2 ** this.#refusals, LONGEST_PAUSE_MS);
    this.#endsAt = Math.max(
      Math.min(this.#endsAt ?? Infinity, now + pauseMs),
      passage.sentAt + pauseMs - ROUNDING_MS,
    );
    this.turn += 1;
    this.#refusals += 1;
    this.#remaining = 0;
    this.#firstGoesAloneUntil = -Infinity;
    this.#noticeOthers(0, now);
  }

  #land(passage: Passage): void {
    this.#inFlight -= 1;
    if (this.#first === passage) this.#first = undefined;
  }

  #learn({ quota, lengthMs }: LimitFacts): void {
    if (quota !== undefined) this.quota = Math.max(1, quota);
    if (lengthMs !== undefined) this.lengthMs = lengthMs;
  }

  #trust(): void {
    this.#refusals = 0;
    this.#firstGoesAloneUntil = -Infinity;
  }

  /** Seconds are rounded and answers take time, so the earliest announced end is the most exact. */
  #endNoLaterThan(end: number): void {
    this.#endsAt = Math.min(this.#endsAt ?? Infinity, end);
  }

  #noticeOthers(remaining: number, now: number): void {
    const used = this.quota - remaining;
    if (used > this.#own) this.#othersSeenUntil = now + 2 * this.lengthMs;
  }

  #endIfOver(now: number): void {
    if (this.#endsAt === undefined || now < this.#endsAt) return;
    this.#begin(this.#endsAt);
  }

  #begin(previousEnd: number): void {
    this.turn += 1;
    this.#previousEnd = previousEnd;
    this.#endsAt = undefined;
    this.#remaining = this.quota;
    this.#own = this.#inFlight;
    this.#first = undefined;
    this.#firstGoesAloneUntil = this.#refusals > 0 ? Infinity : previousEnd + ROUNDING_MS;
  }
}
