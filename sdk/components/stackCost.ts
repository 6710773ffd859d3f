import * as pulumi from '@pulumi/pulumi';
import { getBalance } from '../data/account';

/** A resource with a price: an instance, a volume or a cluster. */
export interface Priced {
  /** Price per hour. */
  readonly hourlyCost: pulumi.Output<number>;
  /** Price per month. */
  readonly monthlyCost: pulumi.Output<number>;
  /** The currency; without it, the account's currency. */
  readonly currency?: pulumi.Output<string | undefined>;
}

/** The total price of several resources. */
export interface StackCost {
  /** Price per hour. */
  hourlyCost: number;
  /** Price per month. */
  monthlyCost: number;
  /** `usd` or `eur`. */
  currency: string;
}

/**
 * Adds up the prices of resources. The price of a machine includes the volumes that are created with it. Other
 * volumes count when they are in the list, also while they are attached to a machine.
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

/** In JavaScript, programs may pass a single resource, or a resource without a price. */
function checkPriced(resources: unknown): asserts resources is readonly Priced[] {
  if (!Array.isArray(resources))
    throw new pulumi.RunError('stackCost takes a list of resources: stackCost([trainer, data]).');
  resources.forEach((resource: Partial<Priced> | undefined, index) => {
    if (resource?.hourlyCost !== undefined && resource.monthlyCost !== undefined) return;
    throw new pulumi.RunError(
      `stackCost: [${String(index)}] has no price. Use instances, volumes and clusters; for a Fleet, ...fleet.instances.`,
    );
  });
}

/** Rounded to six digits: sums of binary fractions would show 0.30000000000000004. */
const sum = (prices: readonly number[]): number => Number(prices.reduce((a, b) => a + b, 0).toFixed(6));
