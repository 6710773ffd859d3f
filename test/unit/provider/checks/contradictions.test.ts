// Contradictions between several resources of a stack, or several inputs of one resource.
import type { Call } from '../../../../provider/run/call';
import { cluster as clusterResource } from '../../../../provider/resources/cluster';
import { instance } from '../../../../provider/resources/instance';
import { instanceGroup } from '../../../../provider/resources/instanceGroup';
import { checkInstancesReady } from '../../../../provider/resources/instancesReady';
import { tag as tagResource } from '../../../../provider/resources/tag';
import { volume as volumeResource } from '../../../../provider/volumes/volume';
import type { ClusterInputs } from '../../../../provider/resources/cluster/schema';
import type { InstanceInputs } from '../../../../provider/resources/instance/schema';
import { UNKNOWN } from '../../../../provider/schema/unknown';
import { UNKNOWN_ID, callIn, checked, testCloud, messagesOf } from './testCloud';
import { keys } from '../../core/validation/publicKeys';

jest.mock('../../../../provider/run/progress');
const machine: Partial<InstanceInputs> = {
  instanceType: 'CPU.4V.16G',
  image: 'ubuntu-24.04',
  locationCode: 'FIN-01',
  sshKeyIds: [UNKNOWN],
};
const cluster: Partial<ClusterInputs> = {
  clusterType: '16H100',
  image: 'ubuntu-24.04-cuda-12.8-cluster',
  locationCode: 'FIN-01',
  sshKeyIds: [UNKNOWN],
};

const here = testCloud();

const volume = (name: string, type: 'NVMe' | 'NVMe_Shared' = 'NVMe'): Promise<string> =>
  here.run.client.volumes.create({ name, size: 10, type, location_code: 'FIN-01' });

const instanceProblems = async (
  inputs: Partial<InstanceInputs>,
  name = 'trainer',
  olds?: Partial<InstanceInputs>,
) => messagesOf(await checked(instance, callIn(here.run, name), { ...machine, ...inputs }, olds));

const clusterProblems = async (inputs: Partial<ClusterInputs>) =>
  messagesOf(await checked(clusterResource, callIn(here.run), { ...cluster, ...inputs }, undefined));

describe('two resources of a stack', () => {
  it('cannot both use a volume, whichever of them is new', async () => {
    const existingVolumes = [await volume('scratch')];
    const [id] = existingVolumes;
    await expect(instanceProblems({ existingVolumes }, 'one')).resolves.toEqual([]);
    const both = [
      `existingVolumes[0] "${String(id)}" is also used by existingVolumes[0] of the Instance "one": a volume is attached to one machine, unless its type is shared (HDD_Shared, NVMe_Shared, NVMe_Shared_Cluster)`,
    ];
    await expect(instanceProblems({ existingVolumes }, 'two')).resolves.toEqual(both);
    const before = { ...machine, existingVolumes };
    await expect(instanceProblems({ existingVolumes }, 'three', before)).resolves.toEqual(both);
  });

  it('may both use a shared volume, and one resource may be checked twice', async () => {
    const shared = { existingVolumes: [await volume('models', 'NVMe_Shared')] };
    await expect(instanceProblems(shared, 'one')).resolves.toEqual([]);
    await expect(instanceProblems(shared, 'two')).resolves.toEqual([]);
    const own = { existingVolumes: [await volume('scratch')] };
    await expect(instanceProblems(own, 'one')).resolves.toEqual([]);
    await expect(instanceProblems(own, 'one')).resolves.toEqual([]);
  });

  it('cannot both adopt or restore the same volume', async () => {
    const adoptId = await volume('scratch');
    const inputs = { adoptId, size: 10, type: 'NVMe', locationCode: 'FIN-01' } as const;
    await expect(checked(volumeResource, callIn(here.run, 'one'), inputs, undefined)).resolves.toEqual([]);
    expect(messagesOf(await checked(volumeResource, callIn(here.run, 'two'), inputs, undefined))).toEqual([
      `adoptId "${adoptId}" is also used by adoptId of the Instance "one": each volume can be adopted by only one resource`,
    ]);
  });

  it('cannot both use the name of a group, or a key on one resource', async () => {
    const group = {
      name: 'trainers',
      locationCode: 'FIN-01',
      instanceType: 'CPU.4V.16G',
      template: { image: 'ubuntu-24.04' },
    };
    await expect(checked(instanceGroup, callIn(here.run, 'one'), group, undefined)).resolves.toEqual([]);
    expect(messagesOf(await checked(instanceGroup, callIn(here.run, 'two'), group, undefined))).toEqual([
      'name is also used by name of the Instance "one": live groups need unique names. Choose another name',
    ]);
    const resourceId = await volume('scratch');
    const tag = { resourceType: 'volume', resourceId, key: 'team' } as const;
    await expect(checked(tagResource, callIn(here.run, 'one'), tag, undefined)).resolves.toEqual([]);
    expect(
      messagesOf(await checked(tagResource, callIn(here.run, 'two'), { ...tag, key: 'Team' }, undefined)),
    ).toEqual([
      `key is also used by key of the Instance "one": the volume ${resourceId} has each key only once`,
    ]);
  });

  it('get a warning when their host names are equal', async () => {
    const call = callIn(here.run, 'two');
    await instanceProblems({ hostname: 'box' }, 'one');
    await checked(instance, call, { ...machine, hostname: 'box' }, undefined);
    expect(call.warnings).toEqual([
      'hostname is also that of the Instance "one": nobody can tell the two machines apart',
    ]);
  });
});

