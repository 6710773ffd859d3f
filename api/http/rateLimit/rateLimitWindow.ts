import type { LimitFacts } from './rateLimitHeaders';
import { pauseAfter } from './gate';
import type { End } from './windowEnd';
import { endBy, endWithin, narrowed } from './windowEnd';

/** What all windows of one server have in common. */
export interface Rounding {
  /** Seconds until the reset were seen to be rounded down: the likely end is too early. */
  down: boolean;
}

/** A request that was let through, until it is answered. */
export interface Passage {
  readonly sentAt: number;
  /** It went alone, to see whether the window has turned. */
  readonly scout: boolean;
  /** How many windows had passed by then. */
  readonly turns: number;
}

/** What is computed as certain still passes through two clocks that count whole milliseconds. */
const MARGIN_MS = 10;
/** Where others use the window too, at most this part of what is left is in flight: every answer tells what they took. */
const SHARED_FLIGHT = 1 / 4;

/**
 * One fixed window of the server, seen from here: how many requests may go now, and when to look again.
 *
 * What is left is the lowest `r` that was told, less what is in flight: requests that the server has counted but
 * not answered are subtracted twice for as long as an answer takes, and never let through twice. When the window
 * ends is told in whole seconds, so each answer gives an interval, and all answers of a window together a narrow
 * one. At its certain end the whole burst goes. Before it, from the moment at which a server that rounds up has
 * turned, one scout goes ahead; its answer lets the others follow at once. A refused scout tells that this server
 * rounds down, which is learned once for all windows.
 */
export class Window {
  /** Somebody waits for it: it is not to be forgotten. */
  awaited = false;
  #quota: number;
  #lengthMs: number;
  #remaining: number;
  #end: End | undefined;
  #inFlight = 0;
  /** Answered without word of this window: they may have counted. */
  #uncertain = 0;
  #uncertainAt = -Infinity;
  /** Our own requests that the server has told of in this window. */
  #counted = 0;
  #toldAt = -Infinity;
  #turnedAt = -Infinity;
  #turns = 0;
  #scouting = false;
  /** After a refusal that the count did not foresee: one at a time, until one is let in. */
  #doubted = false;
  #closedUntil = -Infinity;
  #refusals = 0;
  #refusedAt = -Infinity;
  /** In how many windows, this one included, others are reckoned with. */
  #shared = 0;

  constructor(
    guess: { readonly quota: number; readonly lengthMs: number },
    private readonly rounding: Rounding,
  ) {
    this.#quota = guess.quota;
    this.#lengthMs = guess.lengthMs;
    this.#remaining = guess.quota;
  }

  get quota(): number {
    return this.#quota;
  }

  get lengthMs(): number {
    return this.#lengthMs;
  }

  /** How many windows have passed. */
  get turns(): number {
    return this.#turns;
  }

