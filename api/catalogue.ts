/** Hours that a month is billed for. */
const HOURS_PER_MONTH = 730;

/** A price as the API writes it: a number, or a string of one. */
export type Price = number | string;

/** The number that a price stands for; undefined when it is none. */
export function priceOf(price: Price | null | undefined): number | undefined {
  if (price === null || price === undefined || (typeof price === 'string' && price.trim() === ''))
    return undefined;
  const value = Number(price);
  return Number.isFinite(value) ? value : undefined;
}

/** The price of a month (730 hours) at so much an hour. */
export const hourlyToMonthly = (hourly: Price): number => rounded(Number(hourly) * HOURS_PER_MONTH);

/** The price of an hour at so much a month (730 hours). */
export const monthlyToHourly = (monthly: Price): number => rounded(Number(monthly) / HOURS_PER_MONTH);

/** Six digits after the point: binary fractions leave no 0.30000000000000004 in a bill. */
const rounded = (price: number): number => Number(price.toFixed(6));

/** From this length on, the beginning of a word stands for the word. */
const SHORTEST_PREFIX = 3;

/**
 * The candidate that was probably meant, whatever its case: the one with the fewest slips between (a letter left
 * out, added, changed, or swapped with the next), or one that begins with what was given. Undefined when none is
 * near enough to be a slip.
 */
export function nearest(given: string, candidates: Iterable<string>): string | undefined {
  const wanted = given.trim().toLowerCase();
  const most = slipsIn(wanted.length);
  let best: { readonly candidate: string; readonly distance: number } | undefined;
  for (const candidate of candidates) {
    const distance = distanceTo(wanted, candidate.toLowerCase());
    if (distance <= most && (!best || distance < best.distance)) best = { candidate, distance };
  }
  return best?.candidate;
}

/** How many slips a word of this length may hold and still be itself. */
const slipsIn = (length: number): number =>
  length <= 3 ? Math.min(1, length - 1) : length <= 5 ? 2 : Math.min(4, Math.ceil(length * 0.4));

function distanceTo(wanted: string, candidate: string): number {
  if (wanted === candidate) return 0;
  // The shortest word with this beginning, before any slip in a whole one.
  if (wanted.length >= SHORTEST_PREFIX && candidate.startsWith(wanted)) {
    return 1 - 1 / (candidate.length - wanted.length + 1);
  }
  return slips(wanted, candidate);
}

/** Damerau and Levenshtein's distance between two words, each part of either being changed once at most. */
function slips(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const changed = at(last, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
          ? at(beforeLast, j - 2) + 1
          : Infinity;
      row[j] = Math.min(changed, swapped, at(last, j) + 1, at(row, j - 1) + 1);
    }
    beforeLast = last;
    last = row;
  }
  return at(last, b.length);
}

const at = (row: readonly number[], index: number): number => row[index] ?? Infinity;
