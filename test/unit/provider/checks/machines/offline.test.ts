import type { InstanceInputs } from '../../../../../provider/resources/instance';
import { checkInstance } from '../../../../../provider/resources/instance/check';
import { TestCloud, callIn } from '../testCloud';

jest.mock('../../../../../provider/session/progress');

let cloud: TestCloud;

beforeAll(async () => {
  cloud = await TestCloud.start();
});
afterAll(() => cloud.close());

const running: Partial<InstanceInputs> = {
  hostname: 'trainer',
  instanceType: 'CPU.4V.16G',
  image: 'ubuntu-24.04',
  locationCode: 'FIN-01',
  powerState: 'running',
};
const offline: Partial<InstanceInputs> = { ...running, powerState: 'offline' };

const warnings = async (
  inputs: Partial<InstanceInputs>,
  olds: Partial<InstanceInputs>,
): Promise<string[]> => {
  const call = callIn(cloud.session());
  expect(await checkInstance(call, inputs, olds)).toEqual([]);
  return call.warnings;
};

test('the check warns that a machine stays billed after its shutdown', async () => {
  expect(await warnings(offline, running)).toEqual([
    'powerState "offline" shuts it down, but an offline machine stays billed; only a deleted one is not',
  ]);
});

test.each([
  ['stays off', offline, offline],
  ['is started', running, offline],
])('the check does not warn about a machine that %s', async (_, inputs, olds) => {
  expect(await warnings(inputs, olds)).toEqual([]);
});
