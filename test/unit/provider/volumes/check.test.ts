import { checkVolume } from '../../../../provider/volumes/check';
import type { VolumeInputs } from '../../../../provider/volumes/volume';
import { UNKNOWN } from '../../../../provider/schema/unknown';
import { UNKNOWN_ID, callIn, prices, testCloud, messagesOf } from '../checks/testCloud';

jest.mock('../../../../provider/run/progress');

const right: Partial<VolumeInputs> = { name: 'data', size: 100, type: 'NVMe', locationCode: 'FIN-01' };

const here = testCloud();

const problems = async (inputs: Partial<VolumeInputs>, olds?: Partial<VolumeInputs>): Promise<string[]> =>
  messagesOf(await checkVolume(callIn(here.run), { ...right, ...inputs }, olds));

const create = (
  more: { type?: 'NVMe' | 'NVMe_Shared'; location_code?: string; size?: number } = {},
): Promise<string> =>
  here.run.client.volumes.create({
    name: 'other',
    size: 100,
    type: 'NVMe',
    location_code: 'FIN-01',
    ...more,
  });

const deploy = (location_code = 'FIN-01'): Promise<string> =>
  here.run.client.instances.deploy({
    hostname: 'other',
    description: 'other',
    image: 'ubuntu-24.04',
    instance_type: 'CPU.4V.16G',
    location_code,
  });

/** Mocks the type of the volume: HDD volumes can no longer be created. */
async function asHdd(id: string): Promise<void> {
  const volume = await here.run.client.volumes.get(id);
  jest.spyOn(here.run.volumes, 'read').mockResolvedValue({ ...volume, type: 'HDD' } as never);
}

test('the check accepts a valid volume and shows its price', async () => {
  await expect(problems({})).resolves.toEqual([]);
  expect(prices()).toEqual(['≈ 0.027 USD/h']);
});

test('the check suggests the right name for a misspelled location', async () => {
  await expect(problems({ locationCode: 'FIN1' })).resolves.toEqual([
    'locationCode "FIN1" is not a location: did you mean "FIN-01"? (there are FIN-01, FIN-02, FIN-03, ICE-01)',
  ]);
});

test('the check refuses a new type that can no longer be created', async () => {
  await expect(problems({ type: 'HDD' })).resolves.toEqual([
    'type "HDD" cannot be created any more: did you mean "NVMe"?',
  ]);
  await expect(problems({ type: 'HDD', name: 'renamed' }, { ...right, type: 'HDD' })).resolves.toEqual([]);
});

test('the check refuses to resize a volume of a retired type', async () => {
  await expect(problems({ type: 'HDD', size: 200 }, { ...right, type: 'HDD' })).resolves.toEqual([
    'size cannot change: volumes of the type HDD cannot be resized any more. Create a copy with the type NVMe (sourceVolumeId), which can grow',
  ]);
});

test('the check leaves unknown values to the update', async () => {
  const unknown = {
    size: UNKNOWN as never,
    type: UNKNOWN as never,
    locationCode: UNKNOWN,
    sourceVolumeId: UNKNOWN,
    instanceIds: [UNKNOWN],
  };
  await expect(problems(unknown)).resolves.toEqual([]);
  expect(prices()).toEqual([]);
});

describe('a copy', () => {
  test('must be as large as its source', async () => {
    const id = await create({ size: 200 });
    await expect(problems({ sourceVolumeId: id })).resolves.toEqual([
      `size is 100 GB, but its source, the volume ${id}, has 200 GB and cannot shrink: say 200 or more`,
    ]);
  });

  test('needs an existing source', async () => {
    await expect(problems({ sourceVolumeId: UNKNOWN_ID })).resolves.toEqual([
      expect.stringMatching(
        `^sourceVolumeId "${UNKNOWN_ID}" is not the id of any volume in this project; there is other \\(`,
      ),
    ]);
  });

  test('may have the retired type of its source', async () => {
    const id = await create();
    await expect(problems({ sourceVolumeId: id, type: 'HDD' })).resolves.toHaveLength(1);
    await asHdd(id);
    await expect(problems({ sourceVolumeId: id, type: 'HDD' })).resolves.toEqual([]);
  });

  test('is as large as its source if both are of a retired type', async () => {
    const id = await create();
    await asHdd(id);
    await expect(problems({ type: 'HDD', sourceVolumeId: id, size: 200 })).resolves.toEqual([
      `size is 200 GB, but its source, the volume ${id}, has 100 GB, and volumes of the type HDD cannot be resized any more: say 100, or choose the type NVMe`,
    ]);
    await expect(problems({ type: 'HDD', sourceVolumeId: id })).resolves.toEqual([]);
    await expect(problems({ sourceVolumeId: id, size: 200 })).resolves.toEqual([]);
  });
});

