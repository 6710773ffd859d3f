import { randomUUID } from 'node:crypto';
import type { InstanceInputs } from '../../../../../provider/resources/instance';
import { instance } from '../../../../../provider/resources/instance';
import { checkInstance } from '../../../../../provider/resources/instance/check';
import { UNKNOWN } from '../../../../../provider/schema/unknown';
import { UNKNOWN_ID, callIn, prices, testCloud, messagesOf } from '../../checks/testCloud';
import { keys } from '../../../core/validation/publicKeys';

jest.mock('../../../../../provider/session/progress');

const right: Partial<InstanceInputs> = {
  hostname: 'trainer',
  instanceType: '1H100.80S.30V',
  image: 'ubuntu-24.04-cuda-12.8-open-docker',
  locationCode: 'FIN-01',
  sshKeyIds: [UNKNOWN],
};

const here = testCloud();

/** The problems of a new instance, or of a change. */
const problems = async (inputs: Partial<InstanceInputs>, olds?: Partial<InstanceInputs>): Promise<string[]> =>
  messagesOf(await checkInstance(callIn(here.session), { ...right, ...inputs }, olds));

const warnings = async (
  inputs: Partial<InstanceInputs>,
  olds?: Partial<InstanceInputs>,
): Promise<string[]> => {
  const call = callIn(here.session);
  expect(messagesOf(await checkInstance(call, { ...right, ...inputs }, olds))).toEqual([]);
  return call.warnings;
};

const volume = (
  name: string,
  more: { type?: 'NVMe' | 'NVMe_Shared'; location_code?: string } = {},
): Promise<string> =>
  here.session.client.volumes.create({ name, size: 100, type: 'NVMe', location_code: 'FIN-01', ...more });

const deploy = (more: object = {}): Promise<string> =>
  here.session.client.instances.deploy({
    hostname: 'other',
    description: 'other',
    image: 'ubuntu-24.04',
    instance_type: 'CPU.4V.16G',
    location_code: 'FIN-01',
    ...more,
  });

test('the check accepts a valid program', async () => {
  await expect(problems({})).resolves.toEqual([]);
});

