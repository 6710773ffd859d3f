import type { InstanceInputs } from '../../../../../provider/resources/instance';
import { checkCluster } from '../../../../../provider/resources/cluster/check';
import { checkInstance } from '../../../../../provider/resources/instance/check';
import { TestCloud, callIn } from '../testCloud';

jest.mock('../../../../../provider/run/progress');

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
  const call = callIn(cloud.run());
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

const NOT_SHUT_DOWN =
  'powerState "offline" has no effect with awaitReady: false, which a Fleet sets: the machine runs and stays on. To shut it down, run `pulumi up --refresh` once it runs';

test('the check warns that nothing shuts a new machine down if nothing waits for it', async () => {
  const ofNew = async (inputs: object): Promise<string[]> => {
    const call = callIn(cloud.run());
    await checkInstance(call, { ...offline, ...inputs }, undefined);
    await checkCluster(call, { powerState: 'offline', ...inputs }, undefined);
    return call.warnings.filter((text) => text.startsWith('powerState'));
  };
  expect(await ofNew({ awaitReady: false })).toEqual([NOT_SHUT_DOWN, NOT_SHUT_DOWN]);
  expect(await ofNew({})).toEqual([]);
});