describe('inputs that contradict each other', () => {
  it.each([
    [{ hibernate: true, deletePermanently: true }, 'hibernate contradicts deletePermanently'],
    [{ keepVolumes: true, deletePermanently: true }, 'keepVolumes contradicts deletePermanently'],
    [{ hibernate: true, keepVolumes: true }, 'hibernate contradicts keepVolumes'],
  ])('are refused for an instance: %j', async (inputs, sentence) => {
    await expect(instanceProblems(inputs)).resolves.toEqual([expect.stringContaining(sentence)]);
    // The check of an unchanged input does not report it again.
    await expect(instanceProblems(inputs, 'trainer', { ...machine, ...inputs })).resolves.toEqual([]);
    await expect(instanceProblems({ hibernate: true, deletePermanently: false })).resolves.toEqual([]);
  });

  it.each([
    [
      { extensionSettings: 'auto_renew' },
      /^extensionSettings is about the end of a contract "LONG_TERM", and there is none: /,
    ],
    [
      { contract: 'PAY_AS_YOU_GO', turnToPayAsYouGo: true },
      /^turnToPayAsYouGo is about .+ it is "PAY_AS_YOU_GO": /,
    ],
    [
      {
        contract: 'LONG_TERM',
        longTermPeriod: '1_MONTH',
        autoRentExtension: true,
        extensionSettings: 'end_contract',
      },
      /^autoRentExtension contradicts extensionSettings: that is "end_contract"\./,
    ],
    [
      {
        contract: 'LONG_TERM',
        longTermPeriod: '1_MONTH',
        autoRentExtension: false,
        extensionSettings: 'auto_renew',
      },
      /^autoRentExtension contradicts extensionSettings: that is "auto_renew"\./,
    ],
    [
      {
        contract: 'LONG_TERM',
        longTermPeriod: '1_MONTH',
        turnToPayAsYouGo: false,
        extensionSettings: 'pay_as_you_go',
      },
      /^turnToPayAsYouGo contradicts extensionSettings: that is "pay_as_you_go"\./,
    ],
    [
      { contract: 'LONG_TERM', longTermPeriod: '1_MONTH', autoRentExtension: true, turnToPayAsYouGo: true },
      /^autoRentExtension contradicts turnToPayAsYouGo: /,
    ],
  ] as const)('are refused for a cluster: %j', async (inputs, sentence) => {
    await expect(clusterProblems(inputs)).resolves.toEqual([expect.stringMatching(sentence)]);
  });

  it('are not confused with inputs that agree', async () => {
    const lease = { contract: 'LONG_TERM', longTermPeriod: '1_MONTH' } as const;
    await expect(clusterProblems({ ...lease, autoRentExtension: true })).resolves.toEqual([]);
    await expect(
      clusterProblems({ ...lease, extensionSettings: 'auto_renew', autoRentExtension: true }),
    ).resolves.toEqual([]);
    const ends = {
      autoRentExtension: false,
      turnToPayAsYouGo: false,
      extensionSettings: 'end_contract',
    } as const;
    await expect(clusterProblems({ ...lease, ...ends })).resolves.toEqual([]);
    await expect(clusterProblems({ autoRentExtension: false })).resolves.toEqual([]);
    await expect(clusterProblems({ contract: UNKNOWN as never, turnToPayAsYouGo: true })).resolves.toEqual(
      [],
    );
  });
});

