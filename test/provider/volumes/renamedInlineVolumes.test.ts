// Volumes that are declared within a machine, and whose names the program and somebody else change.
import { InProcessStack } from '../support/inProcessStack';
import type { TestResource } from '../support/inProcessStack';
import type { Args } from '../support/inlineVolume';
import { DATA, InlineVolume, MACHINE } from '../support/inlineVolume';
import { warnedBy } from '../support/warnings';

jest.mock('../../../provider/session/progress');

describe('an inline volume', () => {
  let stack: InProcessStack;
  const inline = new InlineVolume(() => stack);
  const { start, now, rename } = inline;
  beforeEach(async () => {
    stack = await InProcessStack.start();
  });
  afterEach(() => stack.stop());

  it('stays if the program names it as somebody has renamed it', async () => {
    const machine = await start(DATA);
    await rename();
    const wanted = { ...MACHINE, volumes: [{ ...DATA, name: 'theirs' }] };
    stack.newProcess();
    expect(await warnedBy(() => machine.diff(wanted))).not.toMatch(/created|deleted/);
    await machine.update(wanted);
    expect(await now()).toMatchObject({ status: 'attached', name: 'theirs' });
    expect(machine.outputs['inlineVolumes']).toMatchObject([{ id: inline.id, name: 'theirs' }]);
    const data = (await stack.cloud.volumes.list()).filter(({ is_os_volume: isOs }) => !isOs);
    expect(data).toHaveLength(1);
    stack.newProcess();
    expect(await machine.diff(wanted)).toMatchObject({ changes: false });
  });

  const idOf = async (wanted: string) =>
    (await stack.cloud.volumes.list()).find(({ name }) => name === wanted)?.id ?? '';
  const renameTo = (volume: string, name: string) =>
    stack.cloud.volumes.perform({ action: 'rename', id: volume, name });
  const dataVolumes = async () => {
    const all = (await stack.cloud.volumes.list()).filter(({ is_os_volume: isOs }) => !isOs);
    return Object.fromEntries(all.map((volume) => [volume.name, volume.id]));
  };

  it('stays if it got the name of another one and the program follows all names', async () => {
    const machine = await stack.up('instance', 'trainer', {
      ...MACHINE,
      volumes: [DATA, { ...DATA, name: 'more' }],
    });
    const [data, more] = [await idOf('data'), await idOf('more')];
    await renameTo(more, 'other');
    await renameTo(data, 'more');
    stack.newProcess();
    const wanted = {
      ...MACHINE,
      volumes: [
        { ...DATA, name: 'more' },
        { ...DATA, name: 'other' },
      ],
    };
    expect(await warnedBy(() => machine.diff(wanted))).not.toMatch(/created|deleted/);
    await machine.update(wanted);
    expect(await dataVolumes()).toEqual({ more: data, other: more });
    expect(machine.outputs['inlineVolumes']).toMatchObject([
      { id: data, name: 'more' },
      { id: more, name: 'other' },
    ]);
    stack.newProcess();
    expect(await machine.diff(wanted)).toMatchObject({ changes: false });
  });

  it('keeps its size and its type in the comparison if the program follows its name', async () => {
    const volumes = [DATA, { ...DATA, name: 'more', size: 500 }];
    const machine = await stack.up('instance', 'trainer', { ...MACHINE, volumes });
    const [data, more] = [await idOf('data'), await idOf('more')];
    await renameTo(more, 'other');
    await renameTo(data, 'more');
    stack.newProcess();
    const named = (one: object, other: object) => ({
      ...MACHINE,
      volumes: [
        { ...DATA, name: 'more', ...one },
        { ...DATA, name: 'other', size: 500, ...other },
      ],
    });
    expect(await machine.diff(named({}, {}))).not.toHaveProperty('refusal');
    for (const [wanted, refusal] of [
      [named({}, { size: 400 }), 'more has 500 GB and cannot become 400 GB'],
      [named({ type: 'NVMe_Shared' }, {}), 'data is of the type NVMe and cannot become NVMe_Shared'],
    ] as const)
      await expect(machine.diff(wanted)).rejects.toThrow(refusal);
    await machine.update(named({}, {}));
    expect(await dataVolumes()).toEqual({ more: data, other: more });
  });

  it('keeps its name while the program follows the rename of another one', async () => {
    const sizes = { d: 10, e: 40, f: 10 };
    const named = (all: Record<string, number>) => ({
      ...MACHINE,
      volumes: Object.entries(all).map(([name, size]) => ({ ...DATA, name, size })),
    });
    const machine = await stack.up('instance', 'trainer', named(sizes));
    const [d, e, f] = [await idOf('d'), await idOf('e'), await idOf('f')];
    for (const [volume, name] of [
      [d, 'x'],
      [e, 'd'],
      [d, 'e'],
      [f, 'g'],
    ] as const)
      await renameTo(volume, name);
    stack.newProcess();
    await machine.update(named({ d: 10, e: 40, g: 10 }));
    expect((await stack.cloud.volumes.get(d)).size).toBe(10);
    expect(machine.outputs['inlineVolumes']).toMatchObject([
      { id: d, name: 'd' },
      { id: e, name: 'e' },
      { id: f, name: 'g' },
    ]);
  });

  it('stays if the program keeps it under its new name and the same run replaces the machine', async () => {
    const machine = await start(DATA);
    await rename();
    stack.newProcess();
    const wanted = { ...MACHINE, hostname: 'other', volumes: [{ ...DATA, name: 'theirs', keep: true }] };
    expect(await warnedBy(() => machine.diff(wanted))).toMatch(
      /The volume theirs \(\S+, 10 GB\) stays\. It costs /,
    );
    await machine.delete();
    expect(await now()).toMatchObject({ status: 'detached' });
  });

  const refuseTags = async (update: () => Promise<void>) => {
    const fault = { kind: 'status', status: 403, operation: 'createVolumeTag', times: 'always' } as const;
    stack.emulator.control.faults.add(fault);
    await expect(update()).rejects.toThrow('403');
    stack.emulator.control.faults.clear();
    stack.newProcess();
  };

  it('stays if it is to be kept, although an update that follows renames has failed', async () => {
    const volumes = [
      { ...DATA, keep: true },
      { ...DATA, name: 'more', keep: true },
    ];
    const machine = await stack.up('instance', 'trainer', { ...MACHINE, deletePermanently: true, volumes });
    const [data, more] = [await idOf('data'), await idOf('more')];
    await renameTo(more, 'other');
    await renameTo(data, 'more');
    stack.newProcess();
    const followed = [
      { ...DATA, name: 'more', keep: true },
      { ...DATA, name: 'other', keep: true, tags: { team: 'ml' } },
    ];
    await refuseTags(() => machine.update({ ...MACHINE, deletePermanently: true, volumes: followed }));
    await machine.refresh();
    await machine.delete();
    for (const volume of [data, more])
      expect(await stack.cloud.volumes.get(volume)).toMatchObject({ status: 'detached' });
  });

  it('is no other volume after a failed update that followed its name', async () => {
    const machine = await start(DATA);
    await rename();
    stack.newProcess();
    const followed = { ...DATA, name: 'theirs', size: 20, tags: { team: 'ml' } };
    const wanted = { ...MACHINE, allowShutdown: false, volumes: [followed] };
    await refuseTags(() => machine.update(wanted));
    expect(await warnedBy(() => machine.diff(wanted))).not.toMatch(/deleted|detached/);
    await machine.update(wanted);
    expect(await now()).toMatchObject({ status: 'attached', size: 20, name: 'theirs' });
    stack.newProcess();
    expect(await machine.diff(wanted)).toMatchObject({ changes: false });
  });

  describe('an inline volume that a failed update has created', () => {
    const volumes = [DATA, { ...DATA, name: 'kept', keep: true }, { ...DATA, name: 'more' }];

    async function failToAdd(args: Args): Promise<TestResource> {
      const machine = await start(DATA, args);
      const fault = {
        kind: 'status',
        status: 403,
        operation: 'createVolume',
        times: 'always',
        skip: 1,
      } as const;
      stack.emulator.control.faults.add(fault);
      await expect(machine.update({ ...MACHINE, ...args, volumes })).rejects.toThrow('403');
      stack.emulator.control.faults.clear();
      await renameTo(await idOf('kept'), 'theirs');
      stack.newProcess();
      return machine;
    }

    it('is not created again if somebody renames it', async () => {
      const machine = await failToAdd({});
      await machine.update({ ...MACHINE, volumes });
      expect(Object.keys(await dataVolumes()).sort()).toEqual(['data', 'more', 'theirs']);
    });

    it('stays after a refresh and a destroy if it is to be kept', async () => {
      const machine = await failToAdd({ deletePermanently: true });
      const theirs = await idOf('theirs');
      await machine.refresh();
      await machine.delete();
      expect(await stack.cloud.volumes.get(theirs)).toMatchObject({ status: 'detached' });
    });
  });

  it('is still the volume that the program leaves out if it has got the name of another one', async () => {
    const [data, more] = [DATA, { ...DATA, name: 'more', keep: true }];
    const machine = await stack.up('instance', 'trainer', { ...MACHINE, volumes: [data, more] });
    const [dataId, moreId] = [await idOf('data'), await idOf('more')];
    await renameTo(dataId, 'old');
    await renameTo(moreId, 'data');
    stack.newProcess();
    const wanted = { ...MACHINE, volumes: [{ ...data, size: 20 }] };
    expect(await warnedBy(() => machine.diff(wanted))).toContain(
      'more (10 GB) will be detached, and stays billed',
    );
    await machine.update(wanted);
    expect(await stack.cloud.volumes.get(dataId)).toMatchObject({ status: 'attached', size: 20 });
    expect(await stack.cloud.volumes.get(moreId)).toMatchObject({ status: 'detached', size: 10 });
    expect(machine.outputs['inlineVolumes']).toMatchObject([{ id: dataId, name: 'data', size: 20 }]);
  });

  it('is no other volume to which a new onSpotDiscontinue also applies if somebody has renamed it', async () => {
    const volume = { ...DATA, onSpotDiscontinue: 'move_to_trash' };
    const spot = (policy: string) => ({
      isSpot: true,
      osVolume: { name: 'os', size: 60, onSpotDiscontinue: policy },
    });
    const machine = await start(volume, spot('delete_permanently'));
    await rename();
    stack.newProcess();
    const wanted = { ...MACHINE, ...spot('move_to_trash'), volumes: [volume] };
    const warned = await warnedBy(() => machine.diff(wanted));
    expect(warned).not.toContain('will also apply');
  });
});
