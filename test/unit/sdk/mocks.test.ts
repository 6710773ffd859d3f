// The behaviour of the data sources in a user's unit test with `setMocks`.
import * as pulumi from '@pulumi/pulumi';
import * as sdk from 'pulumi-cloud-compute';
import { areas } from '../../../sdk/dataSources';
import { isSecret, runOnMocks, valueOf } from './support/program';

type Source = (args?: object, opts?: pulumi.InvokeOptions) => Promise<unknown>;
type OutputForm = (args?: object, opts?: pulumi.InvokeOutputOptions) => pulumi.Output<unknown>;

const outputForm = (name: string): OutputForm =>
  (sdk as unknown as Record<string, OutputForm>)[`${name}Output`] as OutputForm;

const sources = Object.entries(sdk)
  .filter(([name]) => /^get[A-Z]\w*(?<!Output)$/.test(name))
  .map(([name, source]) => [name, source as unknown as Source] as const);

test('the package exports every data source that has a description', () => {
  const described = Object.values(areas).flatMap((area) => Object.keys(area));
  expect(sources.map(([name]) => name).sort()).toEqual(described.sort());
});

describe.each(sources)('%s', (name, source) => {
  const args = { id: 'some-id' };

  test('calls the mocks with its token and the arguments of the program', async () => {
    const call = jest.fn(() => ({ answer: 'mocked' }));
    await runOnMocks({ call });
    await source(args);
    expect(call.mock.calls).toEqual([
      [expect.objectContaining({ token: `cloud-compute:index:${name}`, inputs: args })],
    ]);
  });

  test('has an output form that waits for its arguments', async () => {
    const call = jest.fn(() => ({ answer: 'mocked' }));
    await runOnMocks({ call });
    const answer = await valueOf(outputForm(name)({ id: pulumi.output('some-id') }));
    expect(call).toHaveBeenCalledWith(expect.objectContaining({ inputs: args }));
    expect(answer).toEqual(await source(args));
  });
});

describe('the result of mocks', () => {
  test('may be a list as the first property of an object', async () => {
    await runOnMocks({ call: () => ({ locations: [{ code: 'FIN-01' }] }) });
    expect(await sdk.getLocations()).toEqual([{ code: 'FIN-01' }]);
  });

  test('may be an array', async () => {
    await runOnMocks({ call: () => [{ code: 'FIN-01' }, { code: 'ICE-01' }] });
    expect(await sdk.getLocations()).toEqual([{ code: 'FIN-01' }, { code: 'ICE-01' }]);
  });

  test('may be an empty object for an empty list', async () => {
    await runOnMocks({ call: () => ({}) });
    expect(await sdk.getLocations()).toEqual([]);
  });

  test('may be the object itself', async () => {
    await runOnMocks({ call: () => ({ amount: 10, currency: 'usd' }) });
    expect(await sdk.getBalance()).toEqual({ amount: 10, currency: 'usd' });
  });

  test('may be a plain value as the first property', async () => {
    await runOnMocks({ call: () => ({ available: true }) });
    expect(await sdk.getInstanceTypeAvailability({ instanceType: '1V100.6V' })).toBe(true);
  });

  test.each<[string, () => never]>([
    ['is missing', () => undefined as never],
    [
      'is an error',
      () => {
        throw new Error('no mock');
      },
    ],
  ])('a result that %s fails the call with a sentence', async (_, call) => {
    await runOnMocks({ call });
    await expect(sdk.getBalance()).rejects.toThrow(
      'The mocks of the test do not answer cloud-compute:index:getBalance: their function `call` failed, or returned no object.',
    );
  });
});

test('the output of a data source is unknown if its arguments are unknown in a preview', async () => {
  const call = jest.fn(() => ({}));
  await runOnMocks({ call, preview: true, answer: () => ({ id: '', state: {} }) });
  const volume = new sdk.Volume('data', { size: 1, type: 'NVMe', locationCode: 'FIN-01' });
  const answer = sdk.getVolumeOutput({ id: volume.id });
  expect(await (answer as unknown as { isKnown: Promise<boolean> }).isKnown).toBe(false);
  expect(call).not.toHaveBeenCalled();
});

test.each(['getStartupScript', 'getStartupScripts', 'getAuditLogExport'] as const)(
  'the output of %s is a secret',
  async (name) => {
    await runOnMocks();
    expect(await isSecret(outputForm(name)({}))).toBe(true);
    expect(await isSecret(sdk.getLocationsOutput())).toBe(false);
  },
);
