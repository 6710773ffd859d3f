import * as sdk from 'pulumi-cloud-compute';
import { failureOf, runOnMocks, valueOf } from '../program';

const priced = (prices: Record<string, { hourlyCost: number; monthlyCost: number; currency?: string }>) =>
  runOnMocks({
    call: () => ({ amount: 100, currency: 'eur' }),
    answer: ({ name }) => ({ id: name, state: prices[name] ?? {} }),
  });

const volume = (name: string) => new sdk.Volume(name, { size: 1, type: 'NVMe', locationCode: 'FIN-01' });

test('adds up without rounding errors of binary fractions', async () => {
  await priced({
    a: { hourlyCost: 0.1, monthlyCost: 73, currency: 'usd' },
    b: { hourlyCost: 0.2, monthlyCost: 146, currency: 'usd' },
  });
  expect(await valueOf(sdk.stackCost([volume('a'), volume('b')]))).toEqual({
    hourlyCost: 0.3,
    monthlyCost: 219,
    currency: 'usd',
  });
});

test('a price without a currency is in the currency of the account', async () => {
  await priced({ trainer: { hourlyCost: 2, monthlyCost: 1460 } });
  const machine = new sdk.Instance('trainer', { image: 'ubuntu-24.04' });
  expect(await valueOf(sdk.stackCost([machine]))).toEqual({
    hourlyCost: 2,
    monthlyCost: 1460,
    currency: 'eur',
  });
});

test('an empty list costs nothing', async () => {
  await priced({});
  expect(await valueOf(sdk.stackCost([]))).toEqual({ hourlyCost: 0, monthlyCost: 0, currency: 'eur' });
});

test('prices in several currencies cannot be added up', async () => {
  await priced({
    a: { hourlyCost: 1, monthlyCost: 730, currency: 'usd' },
    b: { hourlyCost: 1, monthlyCost: 730, currency: 'eur' },
  });
  expect((await failureOf(sdk.stackCost([volume('a'), volume('b')]))).message).toBe(
    'stackCost cannot add up prices in several currencies: usd, eur.',
  );
});
