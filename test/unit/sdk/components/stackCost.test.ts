import * as sdk from 'pulumi-cloud-compute';
import { isKnown } from '../../../../sdk/pulumi/undeclared';
import { failureOf, runOnMocks, valueOf } from '../support/program';

const priced = (
  prices: Record<string, { hourlyCost: number; monthlyCost?: number; currency?: string }>,
  preview = false,
) =>
  runOnMocks({
    preview,
    call: () => ({ amount: 100, currency: 'eur' }),
    answer: ({ name }) => ({ id: name, state: prices[name] ?? {} }),
  });

const volume = (name: string) => new sdk.Volume(name, { size: 1, type: 'NVMe', locationCode: 'FIN-01' });

test('the sum has no rounding errors of binary fractions', async () => {
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

test('mocks need to set only the hourly price', async () => {
  await priced({
    a: { hourlyCost: 1, currency: 'usd' },
    b: { hourlyCost: 1, monthlyCost: 700, currency: 'usd' },
  });
  expect(await valueOf(sdk.stackCost([volume('a'), volume('b')]))).toEqual({
    hourlyCost: 2,
    monthlyCost: 1430,
    currency: 'usd',
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

describe('stackCost without a list', () => {
  const usd = (hourlyCost: number) => ({ hourlyCost, monthlyCost: 730 * hourlyCost, currency: 'usd' });
  const machine = (name: string) => new sdk.Instance(name, { image: 'ubuntu-24.04' });
  const hourly = async (cost = sdk.stackCost()) => (await valueOf(cost)).hourlyCost;

  test('adds up all billed resources of the program, and no resources of an earlier program', async () => {
    await priced({ old: usd(7) });
    volume('old');
    await priced({ a: usd(1), trainer: usd(2), training: usd(4) });
    new sdk.SshKey('key', { key: 'ssh-ed25519 AAAA' });
    volume('a');
    machine('trainer');
    const place = { image: 'ubuntu-24.04', locationCode: 'FIN-01', sshKeyIds: [] };
    new sdk.Cluster('training', { hostname: 'training', clusterType: '16H100', ...place });
    expect(await valueOf(sdk.stackCost())).toEqual({ hourlyCost: 7, monthlyCost: 5110, currency: 'usd' });
  });

  test('counts resources that are registered later, also by functions that are applied to outputs', async () => {
    await priced({ a: usd(1), b: usd(2), c: usd(4) });
    const cost = sdk.stackCost();
    volume('a').id.apply(() => volume('b').id.apply(() => volume('c')));
    expect(await hourly(cost)).toBe(7);
  });

  test('does not count resources of another stack', async () => {
    await priced({ a: usd(1), theirs: usd(2) });
    volume('a');
    sdk.Volume.get('theirs', 'an-id');
    expect(await hourly()).toBe(1);
  });

  test('counts nothing for a resource without a price, as `--target` leaves it', async () => {
    await priced({ a: usd(1) });
    volume('a');
    volume('left out');
    expect(await valueOf(sdk.stackCost())).toEqual({ hourlyCost: 1, monthlyCost: 730, currency: 'usd' });
  });

  test.each([
    [true, { a: usd(1), b: usd(2) }],
    [false, { a: usd(1) }],
  ])('is known in a preview only if all prices are: %s', async (known, prices) => {
    await priced(prices, true);
    volume('a');
    volume('b');
    expect(await isKnown(sdk.stackCost())).toBe(known);
  });
});