describe('the check against the catalogue', () => {
  test('suggests the right name for a misspelled instance type', async () => {
    await expect(problems({ instanceType: '1H100.80S.30' })).resolves.toEqual([
      'instanceType "1H100.80S.30" is not an instance type: did you mean "1H100.80S.30V"?',
    ]);
  });

  test('lists instance types when none is similar', async () => {
    const [problem] = await problems({ instanceType: 'the biggest machine there is' });
    expect(problem).toMatch(
      /^instanceType "the biggest machine there is" is not an instance type; there are 1V100\.6V, .* and 13 more \(see getInstanceTypes\(\)\)$/,
    );
  });

  test('suggests the right location, also for fallbacks', async () => {
    await expect(
      problems({ locationCode: 'FIN01', fallbackLocationCodes: ['FIN-02', 'ICE01'] }),
    ).resolves.toEqual([
      'fallbackLocationCodes[1] "ICE01" is not a location: did you mean "ICE-01"? (there are FIN-01, FIN-02, FIN-03, ICE-01)',
      'locationCode "FIN01" is not a location: did you mean "FIN-01"? (there are FIN-01, FIN-02, FIN-03, ICE-01)',
    ]);
  });

  test('names missing inputs without their choices if the cloud cannot be reached', async () => {
    const session = here.cloud.session({ 'cloudCompute:baseUrl': 'http://127.0.0.1:1' });
    const incomplete = { hostname: 'trainer', sshKeyIds: [UNKNOWN] };
    const reason = 'is required, unless instanceGroupId names a group to inherit it from';
    expect(messagesOf(await checkInstance(callIn(session), incomplete, undefined))).toEqual(
      ['image', 'instanceType', 'locationCode'].map((path) => `${path} ${reason}`),
    );
  });

  test('suggests the nearest image that the type supports', async () => {
    await expect(problems({ image: 'ubuntu-24.04-cuda-12.8-open-dokcer' })).resolves.toEqual([
      'image "ubuntu-24.04-cuda-12.8-open-dokcer" is not an image for instances: did you mean "ubuntu-24.04-cuda-12.8-open-docker"?',
    ]);
  });

  test('lists the images that the type supports', async () => {
    await expect(
      problems({ instanceType: 'CPU.4V.16G', image: 'ubuntu-24.04-confidential' }),
    ).resolves.toEqual([
      expect.stringMatching(
        /^image "ubuntu-24\.04-confidential" is not supported by CPU\.4V\.16G(: did you mean|; there are)/,
      ),
    ]);
  });

  test('reports a changed type that does not support the image', async () => {
    const image = 'ubuntu-22.04-cuda-12.4-docker';
    await expect(problems({ instanceType: '1B200.30V', image }, { ...right, image })).resolves.toEqual([
      expect.stringMatching(
        /^instanceType "1B200\.30V" does not support image "ubuntu-22\.04-cuda-12\.4-docker"/,
      ),
    ]);
  });

  test('reports all problems at once', async () => {
    const wrong = {
      instanceType: '8B900.240V',
      locationCode: 'FIN-09',
      image: 'ubuntu-24.4',
      hostname: 'my_trainer',
      volumes: [{ name: 'data', size: 100, type: 'HDD' as const }],
      sshKeyIds: [UNKNOWN_ID],
      startupScriptId: UNKNOWN_ID,
    };
    const paths = (await problems(wrong)).map((problem) => problem.split(' ', 1)[0]);
    expect(paths).toEqual([
      'hostname',
      'image',
      'instanceType',
      'locationCode',
      'sshKeyIds[0]',
      'startupScriptId',
      'volumes[0].type',
    ]);
  });

  test('does not check unchanged inputs: an image that is no longer offered does not block the next up', async () => {
    const retired = {
      instanceType: '1K80.6V',
      image: 'ubuntu-16.04',
      locationCode: 'USA-01',
      sshKeyIds: [UNKNOWN_ID],
      startupScriptId: UNKNOWN_ID,
      existingVolumes: [UNKNOWN_ID],
      volumes: [{ name: 'data', size: 100, type: 'HDD' as const }],
      longTermPeriod: '7_MONTHS',
      contract: 'LONG_TERM' as const,
      hostname: 'old_name',
    };
    await expect(problems({ ...retired, description: 'new' }, { ...right, ...retired })).resolves.toEqual([]);
  });

  test('leaves unknown values to the update', async () => {
    const unknown = {
      instanceType: UNKNOWN,
      image: UNKNOWN,
      locationCode: UNKNOWN,
      sshKeyIds: [UNKNOWN],
      existingVolumes: [UNKNOWN],
      startupScriptId: UNKNOWN,
      hostname: UNKNOWN,
      fallbackLocationCodes: UNKNOWN as never,
      longTermPeriod: UNKNOWN,
      contract: UNKNOWN as never,
      instanceGroupId: UNKNOWN,
    };
    await expect(warnings(unknown)).resolves.toEqual([]);
  });

  test('refuses a new volume of a retired type', async () => {
    await expect(problems({ volumes: [{ name: 'data', size: 100, type: 'HDD_Shared' }] })).resolves.toEqual([
      'volumes[0].type "HDD_Shared" cannot be created any more: did you mean "NVMe_Shared"?',
    ]);
  });
});

test('a volume of a type for clusters is refused', async () => {
  const volumes = (['NVMe', 'NVMe_OS_Cluster'] as const).map((type, index) => ({
    ...{ name: `disk-${String(index)}`, size: 100, type },
  }));
  await expect(problems({ volumes })).resolves.toEqual([
    'volumes[1].type "NVMe_OS_Cluster" is only for clusters: choose another type',
  ]);
});

