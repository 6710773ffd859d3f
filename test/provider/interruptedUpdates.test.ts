// A run is killed while it changes something in place, and the program is then as before: state and program are equal,
// and the cloud is not.
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { InProcessStack } from './inProcessStack';
import type { TestResource } from './inProcessStack';
import { warnedBy } from './warnings';
import { currentSession } from '../../provider/session/session';

jest.mock('../../provider/session/progress');

type Args = Record<string, unknown>;

const VOLUME = { name: 'data', size: 10, type: 'NVMe', locationCode: 'FIN-01', tags: { team: 'ml' } };
const MACHINE = {
  ...{ hostname: 'trainer', instanceType: 'CPU.4V.16G', image: 'ubuntu-24.04', locationCode: 'FIN-01' },
  ...{ allowShutdown: true, powerState: 'running', volumes: [{ name: 'scratch', size: 10, type: 'NVMe' }] },
};

describe('an update of a killed run', () => {
  let stack: InProcessStack;
  beforeEach(async () => {
    stack = await InProcessStack.start();
    await stack.useHome();
  });
  afterEach(() => stack.stop());

  const folder = () => path.join(String(stack.environment['PULUMI_HOME']), 'cloud-compute');
  const notes = () => readdirSync(folder()).filter((name) => name.startsWith('update.'));

  /** The process of the run has ended: its notes get the id of such a process. */
  function endProcess(): void {
    expect(notes()).not.toEqual([]);
    const { pid } = spawnSync(process.execPath, ['--version']);
    for (const name of notes()) {
      const file = path.join(folder(), name);
      writeFileSync(file, readFileSync(file, 'utf8').replace(/ \d+/, ` ${String(pid)}`));
    }
    stack.newProcess();
  }

  /** Applies an update whose reply the engine does not see: its state stays as it is. */
  async function kill(resource: TestResource, args: Args): Promise<void> {
    await resource.copy().update(args);
    endProcess();
  }

  /** The next `up`, with the program of before. Returns what it warns of. */
  async function apply(resource: TestResource, args: Args): Promise<string> {
    const text = await warnedBy(async () => {
      expect(await resource.diff(args)).toMatchObject({ changes: true, replaces: [] });
    });
    await resource.update(args);
    expect(notes()).toEqual([]);
    stack.newProcess();
    expect(await resource.diff(args)).toMatchObject({ changes: false });
    return text;
  }

  const volumeOf = ({ id }: TestResource) => stack.cloud.volumes.get(id);

  async function shown(volume: TestResource): Promise<unknown> {
    const { name, tags } = await volumeOf(volume);
    const visible = tags.filter(({ key }) => key !== 'pulumi-pending');
    return { name, tags: visible.map(({ key, value }) => `${key}=${value}`).sort() };
  }

  it.each([
    ['name', { name: 'renamed' }],
    ['tags', { tags: { team: 'ml', stage: 'prod' } }],
    ['tags', { tags: { Team: 'other' } }],
    ['tags', { tags: {} }],
  ])('that is reverted is found by the next run: %s, %j', async (property, change) => {
    const volume = await stack.up('volume', 'data', VOLUME);
    const before = await shown(volume);
    await kill(volume, { ...VOLUME, ...change });
    expect(await shown(volume)).not.toEqual(before);
    expect(await apply(volume, VOLUME)).toContain(
      `was about to change ${property}, where the cloud differs from the program now: this run changes it back.`,
    );
    expect(await shown(volume)).toEqual(before);
  });

  it('that the cloud has refused leaves alone what others change afterwards', async () => {
    const volume = await stack.up('volume', 'data', VOLUME);
    const fault = { kind: 'status', status: 403, operation: 'createVolumeTag', times: 'always' } as const;
    stack.emulator.control.faults.add(fault);
    const wanted = { ...VOLUME, tags: { team: 'ml', stage: 'prod' } };
    await expect(volume.update(wanted)).rejects.toThrow('403');
    stack.emulator.control.faults.clear();
    expect(notes()).toEqual([]);
    await stack.cloud.tags.add('volumes', volume.id, { key: 'stage', value: 'theirs' });
    stack.newProcess();
    expect(await volume.diff(VOLUME)).toMatchObject({ changes: false });
    expect(await shown(volume)).toEqual({ name: 'data', tags: ['stage=theirs', 'team=ml'] });
  });

  it.each([
    ['another change', 'PUT /v1/volumes', { size: 20 }],
    ['the removal of another tag', 'deleteVolumeTag', {}],
    ['another change, without tags in state', 'PUT /v1/volumes', { size: 20, tags: undefined }],
  ])('leaves alone a tag that somebody had set before %s was refused', async (_, operation, change) => {
    const { tags: _tags, ...bare } = VOLUME;
    const program = 'tags' in change ? bare : VOLUME;
    const volume = await stack.up('volume', 'data', program);
    await stack.cloud.tags.add('volumes', volume.id, { key: 'stage', value: 'theirs' });
    stack.newProcess();
    stack.emulator.control.faults.add({ kind: 'status', status: 403, operation, times: 'always' });
    await expect(volume.update({ ...program, ...change, tags: { stage: 'prod' } })).rejects.toThrow('403');
    stack.emulator.control.faults.clear();
    expect(notes()).toEqual([]);
    stack.newProcess();
    expect(await volume.diff(program)).toMatchObject({ changes: false });
  });

  it('leaves alone a volume that somebody had attached before a change was refused', async () => {
    const one = await stack.up('volume', 'one', { ...VOLUME, name: 'one' });
    const program = { ...MACHINE, powerState: 'offline', existingVolumes: [], tags: { team: 'ml' } };
    const machine = await stack.up('instance', 'trainer', program);
    await stack.cloud.volumes.perform({ action: 'attach', id: one.id, instance_id: machine.id });
    await stack.until(async () => (await volumeOf(one)).status === 'attached');
    stack.newProcess();
    const refused = { kind: 'status', status: 403, operation: 'createInstanceTag', times: 'always' } as const;
    stack.emulator.control.faults.add(refused);
    const wanted = { ...program, existingVolumes: [one.id], tags: { team: 'ml', stage: 'prod' } };
    await expect(machine.update(wanted)).rejects.toThrow('403');
    stack.emulator.control.faults.clear();
    expect(notes()).toEqual([]);
    stack.newProcess();
    expect(await machine.diff(program)).toMatchObject({ changes: false });
  });

  it.each([402, undefined])(
    'is still noted after an update of the next run, if reads may lag behind: refused with %s',
    async (status) => {
      const volume = await stack.up('volume', 'data', VOLUME);
      await kill(volume, { ...VOLUME, name: 'renamed' });
      const rename = (name: string) => stack.cloud.volumes.perform({ action: 'rename', id: volume.id, name });
      await rename('data');
      await stack.clock.sleep(1_000_000);
      for (const operation of ['listVolumes', 'getVolume'])
        stack.emulator.control.faults.add({ kind: 'lag', operation, seconds: 9, times: 'always' });
      await stack.cloud.volumes.list();
      // The request of the killed run arrives now.
      await rename('renamed');
      let program: Args = { ...VOLUME, deletePermanently: true };
      if (status === undefined) await volume.update(program);
      else {
        const refused = { kind: 'status', status, operation: 'PUT /v1/volumes', times: 'always' } as const;
        stack.emulator.control.faults.add(refused);
        await expect(volume.update({ ...VOLUME, size: 20 })).rejects.toThrow(String(status));
        program = VOLUME;
      }
      stack.emulator.control.faults.clear();
      await stack.clock.sleep(20_000);
      endProcess();
      expect(await volume.diff(program)).toMatchObject({ changes: true });
      await volume.update(program);
      expect(await shown(volume)).toMatchObject({ name: 'data' });
    },
  );

  it.each([false, true])(
    'that the cloud has refused in part is reverted as far as it went, reads lag: %s',
    async (lags) => {
      const volume = await stack.up('volume', 'data', VOLUME);
      for (const operation of lags ? ['listVolumes', 'getVolume'] : [])
        stack.emulator.control.faults.add({ kind: 'lag', operation, seconds: 1, times: 'always' });
      const fault = {
        kind: 'status',
        status: 403,
        operation: 'createVolumeTag',
        times: 'always',
        skip: 1,
      } as const;
      stack.emulator.control.faults.add(fault);
      const wanted = { ...VOLUME, tags: { team: 'ml', first: 'a', second: 'b' } };
      await expect(volume.update(wanted)).rejects.toThrow('403');
      stack.emulator.control.faults.clear();
      endProcess();
      await stack.cloud.tags.add('volumes', volume.id, { key: 'second', value: 'theirs' });
      await apply(volume, VOLUME);
      expect(await shown(volume)).toEqual({ name: 'data', tags: ['second=theirs', 'team=ml'] });
    },
  );

  it('leaves tags of somebody else alone', async () => {
    const volume = await stack.up('volume', 'data', VOLUME);
    await kill(volume, { ...VOLUME, tags: { stage: 'prod' } });
    await stack.cloud.tags.add('volumes', volume.id, { key: 'theirs', value: '' });
    await apply(volume, VOLUME);
    expect(await shown(volume)).toEqual({ name: 'data', tags: ['team=ml', 'theirs='] });
  });

  it('loses its tags if the program now has others', async () => {
    const volume = await stack.up('volume', 'data', VOLUME);
    await kill(volume, { ...VOLUME, tags: { team: 'ml', stage: 'prod' } });
    const wanted = { ...VOLUME, tags: { team: 'ml', cost: 'low' } };
    await volume.update(wanted);
    const keys = (await volumeOf(volume)).tags.map(({ key }) => key);
    expect(keys).toEqual(expect.arrayContaining(['cost', 'team']));
    expect(keys).not.toContain('stage');
  });

  it('that cannot be reverted fails the preview', async () => {
    const volume = await stack.up('volume', 'data', VOLUME);
    await kill(volume, { ...VOLUME, size: 20 });
    await expect(volume.diff(VOLUME)).rejects.toThrow('it has 20 GB and cannot become 10 GB');
    expect(await volume.diff({ ...VOLUME, size: 20 })).toMatchObject({ changes: true });
  });

  it('that grew a volume: a program with a size in between fails the preview, a larger size is applied', async () => {
    const volume = await stack.up('volume', 'data', VOLUME);
    await kill(volume, { ...VOLUME, size: 20 });
    await expect(volume.diff({ ...VOLUME, size: 15 })).rejects.toThrow(
      'it has 20 GB and cannot become 15 GB',
    );
    const larger = { ...VOLUME, size: 30 };
    expect(await warnedBy(() => volume.diff(larger))).not.toContain('changes it back');
    await volume.update(larger);
    expect(await volumeOf(volume)).toMatchObject({ size: 30 });
  });

  it.each([['tags'], ['*']])('is reverted in place, whatever replaceOnChanges names: %s', async (path) => {
    const machine = await stack.up('instance', 'trainer', { ...MACHINE, tags: { team: 'ml' } });
    await kill(machine, { ...MACHINE, tags: { team: 'other' } });
    await apply(machine, { ...MACHINE, tags: { team: 'ml' }, __replaceOn: [path] });
    expect((await stack.cloud.instances.get(machine.id)).tags).toContainEqual(
      expect.objectContaining({ key: 'team', value: 'ml' }),
    );
  });

  it('of a tag with a long key is reverted', async () => {
    const machine = await stack.up('instance', 'trainer', MACHINE);
    const args = { resourceId: machine.id, resourceType: 'instance', key: '名'.repeat(63), value: 'a' };
    const tag = await stack.up('tag', 'team', args);
    await kill(tag, { ...args, value: 'b' });
    await apply(tag, args);
    expect((await stack.cloud.instances.get(machine.id)).tags).toContainEqual(
      expect.objectContaining({ key: args.key, value: 'a' }),
    );
  });

  describe('of inline volumes', () => {
    const inline = (change: object) => ({
      ...MACHINE,
      volumes: [{ name: 'scratch', size: 10, type: 'NVMe', ...change }],
    });
    const tagsOfInline = async () => {
      const volume = (await stack.cloud.volumes.list()).find(({ name }) => name === 'scratch');
      const visible = (volume?.tags ?? []).filter(({ key }) => key !== 'pulumi-pending');
      return visible.map(({ key, value }) => `${key}=${value}`).sort();
    };

    it.each([[{ tags: { x: '1' } }], [{}]])('that changed their tags is reverted: %j', async (before) => {
      const machine = await stack.up('instance', 'trainer', inline(before));
      const tags = await tagsOfInline();
      await kill(machine, inline({ tags: { x: '2', y: '1' } }));
      expect(await tagsOfInline()).toEqual(['x=2', 'y=1']);
      expect(await apply(machine, inline(before))).toContain('was about to change volumes');
      expect(await tagsOfInline()).toEqual(tags);
    });

    it('that the cloud has refused after it changed a tag is reverted', async () => {
      const before = inline({ tags: { x: '1', z: '1' } });
      const machine = await stack.up('instance', 'trainer', before);
      stack.newProcess();
      const refused = { kind: 'status', status: 403, operation: 'createVolumeTag' } as const;
      stack.emulator.control.faults.add({ ...refused, times: 'always', skip: 1 });
      await expect(machine.update(inline({ tags: { x: '2', y: '1' } }))).rejects.toThrow('403');
      stack.emulator.control.faults.clear();
      stack.newProcess();
      expect(await machine.diff(before)).toMatchObject({ changes: true, replaces: [] });
      await machine.update(before);
      expect(await tagsOfInline()).toEqual(['x=1', 'z=1']);
    });

    it.each([
      ['keep_detached', 'delete_permanently'],
      [undefined, 'move_to_trash'],
    ])('that changed the policy for evictions is reverted: from %s to %s', async (before, after) => {
      const withPolicy = (onSpotDiscontinue?: string) => ({
        ...inline({ onSpotDiscontinue }),
        ...{ instanceType: '1V100.6V', isSpot: true, osVolume: { name: 'os', size: 60, onSpotDiscontinue } },
      });
      const machine = await stack.up('instance', 'spot', withPolicy(before));
      await kill(machine, withPolicy(after));
      expect(await apply(machine, withPolicy(before))).toContain('was about to change osVolume, volumes');
      stack.emulator.control.evict(machine.id);
      stack.emulator.clock.advance(600_000);
      const names = (await stack.cloud.volumes.list()).map(({ name }) => name).sort();
      expect(names).toEqual(['os', 'scratch']);
    });

    const spotWith = (os: string, data: string, size = 10) => ({
      ...inline({ onSpotDiscontinue: data, size }),
      ...{
        instanceType: '1V100.6V',
        isSpot: true,
        osVolume: { name: 'os', size: 60, onSpotDiscontinue: os },
      },
    });
    const left = async (machine: TestResource) => {
      stack.emulator.control.evict(machine.id);
      stack.emulator.clock.advance(600_000);
      return (await stack.cloud.volumes.list()).map(({ name }) => name).sort();
    };

    it('that would have set one of several policies is not reverted with one for all, and the preview says so', async () => {
      const before = spotWith('delete_permanently', 'keep_detached');
      const machine = await stack.up('instance', 'spot', before);
      stack.emulator.control.faults.add({
        kind: 'status',
        status: 500,
        operation: 'PUT /v1/volumes',
        times: 'always',
      });
      await expect(machine.copy().update(spotWith('keep_detached', 'keep_detached', 20))).rejects.toThrow(
        '500',
      );
      stack.emulator.control.faults.clear();
      endProcess();
      const said = await warnedBy(() => machine.diff(before));
      expect(said).toContain('it cannot be set for a single volume');
      await machine.update(before);
      expect(await left(machine)).toEqual(['scratch']);
    });

    it('whose policy may be set is noted until it is set again, and is in no state', async () => {
      const before = spotWith('keep_detached', 'keep_detached');
      const machine = await stack.up('instance', 'spot', before);
      const wanted = { ...spotWith('delete_permanently', 'delete_permanently', 20), tags: { x: '1' } };
      const lost = { kind: 'status', status: 500, when: 'after', operation: 'PUT /v1/instances' } as const;
      stack.emulator.control.faults.add({ ...lost, action: 'configure_spot', times: 'always' });
      await expect(machine.update(wanted)).rejects.toThrow('500');
      endProcess();
      const reverted = spotWith('keep_detached', 'keep_detached', 20);
      await expect(machine.update(reverted)).rejects.toThrow('500');
      expect(JSON.stringify(machine.outputs)).not.toContain('unknown');
      stack.emulator.control.faults.clear();
      endProcess();
      await machine.refresh();
      await machine.refresh();
      expect(await machine.diff(reverted)).toMatchObject({ changes: true });
      await machine.update(reverted);
      endProcess();
      expect(await machine.diff(reverted)).toMatchObject({ changes: false });
      expect(await left(machine)).toEqual(['os', 'scratch']);
    });

    it('leaves alone a tag that somebody else has set on a volume without tags', async () => {
      const [one, other] = ['one', 'other'].map((name) => ({ name, size: 10, type: 'NVMe' }));
      const before = { ...MACHINE, volumes: [{ ...one, tags: { team: 'x' } }, other] };
      const machine = await stack.up('instance', 'trainer', before);
      const found = (await stack.cloud.volumes.list()).find(({ name }) => name === 'other');
      await stack.cloud.tags.add('volumes', found?.id ?? '', { key: 'team', value: 'theirs' });
      stack.newProcess();
      await kill(machine, { ...before, volumes: [{ ...one, tags: { team: 'x', mine: '1' } }, other] });
      await apply(machine, before);
      const { tags } = await stack.cloud.volumes.get(found?.id ?? '');
      expect(tags.map(({ key, value }) => `${key}=${value}`)).toContain('team=theirs');
    });

    it('that did not change the policy for evictions sets none', async () => {
      const spot = { ...MACHINE, instanceType: '1V100.6V', isSpot: true };
      const machine = await stack.up('instance', 'spot', spot);
      await kill(machine, {
        ...spot,
        volumes: [{ name: 'scratch', size: 20, type: 'NVMe' }],
        tags: { x: '1' },
      });
      const perform = jest.spyOn(currentSession().client.instances, 'perform');
      await machine.update({ ...spot, volumes: [{ name: 'scratch', size: 20, type: 'NVMe' }] });
      expect(perform.mock.calls.map(([{ action }]) => action)).not.toContain('configure_spot');
    });
  });

  it('that attached a volume is reverted', async () => {
    const machine = await stack.up('instance', 'trainer', MACHINE);
    const args = { ...VOLUME, instanceIds: [] as string[], allowShutdown: true };
    const volume = await stack.up('volume', 'data', args);
    await kill(volume, { ...args, instanceIds: [machine.id] });
    await machine.diff();
    await apply(volume, args);
    expect(await volumeOf(volume)).toMatchObject({ instance_id: null });
    expect(await stack.cloud.instances.get(machine.id)).toMatchObject({ status: 'running' });
  });

  it('that deleted an inline volume is reverted: the machine gets a new one', async () => {
    const machine = await stack.up('instance', 'trainer', MACHINE);
    await kill(machine, { ...MACHINE, volumes: [] });
    await apply(machine, MACHINE);
    const { volume_ids: ids, os_volume_id: os } = await stack.cloud.instances.get(machine.id);
    const names = await Promise.all(
      ids.filter((id) => id !== os).map(async (id) => (await stack.cloud.volumes.get(id)).name),
    );
    expect(names).toEqual(['scratch']);
  });

  it.each([true, false])('that changed the attached volumes is reverted: attached %s', async (isAttached) => {
    const volume = await stack.up('volume', 'data', VOLUME);
    const [without, attached] = [
      { ...MACHINE, existingVolumes: [] },
      { ...MACHINE, existingVolumes: [volume.id] },
    ];
    const [before, after] = isAttached ? [without, attached] : [attached, without];
    const machine = await stack.up('instance', 'trainer', before);
    await kill(machine, after);
    await volume.diff();
    await apply(machine, before);
    expect((await volumeOf(volume)).instance_id).toBe(isAttached ? null : machine.id);
  });

  it('stays if the program leaves the input to others', async () => {
    const volume = await stack.up('volume', 'data', VOLUME);
    const machine = await stack.up('instance', 'trainer', MACHINE);
    await kill(machine, { ...MACHINE, existingVolumes: [volume.id] });
    const warned = await warnedBy(async () => {
      expect(await machine.diff()).toMatchObject({ changes: false });
    });
    expect(warned).not.toContain('interrupted');
  });

  it('that has shut a machine down is reverted', async () => {
    const machine = await stack.up('instance', 'trainer', MACHINE);
    await kill(machine, { ...MACHINE, powerState: 'offline' });
    await apply(machine, MACHINE);
    expect(await stack.cloud.instances.get(machine.id)).toMatchObject({ status: 'running' });
  });

  it('needs no diff if the program repeats it and state has it', async () => {
    const volume = await stack.up('volume', 'data', VOLUME);
    const wanted = { ...VOLUME, name: 'renamed' };
    await volume.update(wanted);
    endProcess();
    await stack.cloud.volumes.perform({ action: 'rename', id: volume.id, name: 'by hand' });
    expect(await volume.diff(wanted)).toMatchObject({ changes: false });
  });

  it('has no effect after a refresh of a state that shows it, whatever others change afterwards', async () => {
    const volume = await stack.up('volume', 'data', VOLUME);
    await volume.update({ ...VOLUME, name: 'renamed' });
    endProcess();
    const rename = (name: string) => stack.cloud.volumes.perform({ action: 'rename', id: volume.id, name });
    await rename(VOLUME.name);
    await volume.refresh();
    stack.newProcess();
    await rename('by hand');
    expect(await volume.diff(VOLUME)).toMatchObject({ changes: false });
  });

  it('has no effect once state was saved, whatever later runs on another computer do', async () => {
    const volume = await stack.up('volume', 'data', VOLUME);
    await volume.update({ ...VOLUME, tags: { team: 'ml', cost: 'low' } });
    expect(notes()).not.toEqual([]);
    await currentSession().end();
    const own = stack.environment;
    // On another computer, the tag moves to somebody else.
    stack.environment = {};
    stack.newProcess();
    await volume.update(VOLUME);
    await stack.cloud.tags.add('volumes', volume.id, { key: 'cost', value: 'low' });
    stack.environment = own;
    stack.newProcess();
    const warned = await warnedBy(async () => {
      expect(await volume.diff(VOLUME)).toMatchObject({ changes: false });
    });
    expect(warned).not.toContain('interrupted');
  });

  it('is still noted after a run that was cancelled', async () => {
    const volume = await stack.up('volume', 'data', VOLUME);
    await volume.copy().update({ ...VOLUME, name: 'renamed' });
    stack.cancel();
    await currentSession().end();
    endProcess();
    expect(await volume.diff(VOLUME)).toMatchObject({ changes: true });
  });

  it('is still noted after a refresh that finds no difference', async () => {
    const volume = await stack.up('volume', 'data', VOLUME);
    await kill(volume, { ...VOLUME, tags: { team: 'ml', stage: 'prod' } });
    const later = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000);
    await volume.refresh();
    expect(await volume.diff(VOLUME)).toMatchObject({ changes: true });
    later.mockRestore();
  });

  it('is applied by the next run if the program repeats it', async () => {
    const volume = await stack.up('volume', 'data', VOLUME);
    const wanted = { ...VOLUME, name: 'renamed' };
    await kill(volume, wanted);
    expect(await warnedBy(() => volume.update(wanted))).not.toContain('interrupted');
    expect(await volume.diff(wanted)).toMatchObject({ changes: false });
  });

  it('that still runs is not compared', async () => {
    const volume = await stack.up('volume', 'data', VOLUME);
    await volume.copy().update({ ...VOLUME, name: 'renamed' });
    stack.newProcess();
    expect(await volume.diff(VOLUME)).toMatchObject({ changes: false });
  });

  it('is forgotten with its resource', async () => {
    const volume = await stack.up('volume', 'data', VOLUME);
    await kill(volume, { ...VOLUME, name: 'renamed' });
    await volume.delete();
    expect(notes()).toEqual([]);
  });
});
