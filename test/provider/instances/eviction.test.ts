import { info } from '../../../provider/run/progress';
import { InProcessStack } from '../support/inProcessStack';
import { warnedBy } from '../support/warnings';

jest.mock('../../../provider/run/progress');

const SPOT = {
  instanceType: '1V100.6V',
  image: 'ubuntu-24.04',
  locationCode: 'FIN-01',
  isSpot: true,
  osVolume: { name: 'os', size: 60 },
};

const VOLUME = { name: 'data', size: 50, type: 'NVMe' };

describe('a change outside of the program', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start();
  });

  afterEach(async () => {
    await stack.stop();
  });

  it('an eviction does not lose the disk of a machine that was renamed with an alias', async () => {
    const machine = await stack.up('instance', 'spot', SPOT);
    stack.emulator.control.evict(machine.id);
    stack.emulator.clock.advance(600_000);
    stack.newProcess();
    const renamed = machine.copy('renamed');
    // If the create fails, the old state still holds the id of the disk.
    expect(await renamed.diff()).toMatchObject({ changes: true, deleteBeforeReplace: false });
    const [disk] = await stack.cloud.volumes.list();
    const next = await stack.up('instance', 'renamed', SPOT);
    expect(next.outputs['keptVolumeIds']).toEqual([disk?.id]);
    // The engine deletes by the state, which holds the old name.
    await machine.delete();
    expect(await stack.cloud.volumes.get(disk?.id ?? '')).toMatchObject({ name: 'os', status: 'detached' });
  });

  it('an eviction leaves a disk that a later removal of the machine names, and deletes or keeps', async () => {
    for (const keepVolumes of [false, true]) {
      const args = { ...SPOT, keepVolumes };
      const machine = await stack.up('instance', 'spot', args);
      stack.emulator.control.evict(machine.id);
      stack.emulator.clock.advance(600_000);
      stack.newProcess();
      await machine.diff();
      await machine.delete();
      const next = await stack.up('instance', 'spot', args);
      const [disk = ''] = next.outputs['keptVolumeIds'] as string[];
      stack.newProcess();
      // A run of the program, which no longer declares the machine.
      await stack.up('startupScript', 'setup', { script: 'true' });
      jest.mocked(info).mockClear();
      const warned = await warnedBy(() => next.delete());
      const told = jest.mocked(info).mock.calls.map(([, message]) => message);
      const { status } = await stack.cloud.volumes.get(disk);
      expect([status, warned.includes(disk), told.some((line) => line.includes(disk))]).toEqual(
        keepVolumes ? ['detached', false, true] : ['deleted', true, false],
      );
    }
  });

  it('an eviction does not lose the machine’s disk: the machine is replaced, and the disk stays', async () => {
    const machine = await stack.up('instance', 'spot', SPOT);
    stack.emulator.control.evict(machine.id);
    stack.emulator.clock.advance(600_000);
    expect((await stack.cloud.volumes.list()).map(({ name, status }) => [name, status])).toEqual([
      ['os', 'detached'],
    ]);
    expect(await machine.refresh()).toBe(true);
    // The create comes first: if it fails, the old state still holds the id of the disk.
    expect(await machine.diff()).toMatchObject({ changes: true, deleteBeforeReplace: false });
    expect((await machine.diff()).replaces).not.toEqual([]);
    const [disk] = await stack.cloud.volumes.list();
    const next = await stack.up('instance', 'spot', SPOT);
    await machine.delete();
    expect((await stack.cloud.volumes.get(disk?.id ?? '')).status).toBe('detached');
    expect(next.outputs['keptVolumeIds']).toEqual([disk?.id]);
    stack.newProcess();
    expect(await next.diff()).toMatchObject({ changes: false });
    await next.update({ ...SPOT, tags: { team: 'ml' } });
    await next.refresh();
    expect(next.outputs['keptVolumeIds']).toEqual([disk?.id]);
    // A destroy does not call diff.
    stack.newProcess();
    await next.delete();
    expect(await stack.cloud.volumes.list()).toEqual([]);
  });

  it('another eviction does not lose the disk of an earlier one', async () => {
    const machine = await stack.up('instance', 'spot', SPOT);
    stack.emulator.control.evict(machine.id);
    stack.emulator.clock.advance(600_000);
    const [disk] = await stack.cloud.volumes.list();
    stack.newProcess();
    await machine.diff();
    const next = await stack.up('instance', 'spot', {
      ...SPOT,
      osVolume: { ...SPOT.osVolume, onSpotDiscontinue: 'delete_permanently' },
    });
    await machine.delete();
    stack.emulator.control.evict(next.id);
    stack.emulator.clock.advance(600_000);
    expect(await next.refresh()).toBe(true);
    expect(await next.diff()).toMatchObject({ changes: true });
    const last = await stack.up('instance', 'spot', SPOT);
    expect(last.outputs['keptVolumeIds']).toEqual([disk?.id]);
  });

  it('an eviction leaves no disk after `destroy --refresh`', async () => {
    const machine = await stack.up('instance', 'spot', SPOT);
    stack.emulator.control.evict(machine.id);
    stack.emulator.clock.advance(600_000);
    await machine.refresh();
    await machine.delete();
    expect(await stack.cloud.volumes.list()).toEqual([]);
  });

  it('an eviction drops the machine from state if its disks were deleted too', async () => {
    const machine = await stack.up('instance', 'spot', {
      ...SPOT,
      osVolume: { ...SPOT.osVolume, onSpotDiscontinue: 'move_to_trash' },
    });
    stack.emulator.control.evict(machine.id);
    stack.emulator.clock.advance(600_000);
    expect(await machine.refresh()).toBe(false);
  });

  it('is undone in exactly the changed property', async () => {
    const args = { size: 50, type: 'NVMe', locationCode: 'FIN-01', name: 'data', tags: { team: 'ml' } };
    const disk = await stack.up('volume', 'data', args);
    await stack.cloud.volumes.perform({ action: 'rename', id: disk.id, name: 'theirs' });
    await stack.cloud.volumes.perform({ action: 'resize', id: disk.id, size: 70 });
    stack.emulator.clock.advance(60_000);
    await disk.refresh();
    expect(disk.inputs).toMatchObject({ name: 'theirs', size: 70, tags: { team: 'ml' } });
    await disk.update({ ...args, size: 70 });
    expect(await stack.cloud.volumes.get(disk.id)).toMatchObject({ name: 'data', size: 70 });
  });

  it('does not fail a refresh if the program cannot undo it, and the next preview says what to do', async () => {
    const machine = await stack.up('instance', 'trainer', { ...SPOT, volumes: [VOLUME] });
    const disk = await stack.up('volume', 'disk', { ...VOLUME, locationCode: 'FIN-01' });
    for (const { id, size } of await stack.cloud.volumes.list())
      await stack.cloud.volumes.perform({ action: 'resize', id, size: size + 10 });
    stack.emulator.clock.advance(60_000);
    expect(await machine.refresh()).toBe(true);
    expect(await disk.refresh()).toBe(true);
    expect(machine.inputs).toMatchObject({ osVolume: { size: 70 }, volumes: [VOLUME] });
    await expect(disk.diff()).rejects.toThrow('it has 60 GB and cannot become 50 GB. Set 60 or more');
    await expect(machine.diff()).rejects.toThrow('it has 70 GB and cannot become 60 GB');
  });

  it('a slow deployment ends the wait, and the next up continues with the same machine', async () => {
    const args = { instanceType: '1V100.6V', image: 'ubuntu-24.04', locationCode: 'FIN-01' };
    stack.emulator.clock.freeze();
    const machine = stack.resource('instance', 'slow', { ...args, __timeouts: { create: '20m' } });
    await expect(machine.create()).rejects.toThrow(
      /^slow-\w+ \(.*\) is still ordered after .+\. .*continues to wait.* Its journal: /,
    );
    expect(machine.id).not.toBe('');
    stack.emulator.clock.resume();
    stack.newProcess();
    expect(await machine.diff(args)).toMatchObject({ changes: true, replaces: [] });
    await machine.update(args);
    expect(machine.outputs).toMatchObject({ status: 'running' });
    expect(await stack.cloud.instances.list()).toHaveLength(1);
    expect(await machine.diff()).toMatchObject({ changes: false });
  });
});
