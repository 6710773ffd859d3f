/** How late an unexpected end of a wait may be noticed, as a share of the time that the wait took. */
const LATE_SHARE = 0.07;
/** The same for an expected end, when one list serves all waits that end at about that time. */
const GROUPED_LATE_SHARE = 0.1;
/** The shortest of the delays of an expected end, in ms. */
const SHORTEST_GROUPED_DELAY_MS = 1_000;
/** The longest of these delays, in ms. */
const LONGEST_DELAY_MS = 5_000;
/** An overdue wait is checked again after a share of its expected duration or, if longer, of the time it is overdue. */
const OVERDUE_SHARE = { ofExpected: 0.03, ofOverdue: 0.3 };
/** The shortest time between two lists, in ms. */
const SHORTEST_MS = 250;
/**
 * The longest time between two lists while earlier waits suggest that none ends soon, in ms: it limits how
 * late failures and unexpected changes are noticed.
 */
const LONGEST_LEARNED_MS = 75_000;
/** The longest time after a list that failed, in ms. */
const LONGEST_FAILED_MS = 30_000;
/** How many durations of a kind are kept. */
const REMEMBERED = 8;

/** The data of a wait from which the schedule is computed. */
export interface Waiting {
  /** When it began, in ms on the clock. */
  readonly since: number;
  /** Waits of one kind take about equally long. */
  readonly kind: string;
  /** By when a list must be read, whatever is expected, in ms on the clock. */
  readonly listBy: number | undefined;
}

/** The times between which an object should be read. */
interface DueRange {
  readonly due: number;
  readonly latest: number;
}

/**
 * Decides when the next list is due. Many waits must not need many more lists than one wait, even when the rate limit
 * spreads their beginnings over minutes: a new wait must not restart the short intervals.
 *
 * - Until the first wait of a kind ends, only the oldest one sets the pace, with intervals that grow with its age. No
 * other wait of its kind is expected to end earlier, and a list shows all of them anyway.
 * - The package then assumes that the others take as long as the first wait. They need no list until they are due, and
 * one list serves all that are due at about the same time. An overdue wait is checked often at first, then less often.
 * - Lists use at most three quarters of the rate limit of their endpoint: reads and the process of the program share
 * it.
 */
export class Schedule {
  private readonly took = new Map<string, number[]>();
  private readonly budget: Budget;
  private readonly random: () => number;
  private jitter = 1;
  private lastListAt = -Infinity;
  private notBefore = -Infinity;

  constructor(listsPerMinute: number, random: () => number) {
    this.budget = new Budget(listsPerMinute);
    this.random = random;
  }

  listed(now: number): void {
    this.lastListAt = now;
    this.notBefore = -Infinity;
    this.jitter = 0.9 + 0.2 * this.random();
    this.budget.take(now);
  }

  /** A list failed, for the nth time in a row. */
  failed(now: number, times: number): void {
    this.notBefore = now + this.jitter * Math.min(1_000 * 2 ** (times - 1), LONGEST_FAILED_MS);
  }

  /** A wait ended between these two ages, in ms. */
  waitEnded(kind: string, after: number, until: number): void {
    const expected = this.expected(kind);
    // A duration that matches the expectation changes nothing; otherwise a late list would delay the next one.
    const fits = expected !== undefined && after < expected && expected <= until;
    this.took.set(kind, [...(this.took.get(kind) ?? []), fits ? expected : until].slice(-REMEMBERED));
  }

  /** When to list next, in ms on the clock; Infinity when nobody waits. */
  next(waits: Iterable<Waiting>, now: number): number {
    const oldest = new Map<string, Waiting>();
    const ranges: DueRange[] = [];
    for (const one of waits) {
      const expected = this.expected(one.kind);
      if (one.listBy !== undefined) ranges.push({ due: one.listBy, latest: one.listBy });
      if (expected !== undefined) ranges.push(this.whenExpected(one, expected));
      else if (one.since < (oldest.get(one.kind)?.since ?? Infinity)) oldest.set(one.kind, one);
    }
    for (const one of oldest.values()) ranges.push(this.whenUnknown(one));
    // One list, as late as every wait allows.
    const latest = ranges.reduce((least, range) => Math.min(least, range.latest), Infinity);
    const due = ranges.reduce(
      (until, range) => (range.due <= latest ? Math.max(until, range.due) : until),
      -Infinity,
    );
    const earliest = this.lastListAt + 0.9 * SHORTEST_MS;
    return ranges.length === 0 ? Infinity : Math.max(due, earliest, this.notBefore, this.budget.freeAt(now));
  }

  /** The shortest of the kept durations: a wait may end that early. */
  expected(kind: string): number | undefined {
    const took = this.took.get(kind);
    return took && Math.min(...took);
  }

  private whenExpected({ since }: Waiting, expected: number): DueRange {
    const from = Math.max(since, this.lastListAt);
    const due = since + expected;
    if (from >= due) {
      const interval = Math.max(OVERDUE_SHARE.ofExpected * expected, OVERDUE_SHARE.ofOverdue * (from - due));
      const again = from + this.jitter * between(SHORTEST_MS, interval, LONGEST_DELAY_MS);
      return { due: again, latest: again };
    }
    const latest = Math.min(
      due + between(SHORTEST_GROUPED_DELAY_MS, GROUPED_LATE_SHARE * expected, LONGEST_DELAY_MS),
      from + LONGEST_LEARNED_MS,
    );
    return { due: Math.min(due, latest), latest };
  }

  private whenUnknown({ since }: Waiting): DueRange {
    const from = Math.max(since, this.lastListAt);
    const again = from + this.jitter * between(SHORTEST_MS, LATE_SHARE * (from - since), LONGEST_DELAY_MS);
    return { due: again, latest: again };
  }
}

/** Limits a value to at least the minimum and at most the maximum; the minimum counts if they contradict each other. */
const between = (least: number, value: number, most: number): number =>
  Math.min(Math.max(least, value), Math.max(least, most));

/** A share of a rate limit: a quarter of it at once, and half of it per minute. */
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

  /** Takes one request even when none is left: reads do not wait, polls do. */
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
