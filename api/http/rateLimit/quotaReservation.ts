import type { Kind } from '../../options';
import type { Window } from './rateLimitWindow';

/** Polls and reads are on one side, writes on the other. */
type Side = 'reading' | 'writing';

/** Of the quota, for each side. */
const SHARE = 0.2;

const sideOf = (kind: Kind): Side => (kind === 'write' ? 'writing' : 'reading');
const otherSide = (side: Side): Side => (side === 'reading' ? 'writing' : 'reading');

/**
 * Keeps a part of the project's window for the side that is quiet at the moment, so that a burst of writes does
 * not starve the polls, nor a burst of reads the writes. What is kept melts away as the window passes, so that in
 * the end the quota is used fully; and it is kept only for a side that asked within the length of a window.
 */
export class Shares {
  readonly #askedAt: Record<Side, number> = { reading: -Infinity, writing: -Infinity };
  #used: Record<Side, number> = { reading: 0, writing: 0 };
  #turns = 0;

  constructor(private readonly window: Window) {}

  /** Somebody of this kind wants to be let through. */
  asked(kind: Kind, now: number): void {
    this.#askedAt[sideOf(kind)] = now;
  }

  /** Somebody of this kind was. */
  sent(kind: Kind): void {
    this.#resetIfTurned();
    this.#used[sideOf(kind)] += 1;
  }

  /** How many requests of this kind the window lets through now. */
  room(kind: Kind, now: number): number {
    return this.window.room(now, this.#keptFrom(kind, now));
  }

  #keptFrom(kind: Kind, now: number): number {
    const ahead = this.window.ahead(now);
    this.#resetIfTurned();
    const other = otherSide(sideOf(kind));
    if (now - this.#askedAt[other] > this.window.lengthMs) return 0;
    return Math.floor(Math.max(0, this.window.quota * SHARE - this.#used[other]) * ahead);
  }

  /** When there may be room for this kind; now if there is. */
  opensAt(kind: Kind, now: number): number {
    if (this.window.room(now) === 0) return this.window.opensAt(now);
    if (this.room(kind, now) > 0) return now;
    // What is left is kept for the other side: until one request has melted off it.
    return now + this.window.lengthMs / Math.max(1, this.window.quota * SHARE);
  }

  #resetIfTurned(): void {
    if (this.#turns === this.window.turns) return;
    this.#turns = this.window.turns;
    this.#used = { reading: 0, writing: 0 };
  }
}