describe('the check of the contract', () => {
  test.each([
    [
      { contract: 'SPOT', isSpot: false },
      'isSpot is false, but the contract is "SPOT": that is a spot machine. Leave one of the two out',
    ],
    [
      { contract: 'PAY_AS_YOU_GO', isSpot: true },
      'isSpot is true, but the contract is "PAY_AS_YOU_GO": a spot machine has the contract "SPOT". Leave one of the two out',
    ],
    [
      { longTermPeriod: '1_MONTH' },
      'longTermPeriod needs the contract "LONG_TERM", and there is none: set contract: "LONG_TERM", or leave longTermPeriod out',
    ],
    [
      { longTermPeriod: '1_MONTHS', contract: 'LONG_TERM' },
      'longTermPeriod "1_MONTHS" is not a long-term period: did you mean "1_MONTH"? (there are 1_MONTH, 3_MONTHS, 6_MONTHS, 1_YEAR, 2_YEARS)',
    ],
  ] as const)('refuses %j', async (inputs, says) => {
    await expect(problems(inputs)).resolves.toEqual([says]);
  });

  test('refuses a disabled period and lists the enabled periods', async () => {
    const periods = await here.session.client.catalogue.longTermPeriods('instances');
    jest
      .spyOn(here.session.client.catalogue, 'longTermPeriods')
      .mockResolvedValue(periods.map((period) => ({ ...period, is_enabled: period.code !== '1_YEAR' })));
    await expect(problems({ longTermPeriod: '1_YEAR', contract: 'LONG_TERM' })).resolves.toEqual([
      'longTermPeriod "1_YEAR" cannot be ordered at present; there are 1_MONTH, 3_MONTHS, 6_MONTHS, 2_YEARS',
    ]);
  });

  test('accepts terms that contradict each other if neither changed', async () => {
    const olds = { ...right, contract: 'PAY_AS_YOU_GO' as const, isSpot: true };
    await expect(problems({ ...olds, description: 'new' }, olds)).resolves.toEqual([]);
    await expect(problems({ ...olds, contract: 'LONG_TERM' as const }, olds)).resolves.toContainEqual(
      expect.stringMatching(/^isSpot is true, but the contract is "LONG_TERM"/),
    );
  });

  test('leaves a period that is not known yet to the update', async () => {
    await expect(warnings({ contract: 'LONG_TERM', longTermPeriod: UNKNOWN })).resolves.toEqual([]);
    await expect(warnings({ contract: 'LONG_TERM' })).resolves.toEqual([
      expect.stringMatching(/^longTermPeriod is left out: the cloud chooses how long/),
    ]);
  });

  test('warns with the note of the cloud about an instance type', async () => {
    const { catalogue } = here.session.client;
    const types = await catalogue.instanceTypes();
    jest
      .spyOn(catalogue, 'instanceTypes')
      .mockResolvedValue(types.map((type) => ({ ...type, deploy_warning: 'Deploys take an hour today.' })));
    await expect(warnings({})).resolves.toEqual(['1H100.80S.30V: Deploys take an hour today.']);
  });

  test('warns of an eviction policy without evictions', async () => {
    const osVolume = { size: 50, onSpotDiscontinue: 'move_to_trash' as const };
    await expect(warnings({ osVolume })).resolves.toEqual([
      'osVolume.onSpotDiscontinue has no effect: only spot machines are evicted',
    ]);
    await expect(warnings({ osVolume, isSpot: true })).resolves.toEqual([]);
  });
});

