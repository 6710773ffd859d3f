import { checkCluster } from '../../../../../provider/resources/cluster/check';
import type { ClusterInputs } from '../../../../../provider/resources/cluster';
import { keys } from '../../../core/validation/publicKeys';
import { UNKNOWN_ID, callIn, prices, testCloud, messagesOf } from '../../checks/testCloud';

jest.mock('../../../../../provider/run/progress');

const here = testCloud();
let right: Partial<ClusterInputs>;

beforeAll(async () => {
  const sshKeyIds = [await here.cloud.run().client.sshKeys.create({ name: 'me', key: keys.ed25519.text })];
  right = {
    hostname: 'training',
    clusterType: '16H100',
    image: 'ubuntu-24.04-cuda-12.8-cluster',
    locationCode: 'FIN-01',
    sshKeyIds,
  };
});

const problems = async (inputs: Partial<ClusterInputs>, olds?: Partial<ClusterInputs>): Promise<string[]> =>
  messagesOf(await checkCluster(callIn(here.run), { ...right, ...inputs }, olds));

const volume = (type: 'NVMe' | 'NVMe_Shared', location_code = 'FIN-01'): Promise<string> =>
  here.run.client.volumes.create({ name: 'data', size: 1000, type, location_code });

test('the check accepts a valid cluster and shows its price', async () => {
  await expect(problems({ sharedVolume: { name: 'shared', size: 1000 } })).resolves.toEqual([]);
  expect(prices()).toEqual(['≈ 38.72 USD/h (16H100 38.45, volumes 0.27)']);
});

test('the check reports all problems at once', async () => {
  const wrong = {
    hostname: '-training',
    clusterType: '16H10',
    locationCode: 'FIN01',
    image: 'ubuntu-24.04-cuda-12.8-clusters',
    sshKeyIds: [UNKNOWN_ID],
    startupScriptId: UNKNOWN_ID,
    contract: 'PAY_AS_YOU_GO' as const,
    longTermPeriod: '6_MONTHS',
  };
  await expect(problems(wrong)).resolves.toEqual([
    'clusterType "16H10" is not a cluster type: did you mean "16H100"? (there are 16H100, 32H100, 16H200, 64H200, 16B200)',
    'hostname has a part that begins or ends with a hyphen',
    'image "ubuntu-24.04-cuda-12.8-clusters" is not an image for clusters: did you mean "ubuntu-24.04-cuda-12.8-cluster"? (there are ubuntu-24.04-cuda-12.8-cluster, ubuntu-22.04-cuda-12.4-cluster)',
    'locationCode "FIN01" is not a location: did you mean "FIN-01"? (there are FIN-01, FIN-02, FIN-03, ICE-01)',
    expect.stringMatching(/^longTermPeriod "6_MONTHS" is not a long-term period/),
    'longTermPeriod needs the contract "LONG_TERM", and it is "PAY_AS_YOU_GO": set contract: "LONG_TERM", or leave longTermPeriod out',
    expect.stringMatching(
      `^sshKeyIds\\[0\\] "${UNKNOWN_ID}" is not the id of any SSH key in this project; there is me \\(`,
    ),
    `startupScriptId "${UNKNOWN_ID}" is not the id of any startup script in this project: this project has none`,
  ]);
});

test('the check refuses an image for instances', async () => {
  await expect(problems({ image: 'ubuntu-24.04' })).resolves.toEqual([
    'image "ubuntu-24.04" is an image for instances, not an image for clusters; there are ubuntu-24.04-cuda-12.8-cluster, ubuntu-22.04-cuda-12.4-cluster',
  ]);
});

test('the check warns of a location without capacity and names locations with capacity', async () => {
  const call = callIn(here.run);
  await expect(checkCluster(call, { ...right, clusterType: '16B200' }, undefined)).resolves.toEqual([]);
  expect(call.warnings).toEqual([
    'clusterType may not be deployed: there is no capacity for 16B200 in FIN-01 now. There is capacity in FIN-03: set locationCode or fallbackLocationCodes. Or set waitForCapacity.',
  ]);
});

test('the check reports problems that need no catalogue, and warns once, if the cloud cannot be reached', async () => {
  const run = here.cloud.run({ 'cloudCompute:baseUrl': 'http://127.0.0.1:1' });
  const call = callIn(run);
  const inputs = {
    ...{ ...right, hostname: '-training', existingVolumes: [UNKNOWN_ID] },
    ...{ contract: 'LONG_TERM' as const, longTermPeriod: '6_MONTH' },
  };
  expect(messagesOf(await checkCluster(call, inputs, undefined))).toEqual([
    'hostname has a part that begins or ends with a hyphen',
  ]);
  expect(call.warnings).toEqual([
    expect.stringMatching(/failed, so this program is not checked against the catalogue/),
  ]);
  expect(prices()).toEqual([]);
});

test('the check requires shared volumes in the same location', async () => {
  const [fine, far, block] = [
    await volume('NVMe_Shared'),
    await volume('NVMe_Shared', 'FIN-02'),
    await volume('NVMe'),
  ];
  await expect(problems({ existingVolumes: [fine] })).resolves.toEqual([]);
  await expect(problems({ existingVolumes: [fine, far] })).resolves.toEqual([
    `existingVolumes[1] names the volume ${far}, which is in FIN-02; the cluster is in FIN-01: deploy in FIN-02, or clone the volume to FIN-01 (sourceVolumeId)`,
  ]);
  await expect(problems({ existingVolumes: [block] })).resolves.toEqual([
    `existingVolumes[0] names the volume ${block} of the type NVMe; a cluster mounts shared volumes only (HDD_Shared, NVMe_Shared, NVMe_Shared_Cluster)`,
  ]);
});

test('the check requires an adopted cluster to match the program', async () => {
  const id = await here.run.client.clusters.deploy({
    cluster_type: '16H100',
    image: 'ubuntu-24.04-cuda-12.8-cluster',
    hostname: 'other',
    description: 'other',
    ssh_key_ids: right.sshKeyIds ?? [],
    location_code: 'FIN-02',
  });
  await expect(problems({ adoptId: id })).resolves.toEqual([
    `hostname is "training", but the cluster ${id} to adopt has "other": change the program to match, or leave adoptId out`,
    `locationCode is "FIN-01", but the cluster ${id} to adopt has "FIN-02": change the program to match, or leave adoptId out`,
  ]);
  await expect(problems({ adoptId: id, hostname: 'other', locationCode: 'FIN-02' })).resolves.toEqual([]);
});

test('the check does not check unchanged inputs', async () => {
  const retired = {
    clusterType: '8K80',
    image: 'ubuntu-16.04',
    locationCode: 'USA-01',
    existingVolumes: [UNKNOWN_ID],
  };
  await expect(problems({ ...retired, description: 'new' }, { ...right, ...retired })).resolves.toEqual([]);
});
