import { TransportError, ServerError } from '../../../../../api/errors';
import { Catalogue, catalogueOf } from '../../../../../provider/checks/catalogue/catalogue';
import { checkInstance } from '../../../../../provider/resources/instance/check';
import { checkSshKey } from '../../../../../provider/resources/sshKey';
import type { InstanceInputs } from '../../../../../provider/resources/instance';
import { UNKNOWN } from '../../../../../provider/schema/unknown';
import { TestCloud, callIn, prices, messagesOf } from '../testCloud';

jest.mock('../../../../../provider/run/progress');

const CLOSED = 'http://127.0.0.1:1';
const inputs: Partial<InstanceInputs> = {
  hostname: 'trainer',
  instanceType: '1H100.80S.30V',
  image: 'ubuntu-24.04',
  locationCode: 'FIN-01',
  sshKeyIds: [UNKNOWN],
};
const noAnswer = new TransportError('No answer.', { operation: 'GET /v1/balance' });

let cloud: TestCloud;

beforeAll(async () => {
  cloud = await TestCloud.start();
});
beforeEach(() => {
  jest.clearAllMocks();
});
afterAll(() => cloud.close());

test('a hundred resources cost one request of each kind', async () => {
  const run = cloud.run();
  const { catalogue, account } = run.client;
  const asked = [
    jest.spyOn(catalogue, 'instanceTypes'),
    jest.spyOn(catalogue, 'images'),
    jest.spyOn(catalogue, 'locations'),
    jest.spyOn(catalogue, 'volumeTypes'),
    jest.spyOn(catalogue, 'instanceAvailability'),
    jest.spyOn(account, 'balance'),
  ];
  const names = Array.from({ length: 100 }, (_, index) => `trainer-${String(index)}`);
  const found = await Promise.all(
    names.map((name) => checkInstance(callIn(run, name), { ...inputs, hostname: name }, undefined)),
  );
  expect(found.flat()).toEqual([]);
  expect(asked.map((spy) => spy.mock.calls.length)).toEqual([1, 1, 1, 1, 1, 1]);
});

test('the check fetches nothing for resources that need no catalogue', async () => {
  const run = cloud.run({ 'cloudCompute:baseUrl': CLOSED });
  const call = callIn(run);
  await checkSshKey(call, { key: 'hello' }, undefined);
  expect(call.warnings).toEqual([]);
});

test('an unreachable cloud causes one warning and no failure, however many resources there are', async () => {
  const run = cloud.run({ 'cloudCompute:baseUrl': CLOSED });
  const calls = ['one', 'two', 'three'].map((name) => callIn(run, name));
  const found = await Promise.all(
    calls.map((call) => checkInstance(call, { ...inputs, hostname: `${call.name}_b` }, undefined)),
  );
  expect(messagesOf(found.flat())).toEqual(
    Array(3).fill(expect.stringMatching(/^hostname has the character "_"/)),
  );
  const warnings = calls.flatMap((call) => call.warnings);
  expect(warnings).toEqual([
    expect.stringMatching(
      /^Asking for the .+ failed, so this program is not checked against the catalogue: No answer from http:\/\/127\.0\.0\.1:1: connection refused\./,
    ),
  ]);
  expect(prices()).toEqual([]);
});

test('the check sends no more requests once the cloud is unreachable', async () => {
  const run = cloud.run();
  const balance = jest.spyOn(run.client.account, 'balance').mockRejectedValue(noAnswer);
  await catalogueOf(run).balance(callIn(run));
  const types = jest.spyOn(run.client.catalogue, 'clusterTypes');
  await expect(catalogueOf(run).clusterTypes(callIn(run))).resolves.toBeUndefined();
  expect(types).not.toHaveBeenCalled();
  expect(balance).toHaveBeenCalledTimes(1);
});

test('a failed catalogue disables only the checks that need it', async () => {
  const run = cloud.run();
  const outage = new ServerError('GET /v1/locations was answered 500.', {
    operation: 'GET /v1/locations',
    status: 500,
  });
  jest.spyOn(run.client.catalogue, 'locations').mockRejectedValue(outage);
  const call = callIn(run);
  const wrong = { ...inputs, locationCode: 'nowhere', instanceType: 'nothing' };
  expect(messagesOf(await checkInstance(call, wrong, undefined))).toEqual([
    expect.stringMatching(/^instanceType "nothing" is not an instance type/),
  ]);
  expect(call.warnings).toEqual([
    'Asking for the locations failed, so checks that need the locations are skipped: GET /v1/locations was answered 500.',
  ]);
});