describe('the references of a program', () => {
  test('may be existing keys and scripts, also if they were created a moment ago', async () => {
    await expect(problems({ sshKeyIds: [UNKNOWN_ID] })).resolves.toHaveLength(1);
    const keyId = await here.session.client.sshKeys.create({ name: 'me', key: keys.ed25519.text });
    const scriptId = await here.session.client.scripts.create({ name: 'boot', script: '#!/bin/bash\n' });
    await expect(problems({ sshKeyIds: [keyId], startupScriptId: scriptId })).resolves.toEqual([]);
  });

  test('are refused with a suggestion when a key does not exist', async () => {
    const id = await here.session.client.sshKeys.create({ name: 'me', key: keys.ed25519.text });
    const typo = `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`;
    await expect(problems({ sshKeyIds: [id, typo] })).resolves.toEqual([
      `sshKeyIds[1] "${typo}" is not the id of any SSH key in this project: did you mean "${id}"?`,
    ]);
  });

  test('are refused if they contain the name of a key, and the message has its id', async () => {
    const id = await here.session.client.sshKeys.create({ name: 'my laptop', key: keys.ed25519.text });
    await expect(problems({ sshKeyIds: ['my laptop'] })).resolves.toEqual([
      `sshKeyIds[0] is the name of an SSH key, not its id: did you mean "${id}"?`,
    ]);
  });

  test('are refused, and not shown, if they contain the key or the script itself', async () => {
    const script = '#!/bin/bash\nexport TOKEN=hunter2\n';
    await expect(problems({ sshKeyIds: [keys.ed25519.text], startupScriptId: script })).resolves.toEqual([
      'sshKeyIds[0] is a public key, not the id of one: create an SshKey from it and use its id',
      'startupScriptId is a script, not the id of one: create a StartupScript from it and use its id',
    ]);
    expect((await problems({ startupScriptId: 'hunter2' })).join()).not.toContain('hunter2');
  });

  test('are checked only for keys that are new in the list', async () => {
    const [problem, ...others] = await problems(
      { sshKeyIds: [UNKNOWN_ID, 'nonsense'] },
      { ...right, sshKeyIds: [UNKNOWN_ID] },
    );
    expect(problem).toMatch(/^sshKeyIds\[1\] is not the id of an SSH key/);
    expect(others).toEqual([]);
  });
});

test('cause a warning when there is neither a key nor a script', async () => {
  await expect(warnings({ sshKeyIds: [] })).resolves.toEqual([
    'sshKeyIds is empty: nobody will be able to log in to this machine',
  ]);
  const startupScriptId = await here.session.client.scripts.create({ name: 'boot', script: '#!/bin/bash\n' });
  await expect(warnings({ sshKeyIds: [], startupScriptId })).resolves.toEqual([]);
  await expect(warnings({ sshKeyIds: [] }, { ...right, sshKeyIds: [] })).resolves.toEqual([]);
});

