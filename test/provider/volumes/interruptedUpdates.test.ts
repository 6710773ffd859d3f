// A run is killed while it changes something in place, and the program is then as before. State and program are equal,
// but the cloud differs from them until a refresh.
import { InProcessStack } from '../support/inProcessStack';
import type { TestResource } from '../support/inProcessStack';
import { interruption, killedRuns, VOLUME } from '../support/killedRuns';
import { warnedBy } from '../support/warnings';
import { currentRun } from '../../../provider/run/run';

jest.mock('../../../provider/run/progress');

describe('an update of a killed run', () => {
  let stack: InProcessStack;
  const { notes, endProcess, kill, applyRefreshed } = killedRuns(() => stack);
  beforeEach(async () => {
    stack = await InProcessStack.start();
    await stack.useHome();
  });
  afterEach(() => stack.stop());

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
  ])('is warned of, and reverted after a refresh: %s, %j', async (_, change) => {
    const volume = await stack.up('volume', 'data', VOLUME);
    const before = await shown(volume);
    await kill(volume, { ...VOLUME, ...change });
    expect(await shown(volume)).not.toEqual(before);
    const warned = await warnedBy(async () => {
      expect(await volume.diff(VOLUME)).toMatchObject({ changes: false });
    });
    expect(warned).toBe(interruption('data'));
    stack.newProcess();
    await applyRefreshed(volume, VOLUME);
    expect(await shown(volume)).toEqual(before);
  });

  it('leaves alone what others change afterwards if the cloud has refused it', async () => {
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

  it('is read by an update of other inputs, which makes what they declare, once lists show it', async () => {
    const volume = await stack.up('volume', 'data', VOLUME);
    for (const operation of ['listVolumes', 'getVolume'])
      stack.emulator.control.faults.add({ kind: 'lag', operation, seconds: 9, times: 'always' });
    await stack.clock.sleep(20_000);
    // No time passes between the kill and the next run.
    const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now());
    await kill(volume, { ...VOLUME, name: 'renamed', tags: { team: 'ml', stage: 'prod' } });
    const wanted = { ...VOLUME, size: 20 };
    expect(await warnedBy(() => volume.diff(wanted))).toBe(interruption('data'));
    await volume.update(wanted);
    now.mockRestore();
    stack.emulator.control.faults.clear();
    expect(await shown(volume)).toEqual({ name: 'data', tags: ['team=ml'] });
    await stack.endRun();
    expect(notes()).toEqual([]);
    stack.newProcess();
    expect(await warnedBy(() => volume.diff(wanted))).toBe('');
  });

  it('is warned of until the other update succeeds', async () => {
    const volume = await stack.up('volume', 'data', VOLUME);
    await kill(volume, { ...VOLUME, name: 'renamed' });
    const wanted = { ...VOLUME, size: 20 };
    const refused = { kind: 'status', status: 402, operation: 'PUT /v1/volumes', times: 'always' } as const;
    stack.emulator.control.faults.add(refused);
    await expect(volume.update(wanted)).rejects.toThrow('402');
    stack.emulator.control.faults.clear();
    endProcess();
    expect(await warnedBy(() => volume.diff(wanted))).toBe(interruption('data'));
    await kill(volume, wanted);
    // The program repeats the last of the killed updates.
    expect(await warnedBy(() => volume.diff(wanted))).toBe('');
    await volume.update(wanted);
    expect(await shown(volume)).toMatchObject({ name: 'data' });
  });

  it.each([false, true])(
    'is reverted as far as it went if the cloud has refused it in part, reads lag: %s',
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
      await applyRefreshed(volume, VOLUME);
      expect(await shown(volume)).toEqual({ name: 'data', tags: ['second=theirs', 'team=ml'] });
    },
  );

  it('leaves tags of somebody else alone', async () => {
    const volume = await stack.up('volume', 'data', VOLUME);
    await kill(volume, { ...VOLUME, tags: { stage: 'prod' } });
    await stack.cloud.tags.add('volumes', volume.id, { key: 'theirs', value: '' });
    await applyRefreshed(volume, VOLUME);
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

  it('fails the preview after a refresh if it cannot be reverted', async () => {
    const volume = await stack.up('volume', 'data', VOLUME);
    await kill(volume, { ...VOLUME, size: 20 });
    await volume.refresh();
    await expect(volume.diff(VOLUME)).rejects.toThrow('it has 20 GB and cannot become 10 GB');
    expect(await volume.diff({ ...VOLUME, size: 20 })).toMatchObject({ changes: false });
  });

  it('may grow a volume: then a size in between is refused, and a larger size is applied', async () => {
    const volume = await stack.up('volume', 'data', VOLUME);
    await kill(volume, { ...VOLUME, size: 20 });
    await expect(volume.update({ ...VOLUME, size: 15 })).rejects.toThrow(
      'it has 20 GB and cannot become 15 GB',
    );
    await volume.update({ ...VOLUME, size: 30 });
    expect(await volumeOf(volume)).toMatchObject({ size: 30 });
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
    const warned = await warnedBy(async () => {
      expect(await volume.diff(VOLUME)).toMatchObject({ changes: false });
    });
    expect(warned).toBe('');
  });

  it('has no effect once state was saved, whatever later runs on another computer do', async () => {
    const volume = await stack.up('volume', 'data', VOLUME);
    await volume.update({ ...VOLUME, tags: { team: 'ml', cost: 'low' } });
    expect(notes()).not.toEqual([]);
    await currentRun().phase.finish();
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
    await currentRun().phase.finish();
    endProcess();
    expect(await warnedBy(() => volume.diff(VOLUME))).toBe(interruption('data'));
  });

  it('is warned of in each preview and each `up` until a refresh is in state', async () => {
    const volume = await stack.up('volume', 'data', VOLUME);
    await kill(volume, { ...VOLUME, tags: { team: 'ml', stage: 'prod' } });
    const warned = () => {
      stack.newProcess();
      return warnedBy(() => volume.diff(VOLUME));
    };
    // The engine does not save the state of the preview of a refresh.
    await volume.copy().refresh();
    expect([await warned(), await warned()]).toEqual([interruption('data'), interruption('data')]);
    stack.newProcess();
    await volume.refresh();
    expect(await warned()).toBe('');
    // A later refresh sees the saved state.
    stack.newProcess();
    await volume.refresh();
    expect(notes()).toEqual([]);
    await volume.update(VOLUME);
    expect(await shown(volume)).toEqual({ name: 'data', tags: ['team=ml'] });
  });

  it('is reverted as a whole after a refresh that has seen a part of it', async () => {
    const volume = await stack.up('volume', 'data', VOLUME);
    const before = await shown(volume);
    await kill(volume, { ...VOLUME, tags: { team: 'ops', stage: 'prod' } });
    await volume.refresh();
    stack.newProcess();
    await volume.update(VOLUME);
    expect(await shown(volume)).toEqual(before);
  });

  it('is applied by the next run if the program repeats it', async () => {
    const volume = await stack.up('volume', 'data', VOLUME);
    const wanted = { ...VOLUME, name: 'renamed' };
    await kill(volume, wanted);
    const warned = await warnedBy(async () => {
      await volume.diff(wanted);
      await volume.update(wanted);
    });
    expect(warned).toBe('');
    expect(await volume.diff(wanted)).toMatchObject({ changes: false });
  });

  it('an update that still runs is not compared', async () => {
    const volume = await stack.up('volume', 'data', VOLUME);
    await volume.copy().update({ ...VOLUME, name: 'renamed' });
    stack.newProcess();
    expect(await warnedBy(() => volume.diff(VOLUME))).toBe('');
  });

  it('is no longer noted when its resource is deleted', async () => {
    const volume = await stack.up('volume', 'data', VOLUME);
    await kill(volume, { ...VOLUME, name: 'renamed' });
    await volume.delete();
    expect(notes()).toEqual([]);
  });
});
