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

describe('an eviction', () => {
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
    // The create comes before the delete. If it fails, the old state still holds the id of the disk.
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
});
