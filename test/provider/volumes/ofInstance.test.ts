// The volumes of a machine: those that are created with it, and those that it attaches.
import { InProcessStack } from '../support/inProcessStack';

const MACHINE = { instanceType: '1V100.6V', image: 'ubuntu-24.04', locationCode: 'FIN-01' };

describe('an instance', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start();
  });

  afterEach(async () => {
    await stack.stop();
  });

  const volume = async (args: object = {}) =>
    stack.up('volume', 'data', { size: 50, type: 'NVMe', locationCode: 'FIN-01', ...args });

  it('completes an interrupted update with the next up', async () => {
    const data = await volume();
    const held = { ...MACHINE, existingVolumes: [data.id], tags: { team: 'ml' } };
    const machine = await stack.up('instance', 'trainer', held);
    const without = { ...MACHINE, existingVolumes: [], allowShutdown: true };
    stack.emulator.control.faults.add({
      ...{ operation: 'PUT /v1/volumes', action: 'detach', kind: 'status', status: 403, times: 1 },
    });
    await expect(machine.update(without)).rejects.toThrow('403');
    stack.newProcess();
    await machine.update(without);
    expect(await stack.cloud.volumes.get(data.id)).toMatchObject({ status: 'detached' });
    const { tags } = await stack.cloud.instances.get(machine.id);
    expect(tags.map(({ key }) => key)).not.toContain('team');
    expect(await machine.diff()).toMatchObject({ changes: false });
  });

  it('attaches and detaches existing volumes in place, and is stopped for it if that is allowed', async () => {
    const data = await volume();
    const machine = await stack.up('instance', 'trainer', MACHINE);
    const before = { ...MACHINE, existingVolumes: [] };
    await machine.update({ ...before, existingVolumes: [data.id], allowShutdown: true });
    expect(await stack.cloud.volumes.get(data.id)).toMatchObject({
      status: 'attached',
      instance_id: machine.id,
    });
    expect((await stack.cloud.instances.get(machine.id)).status).toBe('running');
    await machine.update({ ...before, allowShutdown: true });
    expect(await stack.cloud.volumes.get(data.id)).toMatchObject({ status: 'detached' });
  });

  it('names the machine that holds a volume to attach', async () => {
    stack.configure({ 'cloudCompute:planChecks': 'off' });
    const data = await volume();
    const other = await stack.up('instance', 'other', {
      ...MACHINE,
      hostname: 'other',
      existingVolumes: [data.id],
    });
    const refused = stack.up('instance', 'trainer', { ...MACHINE, existingVolumes: [data.id] });
    await expect(refused).rejects.toThrow(
      new RegExp(
        `The volume data-\\w+ \\(${data.id}\\) is attached to other \\(${other.id}\\): detach it there first`,
      ),
    );
    expect(await stack.cloud.instances.list()).toHaveLength(1);
  });

  it('leaves no billed disk: created volumes are deleted with it, attached ones stay', async () => {
    const data = await volume();
    const machine = await stack.up('instance', 'trainer', {
      ...MACHINE,
      osVolume: { name: 'os', size: 60 },
      volumes: [{ name: 'scratch', size: 70, type: 'NVMe' }],
      existingVolumes: [data.id],
    });
    expect(machine.outputs['ownVolumeIds']).toHaveLength(2);
    await machine.delete();
    expect((await stack.cloud.volumes.list()).map(({ id }) => id)).toEqual([data.id]);
    expect((await stack.cloud.volumes.trash()).map(({ name }) => name).sort()).toEqual(['os', 'scratch']);
  });

  it('deletes a created volume that somebody detached', async () => {
    const machine = await stack.up('instance', 'trainer', {
      ...MACHINE,
      volumes: [{ name: 'scratch', size: 70, type: 'NVMe' }],
    });
    const scratch = (await stack.cloud.volumes.list()).find(({ name }) => name === 'scratch');
    await stack.cloud.instances.perform({ action: 'force_shutdown', id: machine.id });
    stack.emulator.clock.advance(60_000);
    await stack.cloud.volumes.perform({ action: 'detach', id: scratch?.id ?? '', instance_id: machine.id });
    stack.emulator.clock.advance(60_000);
    stack.newProcess();
    await machine.delete();
    expect(await stack.cloud.volumes.list()).toEqual([]);
    expect(await stack.cloud.instances.list()).toEqual([]);
  });

  it('keeps its volumes or deletes them permanently on request', async () => {
    const kept = await stack.up('instance', 'kept', { ...MACHINE, keepVolumes: true });
    await kept.delete();
    expect(await stack.cloud.volumes.list()).toHaveLength(1);
    const purged = await stack.up('instance', 'purged', { ...MACHINE, deletePermanently: true });
    await purged.delete();
    expect(await stack.cloud.volumes.list()).toHaveLength(1);
    expect(await stack.cloud.volumes.trash()).toEqual([]);
  });

  it('renames and grows its operating-system volume in place, and refuses to shrink it at preview', async () => {
    const machine = await stack.up('instance', 'trainer', {
      ...MACHINE,
      osVolume: { name: 'os', size: 60 },
    });
    await machine.update({ ...MACHINE, osVolume: { name: 'system', size: 90 } });
    const osVolumeId = String(machine.outputs['osVolumeId']);
    expect(await stack.cloud.volumes.get(osVolumeId)).toMatchObject({ name: 'system', size: 90 });
    await expect(machine.diff({ ...MACHINE, osVolume: { name: 'system', size: 50 } })).rejects.toThrow(
      'osVolume cannot change like this',
    );
  });
});