  /**
   * How many requests may go now.
   *
   * @param kept how many of those that are left are for somebody else.
   */
  room(now: number, kept = 0): number {
    this.#turnIfOver(now);
    if (now < this.#closedUntil) return 0;
    if (this.#scoutMayGo(now)) return 1;
    if (this.#doubted && this.#inFlight > 0) return 0;
    const left = this.#left() - kept;
    const limits = [
      left,
      this.#doubted ? 1 : Infinity,
      this.#shared > 0 ? this.#mostInFlight() - this.#inFlight : Infinity,
    ];
    return Math.max(0, Math.min(...limits));
  }

  /** When there may be room again if nothing is answered before; Infinity when only an answer can tell. */
  opensAt(now: number): number {
    this.#turnIfOver(now);
    if (now < this.#closedUntil) return this.#closedUntil;
    if (!this.#end) return Infinity;
    const { likely, latest } = this.#end;
    return now < likely && likely < latest && !this.rounding.down ? likely : latest + MARGIN_MS;
  }

  /** The part of the window that is still to come, from 1 down to 0. */
  ahead(now: number): number {
    this.#turnIfOver(now);
    if (!this.#end) return 1;
    return Math.min(1, Math.max(0, (this.#end.latest - now) / this.#lengthMs));
  }

  /** Nothing in flight and nothing to remember. */
  isIdle(now: number): boolean {
    this.#turnIfOver(now);
    return !this.awaited && this.#inFlight === 0 && !this.#end && now >= this.#closedUntil;
  }

  /** A request goes out. */
  sent(now: number): Passage {
    const scout = this.#scoutMayGo(now);
    this.#scouting ||= scout;
    this.#inFlight += 1;
    return { sentAt: now, scout, turns: this.#turns };
  }

  /** It did not go out after all. */
  unsent(passage: Passage): void {
    this.#landed(passage);
  }

  /** No answer, or one without word of this window. */
  untold(passage: Passage, now: number): void {
    this.#landed(passage);
    this.#countUncertain(now);
    // If it counted, its window ends no later than this.
    this.#end ??= endWithin(now, this.#lengthMs);
  }

  /** An answer that tells of this window; any but a refusal. */
  told(passage: Passage, facts: LimitFacts, now: number): void {
    if (facts.remaining === undefined || facts.resetMs === undefined) {
      this.untold(passage, now);
      return;
    }
    this.#landed(passage);
    this.#learn(facts);
    if (passage.sentAt > this.#refusedAt) {
      this.#doubted = false;
      this.#refusals = 0;
    }
    const end = endBy(passage.sentAt, now, facts.resetMs, this.#lengthMs);
    if (this.#isPast(end)) return;
    if (passage.sentAt < this.#turnedAt && end.earliest <= this.#turnedAt) {
      // Of the window before, or perhaps not.
      this.#countUncertain(now);
      return;
    }
    this.#enter(end, passage, facts.remaining, now);
    if (passage.sentAt > this.#uncertainAt) this.#uncertain = 0;
    this.#toldAt = Math.max(this.#toldAt, now);
    this.#counted += 1;
    this.#remaining = Math.min(this.#remaining, facts.remaining);
    this.#noticeOthers(facts.remaining);
  }

  /** A refusal (429) that names this window. */
  refused(passage: Passage, facts: LimitFacts, retryAfterMs: number | undefined, now: number): void {
    this.#landed(passage);
    this.#learn(facts);
    this.#doubted = true;
    const waitMs = retryAfterMs ?? facts.resetMs;
    this.#pause(passage, waitMs, now);
    if (waitMs === undefined) return;
    const end = endBy(passage.sentAt, now, waitMs, this.#lengthMs);
    if (this.#isPast(end)) return;
    if (this.#isOver(end)) {
      this.#begin(end, now);
    } else {
      if (passage.scout) this.rounding.down = true;
      this.#narrow(end);
    }
    this.#noticeOthers(0);
    this.#remaining = 0;
  }

  #left(): number {
    return this.#remaining - this.#uncertain - this.#inFlight;
  }

  #landed({ scout }: Passage): void {
    this.#inFlight -= 1;
    if (scout) this.#scouting = false;
  }

  #learn({ quota, lengthMs, resetMs }: LimitFacts): void {
    if (quota !== undefined) this.#quota = quota;
    if (lengthMs !== undefined) this.#lengthMs = lengthMs;
    // Rounded up, a window that is not over has a second left at least.
    if (resetMs === 0) this.rounding.down = true;
  }

  #countUncertain(now: number): void {
    this.#uncertain += 1;
    this.#uncertainAt = now;
  }

  /** More is gone than we can have used. */
  #noticeOthers(remaining: number): void {
    const own = this.#counted + this.#inFlight + this.#uncertain;
    if (this.#quota - remaining > own) this.#shared = 2;
  }

  #mostInFlight(): number {
    return Math.max(1, Math.floor(this.#remaining * SHARED_FLIGHT));
  }

  #scoutMayGo(now: number): boolean {
    return (
      this.#end !== undefined &&
      !this.rounding.down &&
      !this.#scouting &&
      now >= this.#end.likely &&
      this.#end.likely < this.#end.latest &&
      this.#left() <= 0
    );
  }

  /** Longer with each refusal of a request that was sent after the last: a volley counts as one. */
  #pause(passage: Passage, waitMs: number | undefined, now: number): void {
    if (passage.sentAt <= this.#refusedAt) return;
    this.#refusedAt = now;
    this.#closedUntil = now + pauseAfter(this.#refusals, waitMs);
    this.#refusals += 1;
  }

  /** Whether this is the end of a later window than the one that is known. */
  #isOver(end: End): boolean {
    return this.#end !== undefined && end.earliest > this.#end.latest;
  }

  /** Whether this is the end of an earlier window: answers overtake each other. */
  #isPast(end: End): boolean {
    return this.#end !== undefined && end.latest < this.#end.earliest;
  }

  #enter(end: End, { sentAt, scout, turns }: Passage, remaining: number, now: number): void {
    // What was asked after the last word, and has more left than that word said, is of a new window.
    const refilled = sentAt >= this.#toldAt && this.#end !== undefined && remaining > this.#remaining;
    // So is a scout that was let in, as nothing was left; unless the turn was noticed while it was under way, be it
    // within the millisecond in which it went.
    const scouted = scout && turns === this.#turns;
    if (!this.#end || refilled || scouted || this.#isOver(end)) this.#begin(end, now);
    else this.#narrow(end);
  }

  #begin(end: End, now: number): void {
    if (this.#end) this.#turn(now);
    this.#end = end;
  }

  #narrow(end: End): void {
    this.#end = this.#end ? narrowed(this.#end, end) : end;
  }

  #turnIfOver(now: number): void {
    if (!this.#end || now < this.#end.latest + MARGIN_MS) return;
    this.#turn(this.#end.latest);
    this.#end = undefined;
  }

  /** @param at by when it has turned: what was sent before may be of the window that ended. */
  #turn(at: number): void {
    this.#turnedAt = at;
    this.#turns += 1;
    this.#remaining = this.#quota;
    this.#uncertain = 0;
    this.#counted = 0;
    this.#shared = Math.max(0, this.#shared - 1);
  }
}
