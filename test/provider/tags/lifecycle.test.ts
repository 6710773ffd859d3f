import { InProcessStack } from '../support/inProcessStack';

const DISK = { name: 'disk', size: 10, type: 'NVMe', locationCode: 'FIN-01' };
const manyTags = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key-${String(index)}`, 'value']));

describe('a tag resource', () => {
  let stack: InProcessStack;
  let volume: string;
  let team: Record<string, unknown>;

  beforeEach(async () => {
    stack = await InProcessStack.start();
    volume = await stack.cloud.volumes.create({
      ...{ name: 'data', size: 10, type: 'NVMe', location_code: 'FIN-01' },
    });
    team = { resourceType: 'volume', resourceId: volume, key: 'Team', value: 'research' };
  });

  afterEach(async () => {
    await stack.stop();
  });

  const tags = async () =>
    Object.fromEntries((await stack.cloud.volumes.get(volume)).tags.map(({ key, value }) => [key, value]));

  it('is added, gets another value in place, and is removed', async () => {
    const tag = await stack.up('tag', 'team', team);
    expect(await tags()).toEqual({ team: 'research' });
    await tag.update({ ...team, value: 'vision' });
    expect(await tags()).toEqual({ team: 'vision' });
    await tag.delete();
    expect(await tags()).toEqual({});
    await tag.delete();
  });

  it('has an empty value if the program gives none, also after a refresh', async () => {
    const { value: _value, ...empty } = team;
    const tag = await stack.up('tag', 'team', empty);
    expect(await tags()).toEqual({ team: '' });
    expect(await tag.refresh()).toBe(true);
    expect(tag.inputs).not.toHaveProperty('value');
    expect(await tag.diff()).toMatchObject({ changes: false });
  });

  it('is not removed if its key has moved to `tags` of the resource in the same run', async () => {
    const args = { name: 'disk', size: 10, type: 'NVMe', locationCode: 'FIN-01' };
    const disk = await stack.up('volume', 'disk', args);
    const tag = await stack.up('tag', 'team', { ...team, resourceId: disk.id });
    stack.newProcess();
    const tagged = { ...args, tags: { TEAM: 'research' } };
    await disk.diff(tagged);
    await disk.update(tagged);
    await tag.delete();
    expect((await stack.cloud.volumes.get(disk.id)).tags).toMatchObject([{ key: 'team', value: 'research' }]);
  });

  const tagsOf = async (id: string) => (await stack.cloud.volumes.get(id)).tags;

  it('is refused as the tenth tag of a resource of this run, at the check and at the create', async () => {
    const disk = await stack.up('volume', 'disk', { ...DISK, tags: manyTags(9) });
    const tag = stack.resource('tag', 'team', { ...team, resourceId: disk.id });
    const reason = `volume ${disk.id} is created in this run, and can have at most 9 tags until its next run, because it carries the tag pulumi-pending until its id is in state`;
    expect(await tag.problems()).toEqual([expect.stringContaining(reason)]);
    await stack.cloud.tags.remove('volumes', disk.id, (await tagsOf(disk.id))[1]?.id ?? '');
    const late = tag.create(() => stack.cloud.tags.add('volumes', disk.id, { key: 'theirs', value: '' }));
    await expect(late).rejects.toThrow(reason);
    expect((await tagsOf(disk.id)).map(({ key }) => key)).not.toContain('team');
  });

  it('is the tenth tag of a resource in state, whose pending tag gives its place', async () => {
    const disk = await stack.up('volume', 'disk', { ...DISK, tags: manyTags(9) });
    stack.newProcess();
    await disk.diff();
    const tag = await stack.up('tag', 'team', { ...team, resourceId: disk.id });
    expect(tag.outputs).toMatchObject({ tagId: expect.stringMatching(/^tag_/) as string });
    expect((await tagsOf(disk.id)).map(({ key }) => key).sort()).toEqual(
      [...Object.keys(manyTags(9)), 'team'].sort(),
    );
  });

  it('is refused if `tags` of its resource declare the key too', async () => {
    const args = { name: 'disk', size: 10, type: 'NVMe', locationCode: 'FIN-01', tags: { team: 'ml' } };
    const disk = await stack.up('volume', 'disk', args);
    const tag = stack.resource('tag', 'team', { ...team, resourceId: disk.id });
    await disk.diff();
    expect(await tag.problems()).toEqual([
      expect.stringMatching(/^key is also in tags or in the default tags of that resource/),
    ]);
    await disk.diff({ ...args, tags: {} });
    expect(await tag.problems()).toEqual([]);
  });

  it('keeps a tag with the same value that exists already', async () => {
    const existing = await stack.cloud.tags.add('volumes', volume, { key: 'team', value: 'research' });
    const tag = await stack.up('tag', 'team', team);
    expect(tag.outputs['tagId']).toBe(existing.id);
  });

  it('is read by its id alone, as an import does', async () => {
    await stack.up('tag', 'team', team);
    const imported = stack.resource('tag', 'imported', {});
    imported.id = `volume/${volume}/team`;
    expect(await imported.refresh()).toBe(true);
    expect(imported.inputs).toMatchObject({ ...team, key: 'team' });
  });

  it('is gone at a refresh if somebody removed it, or the tagged resource', async () => {
    const tag = await stack.up('tag', 'team', team);
    const [{ id } = { id: '' }] = (await stack.cloud.volumes.get(volume)).tags;
    await stack.cloud.tags.remove('volumes', volume, id);
    expect(await tag.refresh()).toBe(false);
    await stack.cloud.volumes.delete(volume, { isPermanent: true });
    expect(await tag.refresh()).toBe(false);
    await tag.delete();
  });

  it.each(['data', 'bucket/1/team', 'volume//team', 'volume/1/'])(
    'has the form of its id in the message for the wrong id %s',
    async (id) => {
      const imported = stack.resource('tag', 'imported', {});
      imported.id = id;
      await expect(imported.refresh()).rejects.toThrow(
        `${JSON.stringify(id)} is not the id of a tag: it has the form instance/<id>/<key>`,
      );
    },
  );

  it('is gone with a resource in the trash, whose tags the cloud no longer changes', async () => {
    const tag = await stack.up('tag', 'team', team);
    await stack.cloud.volumes.delete(volume);
    await stack.clock.sleep(60_000);
    stack.newProcess();
    await tag.delete();
    expect(await tag.copy().refresh()).toBe(false);
  });

  it('is gone with a machine that was evicted, also if that happens meanwhile', async () => {
    const machine = await stack.up('instance', 'spot', {
      ...{ instanceType: '1V100.6V', image: 'ubuntu-24.04', locationCode: 'FIN-01', isSpot: true },
    });
    const onMachine = { ...team, resourceType: 'instance', resourceId: machine.id };
    const tag = await stack.up('tag', 'team', onMachine);
    // The provider has read the machine before.
    stack.newProcess();
    await tag.diff();
    stack.emulator.control.evict(machine.id);
    stack.emulator.clock.advance(600_000);
    await tag.delete();
    expect(await tag.copy().refresh()).toBe(false);
  });

  it('names the resource if the cloud no longer has it', async () => {
    const fault = { operation: 'createVolumeTag', kind: 'status', status: 404, times: 'always' } as const;
    stack.emulator.control.faults.add(fault);
    await expect(stack.up('tag', 'team', team)).rejects.toThrow(
      `The volume ${volume} is deleted; the tag "Team" cannot be added.`,
    );
  });

  it('names a resource that was deleted after the preview', async () => {
    const tag = stack.resource('tag', 'team', { ...team, resourceId: volume });
    expect(await tag.problems()).toEqual([]);
    await stack.cloud.volumes.delete(volume, { isPermanent: true });
    await expect(tag.create()).rejects.toThrow(volume);
  });
});
