// To the engine, a resource with another name in the program is another resource. The tests check the messages of
// preview and update.
import { isPendingTag } from '../../../core/pendingTag';
import { InProcessStack } from '../support/inProcessStack';
import { warnedBy } from '../support/warnings';

jest.mock('../../../provider/run/progress');

const DISK = { size: 50, type: 'NVMe', locationCode: 'FIN-01' };
const MACHINE = { image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01' };
const GROUP = {
  ...{ name: 'servers', locationCode: 'FIN-01', instanceType: '1V100.6V' },
  template: { image: 'ubuntu-24.04', osVolume: { size: 60 } },
};
const ALIASES = 'aliases: [{ name: "its old name" }]';

describe('a renamed resource', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start({ balance: 1_000_000 });
  });

  afterEach(async () => {
    await stack.stop();
  });

  /** Removes the pending tags, as the program does when the resources are in state. */
  async function removePendingTags(): Promise<void> {
    const { instances, volumes, tags } = stack.cloud;
    for (const { id, tags: all } of await instances.list())
      for (const one of all.filter(isPendingTag)) await tags.remove('instances', id, one.id);
    for (const { id, tags: all } of await volumes.list())
      for (const one of all.filter(isPendingTag)) await tags.remove('volumes', id, one.id);
  }

  it.each([
    ['instance', { ...MACHINE, hostname: 'trainer' }, { locationCode: 'FIN-02' }],
    ['volume', { ...DISK, name: 'data' }, { size: 60 }],
  ] as const)('gets a warning that says how to keep the existing resource: %s', async (kind, args, other) => {
    const { id } = await stack.up(kind, 'old', args);
    stack.newProcess();
    const warning = await warnedBy(() => stack.resource(kind, 'new', args).problems());
    expect(warning).toContain(id);
    expect(warning).toContain(ALIASES);
    expect(warning).toContain('a rename creates a new one and deletes the old one');
    // A different order is not a rename.
    expect(await warnedBy(() => stack.resource(kind, 'new', { ...args, ...other }).problems())).not.toContain(
      'aliases',
    );
  });

  it.each([
    ['instance', { ...MACHINE, hostname: 'trainer' }],
    ['volume', { ...DISK, name: 'data' }],
  ] as const)(
    'a rename is not suspected if replacementTrigger replaces the resource, for which the engine calls no diff: %s',
    async (kind, args) => {
      const old = await stack.up(kind, 'it', args);
      await removePendingTags();
      stack.newProcess();
      await old.problems();
      expect(await warnedBy(() => stack.resource(kind, 'it', args).problems())).not.toContain('renamed');
      // With another name, it may be the name of somebody else's resource.
      const { id } = await stack.up(kind, 'other', {
        ...args,
        [kind === 'volume' ? 'name' : 'hostname']: 'b',
      });
      stack.newProcess();
      await old.problems();
      const next = { ...args, [kind === 'volume' ? 'name' : 'hostname']: 'b' };
      expect(await warnedBy(() => stack.resource(kind, 'it', next).problems())).toContain(id);
    },
  );

  it('gets no warning while the program still has the resource of this name', async () => {
    const args = { ...MACHINE, hostname: 'trainer' };
    const old = await stack.up('instance', 'old', args);
    stack.newProcess();
    await old.diff();
    expect(await warnedBy(() => stack.resource('instance', 'second', args).problems())).not.toContain(
      'aliases',
    );
  });

  it('gets a warning while its former machine still holds its existing volumes', async () => {
    const { id: volumeId } = await stack.up('volume', 'data', { ...DISK, name: 'data' });
    const { id } = await stack.up('instance', 'old', { ...MACHINE, existingVolumes: [volumeId] });
    stack.newProcess();
    const renamed = stack.resource('instance', 'new', { ...MACHINE, existingVolumes: [volumeId] });
    const warning = await warnedBy(() => renamed.problems());
    expect(warning).toContain(`is attached to the instance ${id} now`);
    expect(warning).toContain(ALIASES);
  });

  it('gets an error with this advice if it is a group, whose name is taken', async () => {
    await stack.up('instanceGroup', 'old', GROUP);
    stack.newProcess();
    expect((await stack.resource('instanceGroup', 'new', GROUP).problems()).join()).toContain(ALIASES);
  });

  it('causes a warning that names the deleted data, and how to restore it', async () => {
    const volumes = [{ name: 'scratch', size: 10, type: 'NVMe' }];
    const machine = await stack.up('instance', 'old', {
      ...MACHINE,
      osVolume: { name: 'os', size: 50 },
      volumes,
    });
    stack.newProcess();
    await stack.resource('volume', 'other', DISK).problems();
    const warning = await warnedBy(() => machine.delete());
    expect(warning).toContain('os (50 GB), scratch (10 GB)');
    expect(warning).toMatch(/restoreVolumeId: "[-0-9a-f]{36}" \(os\), "[-0-9a-f]{36}" \(scratch\)/);
  });

  it('causes no such warning if the whole stack is deleted, the data is kept, or a preview has named it', async () => {
    const wholeStack = await stack.up('instance', 'one', MACHINE);
    stack.newProcess();
    expect(await warnedBy(() => wholeStack.delete())).toBe('');
    const keeps = await stack.up('instance', 'two', { ...MACHINE, keepVolumes: true });
    stack.newProcess();
    await stack.resource('volume', 'other', DISK).problems();
    expect(await warnedBy(() => keeps.delete())).toBe('');
    const replaced = await stack.up('instance', 'three', { ...MACHINE, hostname: 'three' });
    stack.newProcess();
    await replaced.diff({ ...MACHINE, hostname: 'four' });
    expect(await warnedBy(() => replaced.delete())).toBe('');
  });
});
