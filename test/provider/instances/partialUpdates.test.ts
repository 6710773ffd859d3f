// After an update that fails half-way, state contains exactly the changes that took effect, so that the next run
// completes the rest.
import { InProcessStack } from '../support/inProcessStack';
import { warnedBy } from '../support/warnings';

jest.mock('../../../provider/run/progress');

const MACHINE = { instanceType: '1V100.6V', image: 'ubuntu-24.04', locationCode: 'FIN-01' };
const OFF = { ...MACHINE, powerState: 'offline' };
const DISK = { name: 'data', size: 50, type: 'NVMe', locationCode: 'FIN-01' };

describe('an update that fails half-way', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start();
  });

  afterEach(async () => {
    await stack.stop();
  });

  const refuse = (target: object, status = 402) => {
    stack.emulator.control.faults.add({ kind: 'status', status, times: 1, ...target });
  };

  it('fails with the first error, and says that the restart failed as well', async () => {
    const machine = await stack.up('instance', 'trainer', MACHINE);
    const disk = await stack.up('volume', 'data', DISK);
    refuse({ operation: 'PUT /v1/volumes', action: 'attach' });
    refuse({ operation: 'PUT /v1/instances', action: 'start' }, 403);
    const wanted = { ...MACHINE, allowShutdown: true, existingVolumes: [disk.id] };
    const warned = await warnedBy(async () => {
      await expect(machine.update(wanted)).rejects.toThrow('402');
    });
    expect(warned).toMatch(/The instance \S+ was not started again: .*403/);
  });

  it('stores the new name and the old size of the operating-system volume', async () => {
    const args = { ...OFF, osVolume: { name: 'os', size: 60 } };
    const machine = await stack.up('instance', 'trainer', args);
    refuse({ operation: 'PUT /v1/volumes', action: 'resize' });
    const wanted = { ...args, tags: { team: 'ml' }, osVolume: { name: 'system', size: 80 } };
    await expect(machine.update(wanted)).rejects.toThrow('402');
    expect(machine.outputs).toMatchObject({ tags: { team: 'ml' }, osVolume: { name: 'system', size: 60 } });
    // Changes that did not take effect can be undone in the program; that is no shrinking.
    const back = { ...wanted, osVolume: { name: 'system', size: 60 } };
    expect(await machine.diff(back)).toMatchObject({ changes: true, replaces: [] });
    await machine.update(back);
    expect(machine.outputs).not.toHaveProperty('__unfinished');
  });

  it('stores the attached and detached volumes, and the settings for the delete', async () => {
    const [one, other] = [await stack.up('volume', 'one', DISK), await stack.up('volume', 'other', DISK)];
    const machine = await stack.up('instance', 'trainer', { ...OFF, existingVolumes: [one.id] });
    refuse({ operation: 'PUT /v1/volumes', action: 'attach' }, 403);
    const wanted = { ...OFF, existingVolumes: [other.id], keepVolumes: true };
    await expect(machine.update(wanted)).rejects.toThrow('403');
    expect(machine.outputs).toMatchObject({ existingVolumes: [], keepVolumes: true });
    stack.newProcess();
    await machine.delete();
    expect((await stack.cloud.volumes.list()).map(({ is_os_volume: isOs }) => isOs)).toContain(true);
  });

  it('stores the new name and the old size of a volume', async () => {
    const disk = await stack.up('volume', 'data', DISK);
    refuse({ operation: 'PUT /v1/volumes', action: 'resize' });
    await expect(disk.update({ ...DISK, name: 'results', size: 90 })).rejects.toThrow('402');
    expect(disk.outputs).toMatchObject({ name: 'results', size: 50 });
    // With the old program, the name is changed back, and the old size is no shrinking.
    expect(await disk.diff(DISK)).toMatchObject({ changes: true, replaces: [] });
    await disk.update(DISK);
    expect(await stack.cloud.volumes.get(disk.id)).toMatchObject({ name: 'data', size: 50 });
    expect(await disk.diff()).toMatchObject({ changes: false });
  });

  it('stores the machines to which a volume is attached', async () => {
    const machines = await Promise.all(['a', 'b'].map((name) => stack.up('instance', name, OFF)));
    const ids = machines.map(({ id }) => id);
    const shared = { ...DISK, type: 'NVMe_Shared', instanceIds: [] };
    const disk = await stack.up('volume', 'shared', shared);
    refuse({ operation: 'PUT /v1/volumes', action: 'attach', skip: 1 }, 403);
    await expect(disk.update({ ...shared, tags: { team: 'ml' }, instanceIds: ids })).rejects.toThrow('403');
    expect(disk.outputs).toMatchObject({ instanceIds: ids.slice(0, 1), tags: { team: 'ml' } });
  });

  it('stores the new tags and the old power state of a cluster', async () => {
    const args = {
      ...{ clusterType: '16H100', image: 'ubuntu-24.04-cuda-12.8-cluster', locationCode: 'FIN-01' },
      sshKeyIds: [],
    };
    const cluster = await stack.up('cluster', 'train', args);
    refuse({ action: 'shutdown' }, 403);
    const wanted = { ...args, tags: { team: 'ml' }, powerState: 'offline' };
    await expect(cluster.update(wanted)).rejects.toThrow('403');
    expect(cluster.outputs).toMatchObject({ tags: { team: 'ml' }, powerState: 'running' });
  });

  it('stores the change of a group although the next read fails', async () => {
    const template = { image: 'ubuntu-24.04', osVolume: { size: 60 } };
    const args = { name: 'servers', instanceType: '1V100.6V', locationCode: 'FIN-01', template };
    const group = await stack.up('instanceGroup', 'servers', args);
    refuse({ operation: 'GET /v1/instance-groups/*', skip: 1 }, 403);
    await expect(group.update({ ...args, name: 'workers' })).rejects.toThrow('403');
    expect(group.outputs).toMatchObject({ name: 'workers' });
    expect(await group.diff({ ...args, name: 'workers' })).toMatchObject({ changes: true, replaces: [] });
  });

  it('does not change state if no change took effect', async () => {
    const disk = await stack.up('volume', 'data', DISK);
    const before = disk.outputs;
    refuse({ operation: 'PUT /v1/volumes', action: 'resize' });
    await expect(disk.update({ ...DISK, size: 90 })).rejects.toThrow('402');
    expect(disk.outputs).toBe(before);
  });
});
