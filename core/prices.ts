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

/** The price of a resource. Without `hourlyCost`, the resource was left out and costs nothing. */
export interface ResourcePrice {
  readonly hourlyCost?: number | undefined;
  /** Default: 730 hours. */
  readonly monthlyCost?: number | undefined;
  /** Default: the currency of the account. */
  readonly currency?: string | undefined;
}

/** The total of prices, and the currencies that they are in: usually one. */
export interface Total {
  readonly hourlyCost: number;
  readonly monthlyCost: number;
  readonly currencies: readonly string[];
}

/**
 * Adds up prices.
 *
 * @param currencyOfAccount is asked if a price names no currency, and if there is no price.
 */
export async function totalOf(
  prices: readonly ResourcePrice[],
  currencyOfAccount: () => Promise<string | undefined>,
): Promise<Total> {
  const known = prices.filter(({ hourlyCost }) => hourlyCost !== undefined);
  const silent = known.length === 0 || known.some(({ currency }) => currency === undefined);
  const named = [...known.map(({ currency }) => currency), ...(silent ? [await currencyOfAccount()] : [])];
  return {
    hourlyCost: sum(known.map(({ hourlyCost = 0 }) => hourlyCost)),
    monthlyCost: sum(
      known.map(({ hourlyCost = 0, monthlyCost }) => monthlyCost ?? hourlyToMonthly(hourlyCost)),
    ),
    currencies: [...new Set(named.filter((currency) => currency !== undefined))],
  };
}

const sum = (prices: readonly number[]): number => rounded(prices.reduce((a, b) => a + b, 0));
