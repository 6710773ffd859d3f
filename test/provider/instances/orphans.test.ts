// The orphans of interrupted runs are deleted with the stack, whatever the number of their volumes.
import { InProcessStack } from '../support/inProcessStack';
import { warnedBy } from '../support/warnings';

jest.mock('../../../provider/run/progress');

const MACHINE = {
  ...{ hostname: 'trainer', image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01' },
  ...{ osVolume: { name: 'trainer-os', size: 50 }, volumes: [{ name: 'scratch', size: 10, type: 'NVMe' }] },
};

describe('an orphan of an interrupted run', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start();
  });

  afterEach(async () => {
    await stack.stop();
  });

  const volumes = async () => (await stack.cloud.volumes.list()).map(({ name }) => name).sort();

  it('is deleted with its created volumes, but without its more than ten attached volumes', async () => {
    const given = await Promise.all(
      Array.from({ length: 14 }, (_, index) =>
        stack.cloud.volumes.create({
          ...{ name: `given-${index}`, size: 10, type: 'NVMe', location_code: 'FIN-01' },
        }),
      ),
    );
    stack.emulator.clock.advance(60_000);
    await stack.up('instance', 'trainer', { ...MACHINE, existingVolumes: given });
    expect(await stack.cloud.volumes.list()).toHaveLength(16);
    await stack.deleteOwner();
    expect(await stack.cloud.instances.list()).toEqual([]);
    expect((await stack.cloud.volumes.list()).map(({ id }) => id).sort()).toEqual(given.sort());
  });

  describe('whose data volume somebody has attached to another machine', () => {
    const OFF = { ...MACHINE, powerState: 'offline' };
    let scratch: string;
    let theirs: string;

    beforeEach(async () => {
      await stack.up('instance', 'trainer', OFF);
      scratch = (await stack.cloud.volumes.list()).find(({ name }) => name === 'scratch')?.id ?? '';
      theirs = await stack.cloud.instances.deploy({
        ...{ hostname: 'theirs', description: 'theirs', image: 'ubuntu-24.04' },
        ...{ instance_type: 'CPU.4V.16G', location_code: 'FIN-01' },
      });
      stack.emulator.clock.advance(600_000);
      await stack.cloud.instances.perform({ action: 'force_shutdown', id: theirs });
      await stack.cloud.volumes.perform({ action: 'detach', id: scratch });
      stack.emulator.clock.advance(60_000);
      await stack.cloud.volumes.perform({ action: 'attach', id: scratch, instance_id: theirs });
      stack.emulator.clock.advance(60_000);
      stack.newProcess();
    });

    const machines = async () => (await stack.cloud.instances.list()).map(({ hostname }) => hostname).sort();

    it('is deleted without the volume, which is named', async () => {
      const warned = await warnedBy(() => stack.deleteOwner());
      expect(await machines()).toEqual(['theirs']);
      expect(await stack.cloud.volumes.get(scratch)).toMatchObject({ instance_id: theirs });
      expect(warned).toContain(`volume scratch (${scratch})`);
      expect(warned).toContain(`It is attached to the instance theirs (${theirs}), which stays.`);
    });

    it('is replaced without the volume if the program differs', async () => {
      await stack.up('instance', 'trainer', { ...OFF, hostname: 'larger', instanceType: 'CPU.8V.32G' });
      expect(await machines()).toEqual(['larger', 'theirs']);
      expect(await stack.cloud.volumes.get(scratch)).toMatchObject({ instance_id: theirs });
    });
  });

  it('is said to have no volumes in the trash if it started from a volume that existed', async () => {
    const other = await stack.up('instance', 'other', { ...MACHINE, hostname: 'other', keepVolumes: true });
    const image = String(other.outputs['osVolumeId']);
    await other.delete();
    await stack.clock.sleep(3_600_000);
    const { osVolume: _os, volumes: _volumes, ...machine } = MACHINE;
    const { id } = await stack.up('instance', 'trainer', { ...machine, image });
    const warned = await warnedBy(() => stack.deleteOwner());
    expect(warned).toContain(id);
    expect(warned).not.toContain('in the trash');
    expect(await volumes()).toContain('trainer-os');
  });

  it('is taken over also after a run that adopted it was killed', async () => {
    await stack.useHome();
    const { id } = await stack.up('instance', 'trainer', MACHINE);
    stack.newProcess();
    await stack.up('instance', 'trainer', { ...MACHINE, adoptId: id });
    // The engine was killed before it saved the adoption, and the user takes adoptId out again.
    stack.newProcess();
    expect((await stack.up('instance', 'trainer', MACHINE)).id).toBe(id);
  });

  it('is removed by a destroy of the resource that has adopted its operating-system volume', async () => {
    await stack.useHome();
    await stack.up('instance', 'trainer', MACHINE);
    const os = (await stack.cloud.volumes.list()).find(({ is_os_volume: isOs }) => isOs);
    stack.newProcess();
    const adopted = await stack.up('volume', 'system', {
      ...{ name: os?.name, size: os?.size, type: os?.type, locationCode: 'FIN-01', adoptId: os?.id },
    });
    stack.newProcess();
    await adopted.delete();
    expect(await stack.cloud.instances.list()).toEqual([]);
    expect(await volumes()).toEqual([]);
  });

  it('is replaced if the program differs, and its data can be restored, because it may have been in use', async () => {
    const { id } = await stack.up('instance', 'trainer', MACHINE);
    stack.emulator.clock.advance(60_000);
    stack.newProcess();
    const edited = await stack.up('instance', 'trainer', { ...MACHINE, locationCode: 'FIN-02' });
    expect(edited.id).not.toBe(id);
    expect((await stack.cloud.instances.list()).map((machine) => machine.id)).toEqual([edited.id]);
    expect(await volumes()).toEqual(['scratch', 'trainer-os']);
    expect((await stack.cloud.volumes.trash()).map(({ name }) => name).sort()).toEqual([
      'scratch',
      'trainer-os',
    ]);
  });
});
