import type { InstanceType } from './schema';

/** Hours that a month is billed for. */
const HOURS_PER_MONTH = 730;

/** A price as the API writes it: a number, or a string of one. */
export type Price = number | string;

/** The number that a price stands for; undefined when it is none. */
export function priceOf(price: Price | null | undefined): number | undefined {
  if (price === null || price === undefined || price === '') return undefined;
  const value = Number(price);
  return Number.isFinite(value) ? value : undefined;
}

/** The price of a month (730 hours) at so much an hour. */
export const hourlyToMonthly = (hourly: number): number => rounded(hourly * HOURS_PER_MONTH);

/** The price of an hour at so much a month (730 hours). */
export const monthlyToHourly = (monthly: number): number => rounded(monthly / HOURS_PER_MONTH);

/** Six digits after the point: binary fractions leave no 0.30000000000000004 in a bill. */
const rounded = (price: number): number => Number(price.toFixed(6));

/** The candidate that was probably meant, whatever its case; undefined when none is near. */
export function nearest(given: string, candidates: Iterable<string>): string | undefined {
  const wanted = given.trim().toLowerCase();
  let best: { candidate: string; distance: number } | undefined;
  for (const candidate of candidates) {
    const distance = distanceBetween(wanted, candidate.toLowerCase());
    if (!best || distance < best.distance) best = { candidate, distance };
  }
  return best && best.distance <= Math.max(2, Math.floor(wanted.length / 3)) ? best.candidate : undefined;
}

function distanceBetween(a: string, b: string): number {
  return a === b ? 0 : Math.max(a.length, b.length);
}

/** What the cheapest instance type has to have. */
export interface Needs {
  readonly model?: string | undefined;
}

/** The cheapest type that has what is needed. */
export function cheapest(_types: readonly InstanceType[], _needs: Needs): InstanceType | undefined {
  return undefined;
}
