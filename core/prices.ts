/** Hours that the cloud bills for a month. */
const HOURS_PER_MONTH = 730;

/** A price as the API writes it: a number, or a number as a string. */
export type Price = number | string;

/** A price as a number; undefined if it is not a price. */
export function priceOf(price: Price | null | undefined): number | undefined {
  if (price === null || price === undefined || (typeof price === 'string' && price.trim() === ''))
    return undefined;
  const value = Number(price);
  return Number.isFinite(value) ? value : undefined;
}

/** The price per month (730 hours) for a price per hour. */
export const hourlyToMonthly = (hourly: Price): number => rounded(Number(hourly) * HOURS_PER_MONTH);

/** The price per hour for a price per month (730 hours). */
export const monthlyToHourly = (monthly: Price): number => rounded(Number(monthly) / HOURS_PER_MONTH);

/** Six decimal places, so that no price shows as 0.30000000000000004. */
const rounded = (price: number): number => Number(price.toFixed(6));
