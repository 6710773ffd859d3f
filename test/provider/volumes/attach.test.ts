import { InProcessStack } from '../support/inProcessStack';
import { warnedBy } from '../support/warnings';

jest.mock('../../../provider/run/progress');

const DISK = { size: 50, type: 'NVMe', locationCode: 'FIN-01' };
const MACHINE = { instanceType: '1V100.6V', image: 'ubuntu-24.04', locationCode: 'FIN-01' };

describe('a volume', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start();
  });

  afterEach(async () => {
    await stack.stop();
  });

  it('cannot be deleted while a machine holds it that may not be shut down, and the error says what to do', async () => {
    const disk = await stack.up('volume', 'data', DISK);
    const machine = await stack.up('instance', 'trainer', { ...MACHINE, existingVolumes: [disk.id] });
    await expect(disk.delete()).rejects.toThrow(
      /detach it first, with existingVolumes: \[\] and allowShutdown: true.*retainOnDelete/,
    );
    await machine.update({ ...MACHINE, existingVolumes: [], allowShutdown: true });
    await disk.delete();
  });

  it('is attached and detached in place, and its machine is stopped for it only if that is allowed', async () => {
    const machine = await stack.up('instance', 'trainer', MACHINE);
    const disk = await stack.up('volume', 'data', DISK);
    const attached = { ...DISK, instanceIds: [machine.id] };
    await expect(disk.update(attached)).rejects.toThrow('Set allowShutdown: true');
    await disk.update({ ...attached, allowShutdown: true });
    expect(disk.outputs).toMatchObject({ status: 'attached', attachedTo: [machine.id] });
    const { hostname } = await stack.cloud.instances.get(machine.id);
    expect(disk.outputs['attachedMachines']).toEqual([
      { id: machine.id, hostname, status: expect.any(String) as string },
    ]);
    expect((await stack.cloud.instances.get(machine.id)).status).toBe('running');
    await disk.update({ ...DISK, instanceIds: [], allowShutdown: true });
    expect(disk.outputs).toMatchObject({ status: 'detached', attachedTo: [], attachedMachines: [] });
  });

  it.each([
    ['first', [true, false]],
    ['second', [false, true]],
  ] as const)(
    'is not attached without allowShutdown, although another one stops the machine: %s',
    async (_, allowed) => {
      const machine = await stack.up('instance', 'trainer', MACHINE);
      const volumes = allowed.map((allowShutdown, index) =>
        stack.resource('volume', `data-${String(index)}`, {
          ...DISK,
          instanceIds: [machine.id],
          allowShutdown,
        }),
      );
      const results = await Promise.allSettled(volumes.map((volume) => volume.create()));
      expect(results.map(({ status }) => status === 'fulfilled')).toEqual(allowed);
      const [refused] = results.filter((result) => result.status === 'rejected');
      expect((refused?.reason as Error).message).toContain('Set allowShutdown: true');
      const [attached] = volumes.filter((_volume, index) => allowed[index]);
      expect((await stack.cloud.volumes.get(attached?.id ?? '')).status).toBe('attached');
      expect((await stack.cloud.instances.get(machine.id)).status).toBe('running');
    },
  );

  it('is detached or replaced only if its machine may be shut down, and the preview says so', async () => {
    const machine = await stack.up('instance', 'trainer', MACHINE);
    const attached = { ...DISK, instanceIds: [machine.id] };
    const disk = await stack.up('volume', 'data', { ...attached, allowShutdown: true });
    for (const change of [{ instanceIds: [] }, { type: 'NVMe_Shared' }]) {
      const text = 'which is running: a volume can only be detached from a machine that is off.';
      expect(await warnedBy(() => disk.diff({ ...attached, ...change }))).toContain(text);
      const allowed = { ...attached, ...change, allowShutdown: true };
      expect(await warnedBy(() => disk.diff(allowed))).not.toContain(text);
    }
    expect(await warnedBy(() => disk.diff({ ...attached, size: 200 }))).not.toContain('detached');
  });

  it('is attached to several machines if it is shared, and each machine is stopped and started once', async () => {
    const machines = await Promise.all(['a', 'b'].map((name) => stack.up('instance', name, MACHINE)));
    const ids = machines.map(({ id }) => id);
    const shared = await stack.up('volume', 'shared', {
      ...DISK,
      type: 'NVMe_Shared',
      instanceIds: ids,
      allowShutdown: true,
    });
    expect([...(shared.outputs['attachedTo'] as string[])].sort()).toEqual([...ids].sort());
  });

  it('is attached to a machine that was just stopped for another volume and starts again', async () => {
    const machine = await stack.up('instance', 'trainer', MACHINE);
    const [one, other] = await Promise.all(['a', 'b'].map((name) => stack.up('volume', name, DISK)));
    const attached = { ...DISK, instanceIds: [machine.id], allowShutdown: true };
    const first = one?.update(attached);
    for (const status of ['offline', 'provisioning'])
      await stack.until(async () => (await stack.cloud.instances.get(machine.id)).status === status);
    await Promise.all([first, other?.update(attached)]);
    const held = (await stack.cloud.volumes.list()).filter(({ is_os_volume: isOs }) => !isOs);
    expect(held.map(({ instance_id: holder }) => holder)).toEqual([machine.id, machine.id]);
    expect(await stack.cloud.instances.get(machine.id)).toMatchObject({ status: 'running' });
  });
});