test('the check stops waiting for a cloud that does not answer', async () => {
  const run = cloud.run();
  jest.spyOn(run.client.account, 'balance').mockReturnValue(new Promise(() => undefined));
  const call = callIn(run);
  await expect(new Catalogue(run, 20).balance(call)).resolves.toBeUndefined();
  expect(call.warnings).toEqual([expect.stringContaining('The cloud did not answer within 0.02 s')]);
});

test('one resource reports rejected credentials for all', async () => {
  const run = cloud.run({ 'cloudCompute:clientSecret': 'wrong' });
  const found = await Promise.all(
    ['one', 'two'].map((name) => checkInstance(callIn(run, name), inputs, undefined)),
  );
  expect(messagesOf(found.flat())).toEqual([expect.stringMatching(/^The cloud refused the credentials/)]);
});

test('the check reports an incomplete configuration as a problem', async () => {
  const run = cloud.run({ 'cloudCompute:clientSecret': '' });
  expect(messagesOf(await checkInstance(callIn(run), inputs, undefined))).toEqual([
    'The cloud cannot be reached without cloudCompute:clientSecret. The config holds the other half of the credentials; id and secret come from one source. Set `pulumi config set --secret cloudCompute:clientSecret …`.',
  ]);
});

test('the check runs no checks with planChecks: off', async () => {
  const run = cloud.run({ 'cloudCompute:planChecks': 'off', 'cloudCompute:baseUrl': CLOSED });
  const call = callIn(run);
  await expect(
    checkInstance(call, { ...inputs, hostname: 'a_b', instanceType: 'nothing' }, undefined),
  ).resolves.toEqual([]);
  expect(call.warnings).toEqual([]);
  expect(prices()).toEqual([]);
});

test('the check throws an error for a defect, and does not report it as an unreachable cloud', async () => {
  const run = cloud.run();
  jest
    .spyOn(run.client.catalogue, 'locations')
    .mockRejectedValue(new TypeError('undefined is not a function'));
  await expect(checkInstance(callIn(run), inputs, undefined)).rejects.toThrow(TypeError);
});

describe('the balance', () => {
  let cloudWithLowBalance: TestCloud;
  beforeAll(async () => {
    cloudWithLowBalance = await TestCloud.start({ balance: 5, currency: 'eur' });
  });
  afterAll(() => cloudWithLowBalance.close());

  test('causes one warning when it does not pay an hour of everything that will be created', async () => {
    const run = cloudWithLowBalance.run();
    const warnings: string[] = [];
    for (const name of ['one', 'two', 'three', 'four']) {
      const call = callIn(run, name);
      await checkInstance(call, { ...inputs, hostname: name }, undefined);
      warnings.push(...call.warnings.map((warning) => `${name}: ${warning}`));
    }
    expect(warnings).toEqual([
      'three: The balance is 5.00 EUR, which is less than the price of one hour of all new resources (5.94 EUR/h so far): the cloud may refuse it. Add funds to the project.',
    ]);
    expect(prices()).toEqual(Array(4).fill('≈ 1.98 EUR/h (1H100.80S.30V 1.97, volumes 0.012)'));
  });

  test('counts a resource only once if it is checked several times', async () => {
    const run = cloudWithLowBalance.run();
    const call = callIn(run);
    for (let time = 0; time < 5; time += 1) await checkInstance(call, inputs, undefined);
    expect(call.warnings).toEqual([]);
  });
});

test('the check accepts the older forms of responses', async () => {
  const legacy = await TestCloud.start({ wire: 'legacy' });
  try {
    const { client } = legacy.run();
    const id = await client.volumes.create({ name: 'data', size: 10, type: 'NVMe', location_code: 'FIN-01' });
    const call = callIn(legacy.run());
    const osVolume = { size: 100 };
    await expect(
      checkInstance(call, { ...inputs, existingVolumes: [id], osVolume }, undefined),
    ).resolves.toEqual([]);
    expect(call.warnings).toEqual([]);
    expect(prices()).toEqual(['≈ 2.32 USD/h (1H100.80S.30V 2.29, volumes 0.027)']);
  } finally {
    await legacy.close();
  }
});
