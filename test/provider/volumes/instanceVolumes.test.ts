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
  describe('an instance with created volumes', () => {
    const scratch = { name: 'scratch', size: 50, type: 'NVMe' };
    const more = { name: 'more', size: 20, type: 'NVMe', tags: { stage: 'test' } };
    const held = async (id: string) =>
      (await stack.cloud.volumes.list())
        .filter(({ instance_id: holder, is_os_volume: isOs }) => holder === id && !isOs)
        .map(({ name, size }) => `${name} ${String(size)}`)
        .sort();

    it('gets another volume and larger volumes in place, and is stopped for it only if that is allowed', async () => {
      const machine = await stack.up('instance', 'trainer', { ...MACHINE, volumes: [scratch] });
      const wanted = { ...MACHINE, volumes: [{ ...scratch, size: 70 }, more] };
      await expect(machine.update(wanted)).rejects.toThrow('Set allowShutdown: true');
      expect(await held(machine.id)).toEqual(['scratch 50']);
      await machine.update({ ...wanted, allowShutdown: true });
      expect(await held(machine.id)).toEqual(['more 20', 'scratch 70']);
      expect(machine.outputs).toMatchObject({ status: 'running' });
      expect(machine.outputs['ownVolumeIds']).toHaveLength(3);
      const tagsOfMore = async () =>
        (await stack.cloud.volumes.list())
          .find(({ name }) => name === 'more')
          ?.tags.map(({ key }) => key)
          .sort();
      // A pending tag is removed only if the volume is in state.
      expect(await tagsOfMore()).toEqual(['pulumi-pending', 'stage']);
      stack.newProcess();
      await machine.update();
      await stack.until(async () => (await tagsOfMore())?.length === 1);
      expect(await tagsOfMore()).toEqual(['stage']);
      expect(await machine.diff()).toMatchObject({ changes: false });
      await machine.refresh();
      expect(await machine.diff()).toMatchObject({ changes: false });
      await machine.delete();
      expect(await stack.cloud.volumes.list()).toEqual([]);
    });

    it('moves a volume that left the program to the trash', async () => {
      const machine = await stack.up('instance', 'trainer', { ...MACHINE, volumes: [scratch, more] });
      await machine.update({ ...MACHINE, volumes: [more], powerState: 'offline' });
      expect(await held(machine.id)).toEqual(['more 20']);
      expect((await stack.cloud.volumes.trash()).map(({ name }) => name)).toEqual(['scratch']);
      await machine.update({ ...MACHINE, powerState: 'offline', keepVolumes: true });
      expect(await held(machine.id)).toEqual([]);
      expect((await stack.cloud.volumes.list()).map(({ name }) => name)).toContain('more');
      expect(machine.outputs['ownVolumeIds']).toHaveLength(1);
    });

    it('creates a volume exactly once, whichever reply is lost', async () => {
      const machine = await stack.up('instance', 'trainer', { ...MACHINE, powerState: 'offline' });
      const wanted = { ...MACHINE, powerState: 'offline', volumes: [more] };
      const { id, inputs, outputs } = machine;
      stack.emulator.control.faults.add({
        operation: 'POST /v1/volumes',
        kind: 'reset',
        when: 'after',
        times: 1,
      });
      await machine.update(wanted);
      expect(await held(machine.id)).toEqual(['more 20']);
      // The engine was killed before it saved the state.
      Object.assign(machine, { inputs, outputs });
      stack.newProcess();
      await machine.update(wanted);
      expect(await held(id)).toEqual(['more 20']);
      await machine.delete();
      expect(await stack.cloud.volumes.list()).toEqual([]);
    });

    it('gets a volume back that somebody detached', async () => {
      const machine = await stack.up('instance', 'trainer', {
        ...MACHINE,
        volumes: [more],
        powerState: 'offline',
      });
      const [made] = (await stack.cloud.volumes.list()).filter(({ name }) => name === 'more');
      const id = made?.id ?? '';
      await stack.cloud.volumes.perform({ action: 'detach', id, instance_id: machine.id });
      stack.emulator.clock.advance(60_000);
      await machine.refresh();
      expect(machine.inputs['volumes']).toEqual([]);
      await machine.update({ ...MACHINE, volumes: [more], powerState: 'offline' });
      expect(await stack.cloud.volumes.get(id)).toMatchObject({
        status: 'attached',
        instance_id: machine.id,
      });
      expect(await stack.cloud.volumes.list()).toHaveLength(2);
    });

    it('refuses two volumes of the same name, which identifies them', async () => {
      const machine = stack.resource('instance', 'trainer', { ...MACHINE, volumes: [scratch, scratch] });
      expect(await machine.problems()).toContain(
        'volumes[1].name is already the name of volumes[0]: an inline volume is identified by its name',
      );
    });

    it('refuses at preview to shrink a volume or to change its type', async () => {
      const machine = await stack.up('instance', 'trainer', { ...MACHINE, volumes: [scratch] });
      await expect(machine.diff({ ...MACHINE, volumes: [{ ...scratch, size: 10 }] })).rejects.toThrow(
        'scratch has 50 GB and cannot become 10 GB',
      );
      await expect(
        machine.diff({ ...MACHINE, volumes: [{ ...scratch, type: 'NVMe_Shared' }] }),
      ).rejects.toThrow('scratch is of the type NVMe and cannot become NVMe_Shared');
    });
  });

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
