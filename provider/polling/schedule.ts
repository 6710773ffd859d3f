/** How late a settling that nobody could foresee may be noticed, as a share of the time that it took. */
const LATENESS = 0.07;
/** The same where it was foreseen, and one list is to do for all that are due at about that time. */
const BUNCHING = 0.1;
/** How much of the two it is at least for a bunch, and at most in any case, in ms. */
const BUNCH_MS = 1_000;
const LATEST_MS = 5_000;
/** The shortest time between two lists, in ms. */
const SHORTEST_MS = 250;
/** The longest, while minutes are left by what the caller expects. */
const LONGEST_EXPECTED_MS = 10_000;
/** The longest, while nothing is due by what was seen: failures and surprises are noticed after this at the latest. */
const LONGEST_LEARNED_MS = 75_000;
/** The longest after a list that failed. */
const LONGEST_FAILED_MS = 30_000;
/** How many settlings of a kind are remembered. */
const REMEMBERED = 8;

/** What is known of a wait. */
export interface Waiting {
  /** When it began, in ms on the clock. */
  readonly since: number;
  /** Waits of one kind take about as long as each other. */
  readonly kind: string;
  /** How long it takes by what the caller knows, in ms. */
  readonly expectMs: number | undefined;
  /** Set when it has to be looked at then, whatever is expected. */
  readonly lookAt: number | undefined;
}

/** From when on, and until when, somebody should be looked at. */
interface Window {
  readonly due: number;
  readonly latest: number;
}

/**
 * When the next list is due. The lists for many must be hardly more than those for one, though the rate limit may
 * spread the beginning of their waits over minutes; so a new waiter must not start the short ticks anew.
 *
 * - As long as nobody of a kind has settled, only the eldest is watched, in ticks that grow with its age: nobody of
 *   its kind is expected to settle before it, and whoever does is seen with it.
 * - How long the first one took is expected of the others. They need no list until they are due, and then one does
 *   for all that are due at about that time. Who is overdue is watched closely, then less and less.
 * - Whatever happens, lists take no more than three quarters of the endpoint's rate limit, for it is shared with
 *   reads and with the program's process.
 */
export class Schedule {
  private readonly took = new Map<string, number[]>();
  private readonly budget: Budget;
  private readonly random: () => number;
  private jitter = 1;
  private lastLook = -Infinity;
  private notBefore = -Infinity;

  constructor(listsPerMinute: number, random: () => number) {
    this.budget = new Budget(listsPerMinute);
    this.random = random;
  }

  /** A list has started. */
  looked(now: number): void {
    this.lastLook = now;
    this.notBefore = -Infinity;
    this.jitter = 0.9 + 0.2 * this.random();
    this.budget.take(now);
  }

  /** A list has failed for the nth time in a row. */
  failed(now: number, times: number): void {
    this.notBefore = now + this.jitter * Math.min(1_000 * 2 ** (times - 1), LONGEST_FAILED_MS);
  }

  /** Somebody settled between two looks, this and that long after the wait began. */
  settled(kind: string, after: number, until: number): void {
    const expected = this.expected(kind);
    // What fits into what was expected changes nothing; else a list that came late would make the next one later.
    const fits = expected !== undefined && after < expected && expected <= until;
    this.took.set(kind, [...(this.took.get(kind) ?? []), fits ? expected : until].slice(-REMEMBERED));
  }

  /** When to list next, in ms on the clock; Infinity when nobody waits. */
  next(everyone: Iterable<Waiting>, now: number): number {
    const eldest = new Map<string, Waiting>();
    const windows: Window[] = [];
    for (const one of everyone) {
      const expected = this.expected(one.kind);
      if (one.lookAt !== undefined) windows.push({ due: one.lookAt, latest: one.lookAt });
      if (expected !== undefined) windows.push(this.whenExpected(one, expected));
      else if (one.since < (eldest.get(one.kind)?.since ?? Infinity)) eldest.set(one.kind, one);
    }
    for (const one of eldest.values()) windows.push(this.whenUnknown(one));
    // One look at the last moment that is early enough for everyone.
    const latest = windows.reduce((least, window) => Math.min(least, window.latest), Infinity);
    const due = windows.reduce(
      (until, window) => (window.due <= latest ? Math.max(until, window.due) : until),
      -Infinity,
    );
    const soonest = this.lastLook + 0.9 * SHORTEST_MS;
    return windows.length === 0 ? Infinity : Math.max(due, soonest, this.notBefore, this.budget.freeAt(now));
  }

  /** The shortest of late: what may settle early is worth a look. */
  private expected(kind: string): number | undefined {
    const took = this.took.get(kind);
    return took && Math.min(...took);
  }

  private whenExpected({ since }: Waiting, expected: number): Window {
    const from = Math.max(since, this.lastLook);
    const due = since + expected;
    if (from >= due) {
      const again = from + this.jitter * between(SHORTEST_MS, 0.03 * expected, 0.3 * (from - due), LATEST_MS);
      return { due: again, latest: again };
    }
    const latest = Math.min(
      due + between(BUNCH_MS, 0, BUNCHING * expected, LATEST_MS),
      from + LONGEST_LEARNED_MS,
    );
    return { due: Math.min(due, latest), latest };
  }

  private whenUnknown({ since, expectMs }: Waiting): Window {
    const from = Math.max(since, this.lastLook);
    const left = expectMs === undefined ? undefined : since + expectMs - from;
    const longest =
      left === undefined
        ? LATEST_MS
        : Math.max(
            1_000,
            left > 0 ? Math.min(left / 6, LONGEST_EXPECTED_MS) : Math.min(-left / 6, LATEST_MS),
          );
    const again = from + this.jitter * between(SHORTEST_MS, 0, LATENESS * (from - since), longest);
    return { due: again, latest: again };
  }
}

/** The value, but no less than both of the least and no more than the most. */
const between = (least: number, orLeast: number, value: number, most: number): number =>
  Math.min(Math.max(least, orLeast, value), Math.max(least, most));

/** A share of a rate limit: a quarter of it at once, and half of it each minute. */
class Budget {
  private readonly size: number;
  private readonly perMs: number;
  private left: number;
  private at = -Infinity;

  constructor(perMinute: number) {
    this.size = perMinute / 4;
    this.perMs = perMinute / 2 / 60_000;
    this.left = this.size;
  }

  /** Takes one, even where none is left: reads do not wait, polls do. */
  take(now: number): void {
    this.left = Math.max(this.leftAt(now) - 1, -this.size);
    this.at = now;
  }

  freeAt(now: number): number {
    const left = this.leftAt(now);
    return left >= 1 ? now : now + (1 - left) / this.perMs;
  }

  private leftAt(now: number): number {
    return Math.min(this.size, this.left + (now - this.at) * this.perMs);
  }
}