describe('existing volumes', () => {
  test('may be free and in the same location', async () => {
    await expect(warnings({ existingVolumes: [await volume('data')] })).resolves.toEqual([]);
  });

  test('are refused in another location, and the message has both remedies', async () => {
    const id = await volume('data', { location_code: 'FIN-02' });
    await expect(problems({ existingVolumes: [id] })).resolves.toEqual([
      `existingVolumes[0] names the volume ${id}, which is in FIN-02; the instance is in FIN-01: deploy in FIN-02, or clone the volume to FIN-01 (sourceVolumeId)`,
    ]);
  });

  test('exclude a fallback to another location', async () => {
    const id = await volume('data');
    await expect(problems({ existingVolumes: [id], fallbackLocationCodes: ['FIN-02'] })).resolves.toEqual([
      `fallbackLocationCodes[0] is "FIN-02", which cannot be a fallback: the volume ${id} is in FIN-01 and has to be in the same location`,
    ]);
  });

  test('cause a warning when another machine uses them, unless this stack manages that machine', async () => {
    const id = await volume('data');
    const holder = await deploy({ existing_volumes: [id] });
    await expect(warnings({ existingVolumes: [id] })).resolves.toEqual([
      expect.stringContaining(
        `existingVolumes[0] names the volume ${id}, which is attached to the instance ${holder} now. Another instance of the program detaches it in time if its existingVolumes leaves the volume out. An instance that is no longer in the program is deleted too late: remove it in an \`up\` of its own first. If this resource was renamed`,
      ),
    ]);
    await expect(warnings({ existingVolumes: [id] }, right)).resolves.toEqual([
      expect.stringMatching(/remove it in an `up` of its own first$/),
    ]);
    here.session.knownIds.add(holder);
    await expect(warnings({ existingVolumes: [id] })).resolves.toEqual([]);
  });

  test('are refused if only clusters can mount them', async () => {
    const { client } = here.session;
    const shared = {
      name: 'scratch',
      size: 50,
      location_code: 'FIN-01',
      type: 'NVMe_Shared_Cluster',
    } as const;
    const id = await client.volumes.create(shared);
    await expect(problems({ existingVolumes: [id] })).resolves.toEqual([
      `existingVolumes[0] names the volume ${id} of the type NVMe_Shared_Cluster, which only clusters mount: use a volume of another type`,
    ]);
  });

  test('are refused in the trash, and the message says how to restore them', async () => {
    const id = await volume('data');
    await here.session.client.volumes.delete(id);
    await expect(problems({ existingVolumes: [id] })).resolves.toEqual([
      `existingVolumes[0] names the volume ${id}, which is in the trash: restore it with a Volume that has restoreVolumeId, or use another one`,
    ]);
  });

  test('are refused if they were deleted permanently, and the message does not say to restore them', async () => {
    const id = await volume('data');
    await here.session.client.volumes.delete(id, { isPermanent: true });
    await expect(problems({ existingVolumes: [id] })).resolves.toEqual([
      `existingVolumes[0] names the volume ${id}, which was deleted permanently and cannot be restored: choose another one`,
    ]);
  });

  test('are refused while they are being deleted', async () => {
    const id = await volume('data');
    const found = await here.session.client.volumes.get(id);
    jest.spyOn(here.session.volumes, 'read').mockResolvedValue({ ...found, status: 'deleting' } as never);
    await expect(problems({ existingVolumes: [id] })).resolves.toEqual([
      expect.stringContaining(
        `existingVolumes[0] names the volume ${id}, which is being deleted: restore it`,
      ),
    ]);
  });

  test('are refused after an export', async () => {
    const id = await volume('data');
    await here.session.client.volumes.perform({ action: 'export', id });
    here.cloud.emulator.clock.advance(3_600_000);
    await expect(problems({ existingVolumes: [id] })).resolves.toEqual([
      `existingVolumes[0] names the volume ${id}, which is exported and cannot be attached: use a copy of it (sourceVolumeId of a Volume), or another one`,
    ]);
  });

  test('cannot be the image unless they are operating-system volumes', async () => {
    const id = await volume('data');
    await expect(problems({ image: id })).resolves.toEqual([
      `image names the volume ${id}, which is not an operating-system volume: attach it with existingVolumes, and give an image type`,
    ]);
  });

  test('can be the image as operating-system volumes, but only once', async () => {
    const other = await deploy();
    const { os_volume_id: id } = await here.session.client.instances.get(other);
    await here.session.client.instances.perform({ action: 'delete', id: other, volume_ids: [] });
    here.cloud.emulator.clock.advance(60_000);
    const image = id ?? '';
    await expect(problems({ image })).resolves.toEqual([]);
    await expect(problems({ image, existingVolumes: [image] })).resolves.toEqual([
      'existingVolumes[0] is the volume that image names already: leave it out here',
    ]);
  });
});

describe('a group', () => {
  const group = async (): Promise<string> => {
    const { id } = await here.session.client.instanceGroups.create({
      name: `servers-${randomUUID()}`,
      description: 'inference',
      location_code: 'FIN-02',
      instance_type: '1A100.22V',
      template: { image: 'ubuntu-24.04', os_volume: { size: 50 }, ssh_key_ids: [], startup_script_id: null },
    });
    return id;
  };

  test('provides the inputs that the instance omits', async () => {
    const inputs = { hostname: 'trainer', instanceGroupId: await group() };
    await expect(checkInstance(callIn(here.session), inputs, undefined)).resolves.toEqual([]);
    // The price includes the operating-system volume of the template.
    expect(prices()).toContainEqual('≈ 1.30 USD/h (1A100.22V 1.29, volumes 0.014)');
  });

  test('must not be contradicted', async () => {
    const id = await group();
    await expect(problems({ instanceGroupId: id })).resolves.toEqual([
      `image is "ubuntu-24.04-cuda-12.8-open-docker", but the members of the instance group ${id} have "ubuntu-24.04": leave it out to inherit that`,
      `instanceType is "1H100.80S.30V", but the members of the instance group ${id} have "1A100.22V": leave it out to inherit that`,
      `locationCode is "FIN-01", but the members of the instance group ${id} have "FIN-02": leave it out to inherit that`,
    ]);
  });

  test('must exist', async () => {
    await expect(problems({ instanceGroupId: UNKNOWN_ID })).resolves.toEqual([
      expect.stringMatching(
        `^instanceGroupId "${UNKNOWN_ID}" is not the id of any instance group in this project; there are servers-.+, servers-.+`,
      ),
    ]);
  });

  test('is unnecessary when the instance has all inputs', async () => {
    await expect(
      checkInstance(callIn(here.session), { hostname: 'trainer' }, undefined).then(messagesOf),
    ).resolves.toEqual([
      expect.stringMatching(
        /^image is required, unless instanceGroupId names a group to inherit it from; there are ubuntu-24\.04, /,
      ),
      expect.stringMatching(/^instanceType is required, .* and \d+ more \(see getInstanceTypes\(\)\)$/),
      'locationCode is required, unless instanceGroupId names a group to inherit it from; there are FIN-01, FIN-02, FIN-03, ICE-01',
    ]);
  });
});

