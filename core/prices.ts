/** Hours that a month is billed for. */
const HOURS_PER_MONTH = 730;

/** A price as the API writes it: a number, or a string of one. */
export type Price = number | string;

/** A price as a number; undefined if it is not a price. */
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

/** Six decimal places, so that no price shows as 0.30000000000000004. */
const rounded = (price: number): number => Number(price.toFixed(6));
