// A resource that has another name in the program is another resource to the engine: what preview and update say of it.
import { Laptop } from './cloud';
import { warnedBy } from './warnings';

jest.mock('../../provider/session/progress');

const DISK = { size: 50, type: 'NVMe', locationCode: 'FIN-01' };
const MACHINE = { image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01' };
const GROUP = {
  ...{ name: 'servers', locationCode: 'FIN-01', instanceType: '1V100.6V' },
  template: { image: 'ubuntu-24.04', osVolume: { size: 60 } },
};
const ALIASES = 'aliases: [{ name: "its old name" }]';

describe('a renamed resource', () => {
  let laptop: Laptop;

  beforeEach(async () => {
    laptop = await Laptop.start({ balance: 1_000_000 });
  });

  afterEach(async () => {
    await laptop.stop();
  });

  it.each([
    ['instance', { ...MACHINE, hostname: 'trainer' }, { locationCode: 'FIN-02' }],
    ['volume', { ...DISK, name: 'data' }, { size: 60 }],
  ] as const)('is told how it keeps what it has: %s', async (kind, says, other) => {
    const { id } = await laptop.up(kind, 'old', says);
    laptop.newProcess();
    const told = await warnedBy(() => laptop.resource(kind, 'new', says).problems());
    expect(told).toContain(id);
    expect(told).toContain(ALIASES);
    expect(told).toContain('a rename creates a new one and deletes the old one');
    // What asks for something else is no rename.
    expect(
      await warnedBy(() => laptop.resource(kind, 'new', { ...says, ...other }).problems()),
    ).not.toContain('aliases');
  });

  it('with an alias continues with the inline volume of an interrupted update', async () => {
    const machine = await laptop.up('instance', 'old', { ...MACHINE, allowShutdown: true });
    const more = { ...MACHINE, allowShutdown: true, volumes: [{ name: 'more', size: 10, type: 'NVMe' }] };
    await machine.copy().update(more);
    laptop.newProcess();
    const renamed = machine.copy('new');
    await renamed.update(more);
    const made = (await laptop.cloud.volumes.list()).filter(({ name }) => name === 'more');
    expect(made).toHaveLength(1);
    await renamed.delete();
    expect(await laptop.cloud.volumes.list()).toEqual([]);
  });

  it('gets no warning while the program still has the resource of this name', async () => {
    const says = { ...MACHINE, hostname: 'trainer' };
    const old = await laptop.up('instance', 'old', says);
    laptop.newProcess();
    await old.diff();
    expect(await warnedBy(() => laptop.resource('instance', 'second', says).problems())).not.toContain(
      'aliases',
    );
  });

  it('with existing volumes gets a warning while its machine still holds them', async () => {
    const { id: volumeId } = await laptop.up('volume', 'data', { ...DISK, name: 'data' });
    const { id } = await laptop.up('instance', 'old', { ...MACHINE, existingVolumes: [volumeId] });
    laptop.newProcess();
    const renamed = laptop.resource('instance', 'new', { ...MACHINE, existingVolumes: [volumeId] });
    const told = await warnedBy(() => renamed.problems());
    expect(told).toContain(`is attached to the instance ${id} now`);
    expect(told).toContain(ALIASES);
  });

  it('of the kind group gets a warning where the name is taken', async () => {
    await laptop.up('instanceGroup', 'old', GROUP);
    laptop.newProcess();
    expect((await laptop.resource('instanceGroup', 'new', GROUP).problems()).join()).toContain(ALIASES);
  });

  it('reports which data is deleted with its machine, and how to restore it', async () => {
    const volumes = [{ name: 'scratch', size: 10, type: 'NVMe' }];
    const machine = await laptop.up('instance', 'old', {
      ...MACHINE,
      osVolume: { name: 'os', size: 50 },
      volumes,
    });
    laptop.newProcess();
    await laptop.resource('volume', 'other', DISK).problems();
    const told = await warnedBy(() => machine.delete());
    expect(told).toContain('os (50 GB), scratch (10 GB)');
    expect(told).toMatch(/restoreVolumeId: "[-0-9a-f]{36}" \(os\), "[-0-9a-f]{36}" \(scratch\)/);
  });

  it('reports no data where the whole stack is deleted, or the data is kept, or a preview reported it', async () => {
    const wholeStack = await laptop.up('instance', 'one', MACHINE);
    laptop.newProcess();
    expect(await warnedBy(() => wholeStack.delete())).toBe('');
    const keeps = await laptop.up('instance', 'two', { ...MACHINE, keepVolumes: true });
    laptop.newProcess();
    await laptop.resource('volume', 'other', DISK).problems();
    expect(await warnedBy(() => keeps.delete())).toBe('');
    const replaced = await laptop.up('instance', 'three', { ...MACHINE, hostname: 'three' });
    laptop.newProcess();
    await replaced.diff({ ...MACHINE, hostname: 'four' });
    expect(await warnedBy(() => replaced.delete())).toBe('');
  });
});
