import * as pulumi from '@pulumi/pulumi';
import { totalOf } from '../../core/prices';
import { getBalance } from '../data/account';
import { billedInProgram } from '../pulumi/billedInProgram';
import { valueOf } from '../pulumi/undeclared';
import { ProgramError } from '../pulumi/programError';

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
 * Adds up the prices of resources: of the given ones, or without an argument of all instances, volumes and clusters of
 * the program. The price of a machine includes the volumes that are created with it. Other volumes count as resources
 * of their own, also while they are attached to a machine.
 *
 * Call it at the end of the program: without an argument, it counts the resources that are registered by then, and
 * the resources that functions given to their `apply` register. It waits for all of them, so none of them may use
 * its result: Pulumi then fails with a message about a cyclic dependency.
 *
 * In a preview the result is unknown while one of the prices is: of a resource that is created, replaced or updated.
 * The price of the stack at the end of the preview includes these. A resource without a price counts as 0: with
 * `--target`, a resource that is not created.
 *
 * @param resources the resources whose prices are added up. Default: all instances, volumes and clusters of the
 * program.
 * @returns the sums in the account's currency.
 * @throws RunError for resources without a price, and for prices in several currencies.
 *
 * @example
 * export const cost = stackCost();
 * export const storage = stackCost([data, results]).monthlyCost;
 */
export function stackCost(resources?: readonly Priced[]): pulumi.Output<StackCost> {
  return resources === undefined
    ? pulumi.output(allRegistered()).apply(() => sumOf(priced(billedInProgram())))
    : sumOf(priced(resources));
}

/** How many billed resources there are, once each has its id and no more are registered. */
async function allRegistered(): Promise<number> {
  const resources = billedInProgram();
  for (let before = -1; before !== resources.length;) {
    before = resources.length;
    // Pulumi reports why a resource has no id.
    await Promise.all(resources.map(({ id }) => valueOf(id).catch(() => undefined)));
    // Functions that are applied to outputs may register more.
    await new Promise(setImmediate);
  }
  return resources.length;
}

function sumOf(resources: readonly Priced[]): pulumi.Output<StackCost> {
  const prices = resources.map(({ hourlyCost, monthlyCost, currency }) =>
    // A resource that `--target` leaves out has no outputs.
    pulumi.all([hourlyCost as pulumi.Input<number | undefined>, monthlyCost, pulumi.output(currency)]),
  );
  return pulumi.all(prices).apply(async (all) => {
    const { hourlyCost, monthlyCost, currencies } = await totalOf(
      // Mocks may set only the price per hour.
      all.map(([hourlyCost, monthlyCost, currency]) => ({ hourlyCost, monthlyCost, currency })),
      async () => (await getBalance()).currency,
    );
    const [currency, ...others] = currencies;
    if (currency === undefined)
      throw new ProgramError('stackCost found no currency: let the mocks of the test answer getBalance.');
    if (others.length > 0)
      throw new ProgramError(
        `stackCost cannot add up prices in several currencies: ${currencies.join(', ')}.`,
      );
    return { hourlyCost, monthlyCost, currency };
  });
}

/** In JavaScript, programs may pass a single resource, or a resource without a price. */
function priced(resources: unknown): readonly Priced[] {
  if (!Array.isArray(resources))
    throw new ProgramError(
      'stackCost takes a list of resources, or nothing for the whole stack: stackCost([trainer, data]).',
    );
  return resources.map((resource: Priced | undefined, index) => {
    const { hourlyCost, monthlyCost }: Partial<Priced> = resource ?? {};
    // Every property of an output is an output.
    const isPriced = hourlyCost !== undefined && monthlyCost !== undefined;
    if (resource && isPriced && !pulumi.Output.isInstance(resource)) return resource;
    throw new ProgramError(
      `stackCost: [${String(index)}] has no price. Use instances, volumes and clusters; for a Fleet, ...fleet.instances.`,
    );
  });
}