describe('a volume from the trash', () => {
  test('must be in the trash', async () => {
    const id = await create();
    await expect(problems({ restoreVolumeId: id })).resolves.toEqual([
      `restoreVolumeId names the volume ${id}, which is detached, not in the trash: adopt it with adoptId`,
    ]);
    await here.run.client.volumes.delete(id);
    here.run.volumes.invalidate();
    await expect(problems({ restoreVolumeId: id })).resolves.toEqual([]);
  });

  test('is looked for in the trash only, if its id is unknown', async () => {
    const [gone, live] = [await create(), await create()];
    await here.run.client.volumes.delete(gone);
    here.run.volumes.invalidate();
    const [problem] = await problems({ restoreVolumeId: UNKNOWN_ID });
    expect(problem).toContain('is not the id of any volume in the trash in this project; there ');
    expect(problem).toContain(gone);
    expect(problem).not.toContain(live);
  });

  test('must match the program', async () => {
    const id = await create({ size: 300, type: 'NVMe_Shared', location_code: 'FIN-02' });
    await here.run.client.volumes.delete(id);
    await expect(problems({ restoreVolumeId: id })).resolves.toEqual([
      `locationCode is "FIN-01", but the volume ${id} to restore has "FIN-02": say that`,
      `size is 100 GB, but the volume ${id} to restore has 300 GB and cannot shrink`,
      `type is "NVMe", but the volume ${id} to restore has "NVMe_Shared": say that`,
    ]);
  });

  test.each(['restoreVolumeId', 'adoptId', 'sourceVolumeId'])(
    'must not be permanently deleted: %s',
    async (input) => {
      const id = await create();
      await here.run.client.volumes.delete(id, { isPermanent: true });
      await expect(problems({ [input]: id })).resolves.toEqual([
        `${input} names the volume ${id}, which was deleted permanently and cannot be restored: choose another one`,
      ]);
    },
  );
});

describe('a volume to adopt', () => {
  test('must match the program', async () => {
    const id = await create({ location_code: 'FIN-02' });
    await expect(problems({ adoptId: id })).resolves.toEqual([
      `locationCode is "FIN-01", but the volume ${id} to adopt has "FIN-02": change the program to match, or leave adoptId out`,
    ]);
    await expect(problems({ adoptId: id, locationCode: 'FIN-02' })).resolves.toEqual([]);
  });

  test('must not be larger than the program says', async () => {
    const id = await create({ size: 200 });
    await expect(problems({ adoptId: id })).resolves.toEqual([
      `size is 100 GB, but the volume ${id} to adopt has 200 GB and cannot shrink: say 200 or more`,
    ]);
  });

  test('cannot also be restored or copied', async () => {
    const id = await create();
    await expect(problems({ adoptId: id, sourceVolumeId: id })).resolves.toEqual([
      'adoptId cannot be used together with sourceVolumeId: a volume has only one origin',
    ]);
  });
});

describe('machines to attach to', () => {
  test('must exist and be in the same location', async () => {
    const far = await deploy('FIN-02');
    await expect(problems({ instanceIds: [far] })).resolves.toEqual([
      `instanceIds[0] names the instance ${far}, which is in FIN-02; the volume is in FIN-01: both must be in the same location`,
    ]);
    await expect(problems({ instanceIds: [UNKNOWN_ID] })).resolves.toEqual([
      expect.stringMatching(
        `^instanceIds\\[0\\] "${UNKNOWN_ID}" is not the id of any instance in this project; there is other \\(`,
      ),
    ]);
  });

  test('can be several only for a shared type', async () => {
    const instanceIds = [await deploy(), await deploy()];
    await expect(problems({ instanceIds, allowShutdown: true })).resolves.toEqual([
      'instanceIds has 2 instances, but a volume of the type NVMe can be attached to only one; shared types are HDD_Shared, NVMe_Shared, NVMe_Shared_Cluster',
    ]);
    await expect(problems({ instanceIds, allowShutdown: true, type: 'NVMe_Shared' })).resolves.toEqual([]);
  });

  test('cause a warning unless they are offline or may be shut down', async () => {
    const id = await deploy();
    here.cloud.emulator.clock.advance(1_000);
    const check = async (more: Partial<VolumeInputs>): Promise<string[]> => {
      const call = callIn(here.run);
      await checkVolume(call, { ...right, instanceIds: [id], ...more }, undefined);
      return call.warnings;
    };
    await expect(check({ allowShutdown: true })).resolves.toEqual([]);
    await expect(check({})).resolves.toEqual([
      `instanceIds[0] names the instance ${id}, which is running: a volume can only be attached to a machine that is off. Set allowShutdown: true, or shut it down first`,
    ]);
  });

  test.each(['NVMe_Shared_Cluster', 'NVMe_OS_Cluster'] as const)(
    'are refused for a volume for clusters: %s',
    async (type) => {
      const machine = await deploy();
      for (const instanceIds of [[machine], [UNKNOWN]])
        await expect(problems({ type, instanceIds, allowShutdown: true })).resolves.toEqual([
          `instanceIds names an instance, but volumes of the type ${type} are only for clusters: choose another type, or leave instanceIds out`,
        ]);
      await expect(problems({ type, instanceIds: [] })).resolves.toEqual([]);
    },
  );
});

test('a copy of an HDD volume causes a warning while the machine of its source runs', async () => {
  const machine = await deploy();
  const { os_volume_id: id } = await here.run.client.instances.get(machine);
  here.cloud.emulator.clock.advance(1_000);
  const check = async (): Promise<string[]> => {
    const call = callIn(here.run);
    await checkVolume(call, { ...right, sourceVolumeId: String(id) }, undefined);
    return call.warnings;
  };
  await expect(check()).resolves.toEqual([]);
  await asHdd(String(id));
  await expect(check()).resolves.toEqual([
    `sourceVolumeId names the volume ${String(id)}, whose instance ${machine} is running: a volume of the type HDD can only be copied while its instance is off. Shut it down first`,
  ]);
  await here.run.client.instances.perform({ action: 'shutdown', id: machine });
  here.run.instances.invalidate();
  await expect(check()).resolves.toEqual([]);
});
