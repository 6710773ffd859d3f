/** A request that was let through the gate, until it is answered. */
export interface GatePassage {
  readonly sentAt: number;
  /** It goes alone, to see whether the refusals are over. */
  readonly probe: boolean;
}

/** After the first refusal, and twice as long after each further one. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 30_000;
/** A server that rounds seconds down asks for up to a second too little. */
const ROUNDING_MS = 1_000;

/**
 * How long to hold back after so many refusals before this one: longer each time, but hardly longer than the server
 * asks, where it says so.
 */
export const pauseAfter = (refusals: number, askedMs: number | undefined): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** refusals, askedMs === undefined ? LONGEST_PAUSE_MS : askedMs + ROUNDING_MS);

/**
 * Holds all requests after a 429 that names no window. It closes for as long as the server asks and no longer; then
 * one request goes ahead, and its answer opens the gate or closes it again.
 */
export class Gate {
  #closedUntil = -Infinity;
  #doubted = false;
  #probing = false;
  #refusals = 0;
  #refusedAt = -Infinity;

  isOpen(now: number): boolean {
    return now >= this.#closedUntil && !(this.#doubted && this.#probing);
  }

  /** When it may open if nothing is answered before; Infinity when only an answer can tell. */
  opensAt(now: number): number {
    if (now < this.#closedUntil) return this.#closedUntil;
    return this.isOpen(now) ? now : Infinity;
  }

  sent(now: number): GatePassage {
    const probe = this.#doubted;
    this.#probing ||= probe;
    return { sentAt: now, probe };
  }

  /** It did not go out, was lost, or its answer tells nothing of limits. */
  untold({ probe }: GatePassage): void {
    if (probe) this.#probing = false;
  }

  /** It was let in. */
  passed(passage: GatePassage): void {
    this.untold(passage);
    if (passage.sentAt <= this.#refusedAt) return;
    this.#doubted = false;
    this.#refusals = 0;
  }

  /** It was refused, and no window was named. */
  refused(passage: GatePassage, retryAfterMs: number | undefined, now: number): void {
    this.untold(passage);
    this.#doubted = true;
    // A volley counts as one refusal.
    const isNews = passage.sentAt > this.#refusedAt;
    if (isNews || retryAfterMs !== undefined)
      this.#closedUntil = Math.max(
        this.#closedUntil,
        // A server that asks for no time at all is not asked all the time.
        now + (retryAfterMs || pauseAfter(this.#refusals, retryAfterMs)),
      );
    if (!isNews) return;
    this.#refusedAt = now;
    this.#refusals += 1;
  }
}
