import { volume } from '../../../provider';
import { InProcessStack } from '../support/inProcessStack';

jest.mock('../../../provider/run/progress');

const DISK = { size: 50, type: 'NVMe', locationCode: 'FIN-01' };

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
