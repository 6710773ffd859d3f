// Somebody renames, grows, tags, detaches or deletes a volume that is declared within a machine.
import type { TestResource } from '../support/inProcessStack';
import { InProcessStack } from '../support/inProcessStack';
import { DATA, DISK, InlineVolume, MACHINE, withVolumes } from '../support/inlineVolume';
import { warnedBy } from '../support/warnings';

jest.mock('../../../provider/run/progress');

describe('what others do with the volume of an entry', () => {
  let stack: InProcessStack;
  const inline = new InlineVolume(() => stack);
  const { start, now, detach, rename, deleteIt, changesNothing, dataVolumes } = inline;
  beforeEach(async () => {
    stack = await InProcessStack.start();
  });
  afterEach(() => stack.stop());

  const WAYS: [string, (machine: TestResource) => Promise<unknown>, RegExp | ''][] = [
    ['rename', () => rename(), ''],
    ['grow', () => stack.cloud.volumes.perform({ action: 'resize', id: inline.id, size: 30 }), ''],
    ['tag', () => stack.cloud.tags.add('volumes', inline.id, { key: 'theirs', value: '1' }), ''],
    [
      'adopt, grow, rename and tag',
      () =>
        stack.up('volume', 'disk', {
          ...{ ...DISK, name: 'disk', size: 30, adoptId: inline.id, tags: { team: 'ml' } },
        }),
      '',
    ],
    ['detach', detach, /The volume data \(.*, 10 GB\) is no longer attached .*It costs [\d.]+ usd an hour/],
    ['delete', deleteIt, /The volume data \(.*, 10 GB\) of volumes was deleted: its [\d.]+ usd an hour/],
  ];

  it.each(WAYS)('is no drift: %s', async (_how, change, warning) => {
    const machine = await start(DATA);
    const { inputs, outputs } = machine;
    await change(machine);
    const after = await dataVolumes();
    const refreshed = await warnedBy(() => machine.refresh());
    if (warning === '') expect(refreshed).toBe('');
    else {
      expect(refreshed).toMatch(warning);
      expect(refreshed).toContain(inline.id);
    }
    expect(machine.inputs['volumes']).toEqual(inputs['volumes']);
    for (const name of ['volumes', 'inlineVolumes', 'ownVolumeIds', 'hourlyCost'])
      expect(machine.outputs[name]).toEqual(outputs[name]);
    expect(await changesNothing(machine, { ...withVolumes(DATA), deletePermanently: true })).toBe('');
    expect(await dataVolumes()).toEqual(after);
  });

  it.each(WAYS)('decides what a delete finds, and `keep` what stays: %s', async (how, change) => {
    for (const keep of [false, true]) {
      const machine = await start({ ...DATA, keep });
      await change(machine);
      if (keep) await machine.refresh();
      stack.newProcess();
      await machine.delete();
      const stays = how.startsWith('adopt') || (keep && how !== 'delete');
      expect(await dataVolumes()).toHaveLength(stays ? 1 : 0);
      if (stays) await stack.cloud.volumes.delete(inline.id, { isPermanent: true });
    }
  });

  it('stays on the machine to which somebody has moved it', async () => {
    const machine = await start(DATA);
    const other = await stack.up('instance', 'other', { ...MACHINE, hostname: 'other' });
    await detach(machine);
    await stack.power(other.id, 'shutdown');
    await stack.cloud.volumes.perform({ action: 'attach', id: inline.id, instance_id: other.id });
    await stack.until(async () => (await now()).status === 'attached');
    await machine.refresh();
    await machine.delete();
    expect(await now()).toMatchObject({ status: 'attached', instance_id: other.id });
  });

  it('is no part of the data that a replacement deletes, if it is to be kept', async () => {
    const volume = { ...DATA, keep: true };
    const machine = await start(volume);
    await detach(machine);
    await machine.refresh();
    stack.newProcess();
    const wanted = { ...withVolumes(volume), instanceType: 'CPU.8V.32G' };
    const warned = await warnedBy(() => machine.diff(wanted));
    expect(warned).toContain('Replacing it deletes data');
    expect(warned).not.toContain('(10 GB) is');
    expect(warned).toContain(', 10 GB) stays. It costs ');
  });

  it('leaves `keep` with the volume if the names of two are exchanged', async () => {
    const machine = await start(DATA, {
      volumes: [DATA, { ...DATA, name: 'more', keep: true }],
      deletePermanently: true,
    });
    const more = (await stack.cloud.volumes.list()).find(({ name }) => name === 'more')?.id ?? '';
    await stack.cloud.volumes.perform({ action: 'rename', id: inline.id, name: 'other' });
    await stack.cloud.volumes.perform({ action: 'rename', id: more, name: 'data' });
    await machine.refresh();
    expect(machine.outputs['inlineVolumes']).toEqual([
      { id: inline.id, name: 'data' },
      { id: more, name: 'more' },
    ]);
    await machine.delete();
    expect((await stack.cloud.volumes.list()).map(({ id }) => id)).toEqual([more]);
  });

  it('makes it no other volume to which a new onSpotDiscontinue also applies', async () => {
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