describe('a list', () => {
  it('is refused with a duplicate entry', async () => {
    const id = await volume('scratch');
    await expect(
      instanceProblems({ existingVolumes: [id, id], fallbackLocationCodes: ['FIN-02', 'FIN-02'] }),
    ).resolves.toEqual(
      expect.arrayContaining([
        'existingVolumes[1] is the same as existingVolumes[0]: leave one of them out',
        'fallbackLocationCodes[1] is the same as fallbackLocationCodes[0]: leave one of them out',
      ]),
    );
  });

  it('a list of locations gets a warning when it repeats the first location', async () => {
    const call = callIn(here.run);
    await checked(instance, call, { ...machine, fallbackLocationCodes: ['FIN-02', 'FIN-01'] }, undefined);
    expect(call.warnings).toEqual([
      'fallbackLocationCodes[1] is the locationCode, which is tried first anyway',
    ]);
  });

  it('may be unknown as a whole', async () => {
    const unknown = UNKNOWN as never;
    const call: Call & { warnings: string[] } = callIn(here.run);
    const inputs = {
      ...machine,
      volumes: unknown,
      sshKeyIds: unknown,
      existingVolumes: unknown,
      fallbackLocationCodes: unknown,
      tags: unknown,
      osVolume: unknown,
    };
    await expect(checked(instance, call, inputs, undefined)).resolves.toEqual([]);
    expect(call.warnings).toEqual([]);
  });
});

describe('an id or a name of a wrong kind', () => {
  it('is reported with its real kind', async () => {
    const key = await here.run.client.sshKeys.create({ name: 'laptop', key: keys.ed25519.text });
    await expect(
      instanceProblems({
        existingVolumes: [key],
        instanceType: '16H100',
        image: 'ubuntu-24.04-cuda-12.8-cluster',
      }),
    ).resolves.toEqual([
      `existingVolumes[0] "${key}" is the id of an SSH key, laptop (${key}), not of a volume`,
      expect.stringMatching(
        /^image "ubuntu-24\.04-cuda-12\.8-cluster" is an image for clusters, not an image for instances; there are ubuntu-24\.04, /,
      ),
      'instanceType "16H100" is a cluster type, not an instance type: use a Cluster, or choose an instance type',
    ]);
    await expect(clusterProblems({ clusterType: 'CPU.4V.16G' })).resolves.toEqual([
      'clusterType "CPU.4V.16G" is an instance type, not a cluster type: use an Instance or a Fleet, or choose a cluster type',
    ]);
  });

  it('is explained also for the id of a resource that is in state', async () => {
    const key = await here.run.client.sshKeys.create({ name: 'laptop', key: keys.ed25519.text });
    here.run.known.add(key);
    await expect(instanceProblems({ existingVolumes: [key] })).resolves.toEqual([
      expect.stringContaining('is the id of an SSH key'),
    ]);
  });

  it('is corrected to the entry of the catalogue that has this id or name', async () => {
    const [image] = await here.run.client.catalogue.images();
    await expect(instanceProblems({ image: String(image?.id), locationCode: 'Finland 2' })).resolves.toEqual([
      `image "${String(image?.id)}" is not an image for instances: did you mean "ubuntu-24.04"?`,
      'locationCode "Finland 2" is not a location: did you mean "FIN-02"? (there are FIN-01, FIN-02, FIN-03, ICE-01)',
    ]);
  });
});

test('a gate accepts machines that exist or that this run has ordered, and no others', async () => {
  here.run.known.add('11111111-2222-4333-8444-555555555555');
  const instanceIds = ['11111111-2222-4333-8444-555555555555', UNKNOWN_ID, UNKNOWN];
  expect(messagesOf(await checkInstancesReady(callIn(here.run), { instanceIds }, undefined))).toEqual([
    `instances[1] "${UNKNOWN_ID}" is not the id of any instance in this project: this project has none`,
  ]);
});

test('a gate of the native plugin has the input `instanceIds`', async () => {
  const call = { ...callIn(here.run), urn: 'urn:pulumi:dev::lab::cloud-compute:index:InstancesReady::gate' };
  expect(messagesOf(await checkInstancesReady(call, { instanceIds: [UNKNOWN_ID] }, undefined))).toEqual([
    `instanceIds[0] "${UNKNOWN_ID}" is not the id of any instance in this project: this project has none`,
  ]);
});

test('a long-term contract without a period gets a warning that the cloud chooses the period', async () => {
  const call = callIn(here.run);
  await checked(instance, call, { ...machine, contract: 'LONG_TERM' }, undefined);
  expect(call.warnings).toEqual([
    'longTermPeriod is left out: the cloud chooses how long this machine is rented. Set one of 1_MONTH, 3_MONTHS, 6_MONTHS, 1_YEAR, 2_YEARS',
  ]);
});
