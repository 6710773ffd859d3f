import { volume } from '../../../provider';
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

  it('is detached when it is created, has a mount command, and the next preview is empty', async () => {
    const disk = await stack.up('volume', 'data', { ...DISK, tags: { Team: 'ml', shared: '' } });
    expect(disk.outputs).toMatchObject({ status: 'detached', currency: 'usd' });
    expect(await disk.diff()).toMatchObject({ changes: false });
    await disk.refresh();
    expect(disk.inputs['tags']).toEqual({ Team: 'ml', shared: '' });
    expect(await disk.diff()).toMatchObject({ changes: false });
  });

  it('is not ordered before the owner of its stack exists, and the message names the missing target', async () => {
    await expect(stack.up('volume', 'data', { ...DISK, __owner: undefined })).rejects.toThrow(
      /"owner" must be created first.*--target 'urn:pulumi:dev::test::\S+Owner::owner'/,
    );
    expect(await stack.cloud.volumes.list()).toEqual([]);
  });

  it('is refused if its automatic name is too long, and the message says where the name comes from', async () => {
    const disk = stack.resource('volume', 'x'.repeat(250), DISK);
    expect(await disk.problems()).toEqual([
      expect.stringMatching(
        /^name has 258 characters; at most 255 are allowed; it comes from the name of the resource in the program: change that name, or set name$/,
      ),
    ]);
    const named = stack.resource('volume', 'x'.repeat(250), { ...DISK, name: 'x'.repeat(256) });
    expect(await named.problems()).toEqual(['name has 256 characters; at most 255 are allowed']);
  });

  it('does not get a tag whose value is null, as programs in Python may give it', async () => {
    const args = { ...DISK, tags: { team: 'ml', owner: null } };
    const disk = await stack.up('volume', 'data', args);
    const keys = async () => (await stack.cloud.volumes.get(disk.id)).tags.map(({ key }) => key);
    expect(await keys()).not.toContain('owner');
    await disk.refresh();
    expect(await disk.diff()).toMatchObject({ changes: false });
    await stack.cloud.tags.add('volumes', disk.id, { key: 'owner', value: 'somebody' });
    await disk.refresh();
    expect(await disk.diff()).toMatchObject({ changes: false });
  });

  it('gets no new default tags if the program ignores changes of its tags, or of everything', async () => {
    const setDefaults = (tags: object) => {
      stack.configure({ 'cloudCompute:defaultTags': JSON.stringify(tags) });
      stack.newProcess();
    };
    setDefaults({ owner: 'vision' });
    const disk = await stack.up('volume', 'data', { ...DISK, tags: { team: 'ml' } });
    setDefaults({ owner: 'vision', cost: '42' });
    // The engine has put the old inputs in the place of those of the program.
    const { name, tags } = disk.inputs;
    const ignored = { ...DISK, name, tags };
    expect(await disk.diff(ignored)).toMatchObject({ changes: true });
    expect(await disk.diff({ ...ignored, __ignoreChanges: ['tags'] })).toMatchObject({ changes: false });
    const { inputs } = await volume.check(disk.inputs, disk.inputs);
    expect(inputs['tags']).toEqual({ owner: 'vision', team: 'ml' });
    const other = await stack.up('volume', 'other', { ...DISK, __ignoreChanges: ['tags'] });
    expect(other.inputs).toMatchObject({ tags: { owner: 'vision', cost: '42' } });
    expect(other.inputs).not.toHaveProperty('__ignoreChanges');
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

  it('is refused at preview with all wrong keys of its tags', async () => {
    const disk = stack.resource('volume', 'data', { ...DISK, tags: { '': 'x', 'pulumi-pending': 'y' } });
    expect(await disk.problems()).toEqual([
      'tags[""] is not a tag key: it must have 1 to 63 characters',
      'tags["pulumi-pending"] is reserved for this package: choose another one',
    ]);
  });

  it('may be smaller after a replacement', async () => {
    const disk = await stack.up('volume', 'data', DISK);
    const other = { ...DISK, type: 'NVMe_Shared', size: DISK.size - 10 };
    expect(await disk.diff(other)).toMatchObject({ changes: true, replaces: ['type'] });
  });

  it('is renamed and grown in place, and refuses to shrink at preview', async () => {
    const disk = await stack.up('volume', 'data', { ...DISK, name: 'data' });
    await disk.update({ ...DISK, name: 'results', size: 80 });
    expect(await stack.cloud.volumes.get(disk.id)).toMatchObject({ name: 'results', size: 80 });
    await expect(disk.diff({ ...DISK, name: 'results', size: 20 })).rejects.toThrow('a volume only grows');
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

  it('is created as a copy of another volume, also in another location', async () => {
    const source = await stack.up('volume', 'source', DISK);
    const copy = await stack.up('volume', 'copy', {
      ...DISK,
      name: 'copy',
      locationCode: 'FIN-02',
      tags: { of: 'source' },
      sourceVolumeId: source.id,
    });
    expect(await stack.cloud.volumes.get(copy.id)).toMatchObject({
      name: 'copy',
      location: 'FIN-02',
      status: 'detached',
    });
    expect(copy.id).not.toBe(source.id);
    expect(await copy.diff()).toMatchObject({ changes: false });
  });

  it('is cancelled as a copy after the timeout, and nothing of it stays', async () => {
    const source = await stack.up('volume', 'source', { ...DISK, name: 'source' });
    stack.emulator.control.faults.add({ kind: 'stuck', status: 'cloning', action: 'clone' });
    const copy = stack.resource('volume', 'copy', {
      ...{ ...DISK, name: 'copy', sourceVolumeId: source.id, __timeouts: { create: '5m' } },
    });
    await expect(copy.create()).rejects.toThrow(
      /^The copy of the volume \S+ was still under way after .+\. It was cancelled, .*customTimeouts/,
    );
    expect(copy.id).toBe('');
    const statuses = (await stack.cloud.volumes.list()).map(({ status }) => status);
    expect(statuses.sort()).toEqual(['canceled', 'detached']);
  });

  it('is cancelled as a copy when the engine exits', async () => {
    const source = await stack.up('volume', 'source', { ...DISK, name: 'source' });
    stack.emulator.clock.freeze();
    const made = stack.resource('volume', 'copy', { ...DISK, sourceVolumeId: source.id }).create();
    const failed = expect(made).rejects.toThrow('It was cancelled');
    const hasStatus = (word: string) => async () =>
      (await stack.cloud.volumes.list()).some(({ status }) => status === word);
    await stack.until(hasStatus('cloning'));
    stack.loseEngine();
    await failed;
    expect(await hasStatus('canceling')()).toBe(true);
  });

  it('is copied once another resource of the run has attached it', async () => {
    const source = await stack.up('volume', 'source', { ...DISK, name: 'source' });
    const machine = {
      ...{ hostname: 'trainer', instanceType: 'CPU.4V.16G', image: 'ubuntu-24.04', locationCode: 'FIN-01' },
      existingVolumes: [source.id],
    };
    const creating = stack.up('instance', 'trainer', machine);
    await stack.until(async () => (await stack.cloud.volumes.get(source.id)).status === 'attaching');
    const copy = await stack.up('volume', 'copy', { ...DISK, name: 'copy', sourceVolumeId: source.id });
    expect(await stack.cloud.volumes.get(copy.id)).toMatchObject({ name: 'copy', status: 'detached' });
    await creating;
    expect((await stack.cloud.volumes.get(source.id)).status).toBe('attached');
  });

  it('is deleted once a copy that somebody makes of it is ready', async () => {
    const source = await stack.up('volume', 'source', { ...DISK, name: 'source' });
    await stack.cloud.volumes.clone({ id: source.id, name: 'copy' });
    await source.delete();
    const left = (await stack.cloud.volumes.list()).map(({ name, status }) => [name, status]);
    expect(left).toEqual([['copy', 'detached']]);
  });

  it('is moved to the trash, and can be restored', async () => {
    const disk = await stack.up('volume', 'data', { ...DISK, name: 'data' });
    await disk.delete();
    expect(await stack.cloud.volumes.list()).toEqual([]);
    const back = await stack.up('volume', 'data', { ...DISK, name: 'data', restoreVolumeId: disk.id });
    expect(back.id).toBe(disk.id);
    expect(back.outputs).toMatchObject({ status: 'detached' });
  });

  it('is restored once it is in the trash, if it is still being deleted', async () => {
    const disk = await stack.up('volume', 'data', { ...DISK, name: 'data' });
    await stack.cloud.volumes.delete(disk.id);
    expect((await stack.cloud.volumes.get(disk.id)).status).toBe('deleting');
    stack.newProcess();
    const back = await stack.up('volume', 'archive', { ...DISK, restoreVolumeId: disk.id });
    expect([back.id, back.outputs['status']]).toEqual([disk.id, 'detached']);
  });

  it('is deleted permanently on request', async () => {
    const disk = await stack.up('volume', 'data', { ...DISK, deletePermanently: true });
    await disk.delete();
    expect(await stack.cloud.volumes.trash()).toEqual([]);
  });

  it('is gone after a refresh when somebody moved it to the trash', async () => {
    const disk = await stack.up('volume', 'data', DISK);
    await stack.cloud.volumes.delete(disk.id);
    stack.emulator.clock.advance(60_000);
    expect(await disk.refresh()).toBe(false);
  });

  it('is adopted by its id when it matches the program, and refused otherwise', async () => {
    const id = await stack.cloud.volumes.create({
      name: 'theirs',
      size: 50,
      type: 'NVMe',
      location_code: 'FIN-01',
    });
    stack.emulator.clock.advance(60_000);
    await expect(stack.up('volume', 'data', { ...DISK, size: 20, adoptId: id })).rejects.toThrow('has 50 GB');
    const disk = await stack.up('volume', 'data', { ...DISK, name: 'ours', adoptId: id });
    expect(disk.id).toBe(id);
    expect(await stack.cloud.volumes.get(id)).toMatchObject({ name: 'ours' });
    expect(await disk.diff()).toMatchObject({ changes: false });
  });
});
