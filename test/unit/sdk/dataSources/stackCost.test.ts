// The sum of prices that programs for the native plugin ask for. The package has `stackCost` for it.
import { InvalidRequestError } from '../../../../api/errors';
import { propertiesOf } from '../../../../core/validation/shape';
import { getStackCost } from '../../../../sdk/dataSources/onlyInPlugin';
import { argumentShapes } from '../../../../sdk/dataSources/support/describe';
import type { TestCloud } from '../support/cloud';
import { startCloud } from '../support/cloud';

let cloud: TestCloud;
beforeAll(async () => {
  cloud = await startCloud({ currency: 'eur' });
});
afterAll(() => cloud.close());

type Args = Parameters<typeof getStackCost.ask>[1];
const sumOf = (args: Args) => getStackCost.ask(cloud.client, args);

test('the sums have no rounding errors of binary fractions', async () => {
  expect(
    await sumOf({ hourlyCosts: [0.1, 0.2], monthlyCosts: [73, 146.1], currencies: ['usd', 'usd'] }),
  ).toEqual({ hourlyCost: 0.3, monthlyCost: 219.1, currency: 'usd' });
});

test('without prices per month, a month has 730 hours; without currencies, they are in that of the account', async () => {
  expect(await sumOf({ hourlyCosts: [1, 2] })).toEqual({
    hourlyCost: 3,
    monthlyCost: 2190,
    currency: 'eur',
  });
});

test('nothing costs nothing', async () => {
  expect(await sumOf({ hourlyCosts: [], monthlyCosts: [], currencies: [] })).toEqual({
    hourlyCost: 0,
    monthlyCost: 0,
    currency: 'eur',
  });
});

test('a resource that --target leaves out costs nothing', async () => {
  const args: Args = { hourlyCosts: [1, null], monthlyCosts: [700, null], currencies: ['usd', null] };
  expect(propertiesOf({ ...args }, argumentShapes(getStackCost))).toEqual([]);
  expect(await sumOf(args)).toEqual({ hourlyCost: 1, monthlyCost: 700, currency: 'usd' });
});

test.each<[string, Args, string]>([
  [
    'several currencies',
    { hourlyCosts: [1, 1], currencies: ['usd', 'eur'] },
    'getStackCost cannot add up prices in several currencies: usd, eur. Call it once for the resources of each currency.',
  ],
  [
    'a price in another currency than the account',
    { hourlyCosts: [1, 1], currencies: ['usd', null] },
    'getStackCost cannot add up prices in several currencies: usd, eur. Call it once for the resources of each currency.',
  ],
  [
    'too few prices per month',
    { hourlyCosts: [1, 1], monthlyCosts: [1] },
    'getStackCost: monthlyCosts has 1 entries, hourlyCosts 2. Give both lists the same resources, in the same order.',
  ],
  [
    'too many currencies',
    { hourlyCosts: [1], currencies: ['usd', 'usd'] },
    'getStackCost: currencies has 2 entries, hourlyCosts 1. Give both lists the same resources, in the same order.',
  ],
])('%s cannot be added up', async (_what, args, message) => {
  await expect(sumOf(args)).rejects.toThrow(new InvalidRequestError(message, { operation: '' }));
});

test('arguments of a wrong kind are named', () => {
  const given = { hourlyCosts: [1, '0.5'], currencies: 'usd' };
  expect(propertiesOf(given, argumentShapes(getStackCost)).map(({ path }) => path)).toEqual([
    'hourlyCosts[1]',
    'currencies',
  ]);
  expect(propertiesOf({}, argumentShapes(getStackCost))).toEqual([
    expect.objectContaining({ path: 'hourlyCosts', isMissing: true }),
  ]);
});
