import { InvalidRequestError } from '../../api/errors';
import { totalOf } from '../../core/prices';
import { numberOfEach, textOfEach } from './support/argumentTypes';
import { dataSource } from './support/describe';

export const getStackCost = dataSource({
  doc:
    'Adds up the prices of resources: of instances, volumes and clusters, which have these three outputs. Without any ' +
    'price, the sum is 0 in the currency of the account. A machine that `--target` leaves out costs 0. Prices in several ' +
    'currencies are an error. In a preview the result is unknown while one of the prices is.',
  operations: ['getBalance'],
  args: {
    hourlyCosts: {
      type: numberOfEach,
      doc: 'The output `hourlyCost` of each resource: its price per hour.',
      required: true,
    },
    monthlyCosts: {
      type: numberOfEach,
      doc: 'The output `monthlyCost` of each resource, in the order of `hourlyCosts`.',
      default: '730 hours of each',
    },
    currencies: {
      type: textOfEach,
      doc: 'The output `currency` of each resource, in the order of `hourlyCosts`: `usd` or `eur`.',
      default: 'the currency of the account',
    },
  },
  result: {
    object: 'Balance',
    type: { name: 'StackCost', doc: 'The total price of several resources.' },
    without: ['amount'],
    more: {
      hourlyCost: { typescript: 'number', doc: 'The sum of the prices per hour.' },
      monthlyCost: { typescript: 'number', doc: 'The sum of the prices per month.' },
    },
  },
  ask: async (api, { hourlyCosts, monthlyCosts, currencies }) => {
    for (const [name, given] of Object.entries({ monthlyCosts, currencies }))
      if (given !== undefined && given.length !== hourlyCosts.length)
        throw new InvalidRequestError(
          `getStackCost: ${name} has ${String(given.length)} entries, hourlyCosts ${String(hourlyCosts.length)}. ` +
            'Give both lists the same resources, in the same order.',
          { operation: '' },
        );
    const { currencies: all, ...sums } = await totalOf(
      hourlyCosts.map((hourlyCost, index) => ({
        hourlyCost: hourlyCost ?? undefined,
        monthlyCost: monthlyCosts?.[index] ?? undefined,
        currency: currencies?.[index] ?? undefined,
      })),
      async () => (await api.account.balance()).currency,
    );
    const [currency, ...others] = all;
    if (others.length > 0)
      throw new InvalidRequestError(
        `getStackCost cannot add up prices in several currencies: ${all.join(', ')}. Call it once for the resources of ` +
          'each currency.',
        { operation: '' },
      );
    return { ...sums, currency };
  },
});
