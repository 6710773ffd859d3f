// Volumes that are declared within a machine, and that somebody detaches, moves or renames outside of the program.
import { InProcessStack } from '../support/inProcessStack';
import { DATA, InlineVolume, MACHINE } from '../support/inlineVolume';
import { warnedBy } from '../support/warnings';

jest.mock('../../../provider/session/progress');

describe('an inline volume', () => {
  let stack: InProcessStack;
  const inline = new InlineVolume(() => stack);
  const { start, now, detach, rename } = inline;
  beforeEach(async () => {
    stack = await InProcessStack.start();
  });
  afterEach(() => stack.stop());

  const change = { detached: detach, renamed: rename };

  describe.each(['detached', 'renamed'] as const)('an inline volume that somebody has %s', (how) => {
    it.each([true, false])(
      'stays after a refresh and a destroy if it is to be kept, permanently: %s',
      async (permanently) => {
        const machine = await start({ ...DATA, keep: true }, { deletePermanently: permanently });
        await change[how](machine);
        await machine.refresh();
        await machine.delete();
        expect(await now()).toMatchObject({ status: 'detached' });
      },
    );

    it('is deleted after a refresh with its machine', async () => {
      const machine = await start(DATA);
      await change[how](machine);
      await machine.refresh();
      await machine.delete();
      expect(await now()).toMatchObject({ status: 'deleted' });
    });

    it('is no part of the data that a replacement after a refresh deletes, if it is to be kept', async () => {
      const volume = { ...DATA, keep: true };
      const machine = await start(volume);
      await change[how](machine);
      await machine.refresh();
      stack.newProcess();
      const wanted = { ...MACHINE, volumes: [volume], instanceType: 'CPU.8V.32G' };
      const warned = await warnedBy(() => machine.diff(wanted));
      expect(warned).toContain('Replacing it deletes data');
      expect(warned).not.toContain('(10 GB) is');
      expect(warned).toContain(', 10 GB) stays. It costs ');
    });

    it.each([true, false])(
      'is deleted if the program leaves it out, after a refresh: %s',
      async (refreshes) => {
        const machine = await start(DATA);
        await change[how](machine);
        if (refreshes) await machine.refresh();
        stack.newProcess();
        const wanted = { ...MACHINE, volumes: [] };
        const warned = await warnedBy(() => machine.diff(wanted));
        const end = how === 'detached' ? 'deleted' : 'detached and deleted';
        expect(warned).toContain(`data (10 GB) will be ${end} with its data`);
        await machine.update(wanted);
        expect(await now()).toMatchObject({ status: 'deleted' });
        expect(machine.outputs).not.toHaveProperty('inlineVolumes');
        stack.newProcess();
        expect(await machine.diff(wanted)).toMatchObject({ changes: false });
      },
    );

    it('is not created a second time', async () => {
      const args = { ...MACHINE, volumes: [DATA] };
      const machine = await start(DATA);
      await change[how](machine);
      await machine.refresh();
      await machine.update(args);
      await machine.update({ ...args, volumes: [{ ...DATA, size: 20 }] });
      expect(await now()).toMatchObject({ status: 'attached', size: 20 });
      const data = (await stack.cloud.volumes.list()).filter(({ is_os_volume: isOs }) => !isOs);
      expect(data.map((volume) => volume.id)).toEqual([inline.id]);
    });
  });

  it('stays detached if the program ignores changes of volumes', async () => {
    const machine = await start(DATA);
    await detach(machine);
    await machine.refresh();
    stack.newProcess();
    // The engine passes the inputs in state for an ignored property.
    const ignoring = { ...MACHINE, volumes: machine.inputs['volumes'], __ignoreChanges: ['volumes'] };
    expect(await machine.diff(ignoring)).toMatchObject({ changes: false });
    await machine.update({ ...ignoring, tags: { team: 'ml' } });
    expect(await now()).toMatchObject({ status: 'detached' });
    expect(machine.outputs['inlineVolumes']).toMatchObject([{ id: inline.id, name: 'data' }]);
  });

  it('fails no refresh if it is detached and the machine must not be shut down', async () => {
    const machine = await start(DATA, { allowShutdown: false });
    await detach(machine);
    await machine.refresh();
    expect(await warnedBy(() => machine.refresh())).not.toContain('deleted');
  });

  it.each([true, false])(
    'needs no shutdown if it is detached and the program leaves it out, kept: %s',
    async (isKept) => {
      const machine = await start({ ...DATA, keep: isKept });
      await detach(machine);
      await machine.refresh();
      stack.newProcess();
      const wanted = { ...MACHINE, allowShutdown: false, volumes: [] };
      const warned = await warnedBy(() => machine.diff(wanted));
      expect(warned).toContain(
        isKept ? 'data (10 GB) stays detached, and is billed.' : 'data (10 GB) will be deleted with its data',
      );
      expect(warned).not.toContain('shut down');
      await machine.update(wanted);
      expect(await now()).toMatchObject({ status: isKept ? 'detached' : 'deleted' });
      expect(await stack.cloud.instances.get(machine.id)).toMatchObject({ status: 'running' });
    },
  );

  it('is not named again if a failed update has removed it', async () => {
    const machine = await stack.up('instance', 'trainer', {
      ...MACHINE,
      volumes: [DATA, { ...DATA, name: 'more' }],
    });
    await inline.find();
    stack.emulator.control.faults.add({ operation: 'PUT /v1/volumes', kind: 'status', status: 402, skip: 2 });
    const wanted = { ...MACHINE, volumes: [] };
    await expect(machine.update(wanted)).rejects.toThrow('402');
    stack.emulator.control.faults.clear();
    expect(await now()).toMatchObject({ status: 'deleted' });
    stack.newProcess();
    const warned = await warnedBy(() => machine.diff(wanted));
    expect(warned).toContain('more (10 GB) will be detached');
    expect(warned).not.toContain('data (10 GB)');
  });

  it('stays on another machine that holds it if the program leaves it out', async () => {
    const machine = await start(DATA);
    const other = await stack.up('instance', 'other', { ...MACHINE, hostname: 'other' });
    await detach(machine);
    await stack.power(other.id, 'shutdown');
    await stack.cloud.volumes.perform({ action: 'attach', id: inline.id, instance_id: other.id });
    await stack.until(async () => (await now()).status === 'attached');
    await machine.refresh();
    const wanted = { ...MACHINE, allowShutdown: false, volumes: [] };
    const announced = await warnedBy(() => machine.diff(wanted));
    expect(announced).not.toContain('deleted');
    expect(announced).toContain(`stays as it is: the instance ${other.id} holds it`);
    expect(await warnedBy(() => machine.update({ ...wanted, allowShutdown: true }))).toContain(
      `the instance ${other.id} holds it`,
    );
    expect(await now()).toMatchObject({ status: 'attached', instance_id: other.id });
    stack.newProcess();
    expect(await machine.diff({ ...wanted, allowShutdown: true })).toMatchObject({ changes: false });
  });
});
