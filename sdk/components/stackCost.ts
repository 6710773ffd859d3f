import * as pulumi from '@pulumi/pulumi';
import { getBalance } from '../data/account';

/** Something with a price: an instance, a volume or a cluster. */
export interface Priced {
  /** Price per hour. */
  readonly hourlyCost: pulumi.Output<number>;
  /** Price per month. */
  readonly monthlyCost: pulumi.Output<number>;
  /** Left out where it is the account's. */
  readonly currency?: pulumi.Output<string | undefined>;
}

/** What several resources cost together. */
export interface StackCost {
  /** Price per hour. */
  hourlyCost: number;
  /** Price per month. */
  monthlyCost: number;
  /** `usd` or `eur`. */
  currency: string;
}

/**
 * Adds up what resources cost. The volumes that are made along with a machine are in its price; others count when
 * they are given too, also where a machine holds them.
 *
 * @example
 * export const cost = stackCost([trainer, data]);
 */
export function stackCost(resources: readonly Priced[]): pulumi.Output<StackCost> {
  checkPriced(resources);
  const prices = resources.map(({ hourlyCost, monthlyCost, currency }) =>
    pulumi.all([hourlyCost, monthlyCost, pulumi.output(currency)]),
  );
  return pulumi.all(prices).apply(async (known) => {
    const named = new Set(
      known.map(([, , currency]) => currency).filter((currency) => currency !== undefined),
    );
    const silent = known.length === 0 || known.some(([, , currency]) => currency === undefined);
    if (silent) named.add((await getBalance()).currency);
    const [currency, ...others] = named;
    if (currency === undefined || others.length > 0) {
      throw new pulumi.RunError(
        `stackCost cannot add up prices in several currencies: ${[...named].join(', ')}.`,
      );
    }
    return {
      hourlyCost: sum(known.map(([hourly]) => hourly)),
      monthlyCost: sum(known.map(([, monthly]) => monthly)),
      currency,
    };
  });
}

/** JavaScript programs give one resource, or one that costs nothing. */
function checkPriced(resources: unknown): asserts resources is readonly Priced[] {
  if (!Array.isArray(resources))
    throw new pulumi.RunError('stackCost takes a list of resources: stackCost([trainer, data]).');
  resources.forEach((resource: Partial<Priced> | undefined, index) => {
    if (resource?.hourlyCost !== undefined && resource.monthlyCost !== undefined) return;
    throw new pulumi.RunError(
      `stackCost: [${String(index)}] has no price. Give instances, volumes and clusters; of a Fleet, ...fleet.instances.`,
    );
  });
}

/** To the millionth: binary fractions leave no 0.30000000000000004 in a bill. */
const sum = (prices: readonly number[]): number => Number(prices.reduce((a, b) => a + b, 0).toFixed(6));