describe('an instance to adopt', () => {
  test('must exist', async () => {
    await expect(problems({ adoptId: UNKNOWN_ID })).resolves.toEqual([
      expect.stringMatching(
        `^adoptId "${UNKNOWN_ID}" is not the id of any instance in this project; there is other \\(`,
      ),
    ]);
  });

  test('must match the program', async () => {
    const id = await deploy();
    await expect(problems({ adoptId: id })).resolves.toEqual([
      `hostname is "trainer", but the instance ${id} to adopt has "other": change the program to match, or leave adoptId out`,
      `image is "ubuntu-24.04-cuda-12.8-open-docker", but the instance ${id} to adopt has "ubuntu-24.04": change the program to match, or leave adoptId out`,
      `instanceType is "1H100.80S.30V", but the instance ${id} to adopt has "CPU.4V.16G": change the program to match, or leave adoptId out`,
    ]);
    await expect(
      problems({ adoptId: id, hostname: 'other', image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G' }),
    ).resolves.toEqual([]);
  });

  test('does not differ in values that are not known yet', async () => {
    const client = here.session.client;
    const id = await client.instances.deploy({
      ...{ hostname: 'spot', description: 'spot', image: 'ubuntu-24.04' },
      ...{ instance_type: 'CPU.4V.16G', location_code: 'FIN-01', is_spot: true },
    });
    const known = { adoptId: id, hostname: 'spot', image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G' };
    const unknown = { contract: UNKNOWN, osVolume: { size: UNKNOWN }, existingVolumes: UNKNOWN };
    await expect(problems({ ...known, ...(unknown as object), instanceGroupId: UNKNOWN })).resolves.toEqual(
      [],
    );
  });
});

describe('capacity', () => {
  const elsewhere = 'There is capacity in FIN-01, FIN-02: set locationCode or fallbackLocationCodes.';

  test('causes a warning if the location has none, with the locations that have some', async () => {
    await expect(
      warnings({ instanceType: '1V100.6V', locationCode: 'ICE-01', image: 'ubuntu-24.04' }),
    ).resolves.toEqual([
      `instanceType may not be deployed: there is no capacity for 1V100.6V in ICE-01 now. ${elsewhere} Or set waitForCapacity.`,
    ]);
  });

  test('may be in a fallback location', async () => {
    const inputs = {
      instanceType: '1V100.6V',
      locationCode: 'ICE-01',
      image: 'ubuntu-24.04',
      fallbackLocationCodes: ['FIN-02'],
    };
    await expect(warnings(inputs)).resolves.toEqual([]);
  });

  test('causes a warning if no location has any, which says how long the create waits', async () => {
    jest.spyOn(here.session.client.catalogue, 'instanceAvailability').mockResolvedValue([]);
    await expect(warnings({ isSpot: true, waitForCapacity: '2h' })).resolves.toEqual([
      'instanceType may not be deployed: there is no capacity for a spot 1H100.80S.30V in FIN-01 now. No location has capacity for it: choose another type. It will wait for capacity for 2h.',
    ]);
  });

  test('causes an error if no location has any and the stack asks for an error', async () => {
    here.session = here.cloud.session({ 'cloudCompute:requireCapacity': 'true' });
    await expect(
      problems({ instanceType: '1V100.6V', locationCode: 'ICE-01', image: 'ubuntu-24.04' }),
    ).resolves.toEqual([
      `instanceType cannot be deployed: there is no capacity for 1V100.6V in ICE-01 now, and cloudCompute:requireCapacity is true. ${elsewhere}`,
    ]);
  });

  test('matters only to new machines', async () => {
    const ask = jest.spyOn(here.session.client.catalogue, 'instanceAvailability');
    await problems({ description: 'new' }, right);
    expect(ask).not.toHaveBeenCalled();
  });
});

// The operating-system volume is created and billed even if the program does not declare it.
describe('prices', () => {
  test('are shown for a new machine and its volumes', async () => {
    await problems({ osVolume: { size: 100 }, volumes: [{ name: 'data', size: 900, type: 'NVMe' }] });
    expect(prices()).toEqual(['≈ 2.56 USD/h (1H100.80S.30V 2.29, volumes 0.27)']);
  });

  test('are shown for a spot machine and for an offline machine', async () => {
    await problems({ isSpot: true });
    await problems({ powerState: 'offline' });
    expect(prices()).toEqual([
      '≈ 0.81 USD/h (spot 1H100.80S.30V 0.80, volumes 0.014)',
      '≈ 2.30 USD/h (1H100.80S.30V 2.29, volumes 0.014); an offline machine stays billed',
    ]);
  });

  test('are shown for a long-term contract', async () => {
    await problems({ contract: 'LONG_TERM', longTermPeriod: '1_YEAR' });
    expect(prices()).toEqual(['≈ 1.89 USD/h (1H100.80S.30V 1.88, volumes 0.014)']);
  });

  test('do not include the operating-system volume if the machine boots from an existing volume', async () => {
    const image = await here.session.client.volumes.create({
      ...{ name: 'os', size: 100, type: 'NVMe', location_code: 'FIN-01' },
    });
    await checkInstance(callIn(here.session), { ...right, image }, undefined);
    expect(prices()).toEqual(['≈ 2.29 USD/h']);
  });

  test('are lower bounds while the size of a volume is not known', async () => {
    await problems({ volumes: [{ name: 'data', size: UNKNOWN as never, type: 'NVMe' }] });
    expect(prices()).toEqual(['at least 2.30 USD/h (1H100.80S.30V 2.29, volumes 0.014)']);
  });

  test('are shown only in a preview', async () => {
    const call = { ...callIn(here.session), isPreview: false };
    await checkInstance(call, right, undefined);
    expect(prices()).toEqual([]);
  });

  test('are not shown for existing machines', async () => {
    await problems({ description: 'new' }, right);
    expect(prices()).toEqual([]);
  });
});

test('the check refuses replaceOn for an input that is only stored', () => {
  expect(instance.shapes.replaceOn(['sshKeyIds', 'tags'], 'replaceOn')).toEqual([]);
  expect(instance.shapes.replaceOn(['keepVolumes'], 'replaceOn')).toMatchObject([{ path: 'replaceOn[0]' }]);
});

describe('operating-system volumes of other machines', () => {
  test.each(['existingVolumes[0]', 'image'])(
    'cause a warning when a machine boots from them, also if this stack manages it: %s',
    async (path) => {
      const holder = await deploy({ hostname: 'other' });
      const { os_volume_id: os, hostname } = await here.session.client.instances.get(holder);
      here.session.knownIds.add(holder);
      const args = path === 'image' ? { image: os ?? '' } : { existingVolumes: [os ?? ''] };
      await expect(warnings(args)).resolves.toEqual([
        `${path} names the volume ${os ?? ''}, which the instance ${hostname} (${holder}) boots from and keeps: use a copy of it (a Volume with sourceVolumeId), or remove that machine with keepVolumes: true first, in a run of its own`,
      ]);
    },
  );
});
