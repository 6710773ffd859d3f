import { randomUUID } from 'node:crypto';
import { instance } from '../../../../../../provider/resources/instance';
import { checkInstance } from '../../../../../../provider/resources/instance/check';
import { UNKNOWN } from '../../../../../../provider/schema/unknown';
import { UNKNOWN_ID, callIn, prices, messagesOf } from '../../../checks/testCloud';
import { instanceChecks, right } from './instanceChecks';

jest.mock('../../../../../../provider/run/progress');

const { here, problems, warnings } = instanceChecks();

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
    const run = here.cloud.run({ 'cloudCompute:baseUrl': 'http://127.0.0.1:1' });
    const incomplete = { hostname: 'trainer', sshKeyIds: [UNKNOWN] };
    const reason = 'is required, unless instanceGroupId names a group to inherit it from';
    expect(messagesOf(await checkInstance(callIn(run), incomplete, undefined))).toEqual(
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
    const periods = await here.run.client.catalogue.longTermPeriods('instances');
    jest
      .spyOn(here.run.client.catalogue, 'longTermPeriods')
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
    const { catalogue } = here.run.client;
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

describe('a group', () => {
  const group = async (): Promise<string> => {
    const { id } = await here.run.client.instanceGroups.create({
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
    await expect(checkInstance(callIn(here.run), inputs, undefined)).resolves.toEqual([]);
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
      checkInstance(callIn(here.run), { hostname: 'trainer' }, undefined).then(messagesOf),
    ).resolves.toEqual([
      expect.stringMatching(
        /^image is required, unless instanceGroupId names a group to inherit it from; there are ubuntu-24\.04, /,
      ),
      expect.stringMatching(/^instanceType is required, .* and \d+ more \(see getInstanceTypes\(\)\)$/),
      'locationCode is required, unless instanceGroupId names a group to inherit it from; there are FIN-01, FIN-02, FIN-03, ICE-01',
    ]);
  });
});

test('the check refuses replaceOn for an input that is only stored', () => {
  expect(instance.shapes.replaceOn(['sshKeyIds', 'tags'], 'replaceOn')).toEqual([]);
  expect(instance.shapes.replaceOn(['keepVolumes'], 'replaceOn')).toMatchObject([{ path: 'replaceOn[0]' }]);
});
