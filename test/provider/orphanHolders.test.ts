// A machine that an interrupted run left holds volumes that the program declares: it must not block them.
import { warn } from '../../provider/session/progress';
import type { Deployed } from './cloud';
import { Laptop } from './cloud';
import { warned } from './warnings';

jest.mock('../../provider/session/progress');

const MACHINE = {
  ...{ hostname: 'trainer', image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01' },
  osVolume: { name: 'trainer-os', size: 50 },
};
const DISK = { name: 'data', size: 10, type: 'NVMe', locationCode: 'FIN-01' };
const MINUTE = 60_000;

describe('a volume attached to the machine of an interrupted run', () => {
  let laptop: Laptop;
  let data: Deployed;
  let orphan: string;

  beforeEach(async () => {
    laptop = await Laptop.start();
    jest.mocked(warn).mockClear();
    data = await laptop.up('volume', 'data', DISK);
    // The engine was killed before it saved the machine.
    orphan = (await laptop.up('instance', 'trainer', { ...MACHINE, existingVolumes: [data.id] })).id;
    await laptop.clock.sleep(MINUTE);
    laptop.newProcess();
  });

  afterEach(() => laptop.stop());

  const statusOf = async (id: string) => (await laptop.cloud.instances.get(id)).status;

  it('can be deleted, and the machine is deleted with the stack', async () => {
    await data.delete();
    expect(await statusOf(orphan)).toBe('offline');
    expect(warned()).toContain(`instance trainer (${orphan})`);
    expect(warned()).toContain(`orphans remove --state state.json ${orphan}`);
    await laptop.deleteOwner();
    await laptop.clock.sleep(MINUTE);
    expect(await laptop.cloud.instances.list()).toEqual([]);
    expect(await laptop.cloud.volumes.list()).toEqual([]);
  });

  it('can be deleted while the machine is still being deployed', async () => {
    await laptop.deleteOwner();
    const next = await laptop.up('volume', 'next', { ...DISK, name: 'next' });
    const { id } = await laptop.up('instance', 'slow', {
      ...{ ...MACHINE, hostname: 'slow', awaitReady: false },
      existingVolumes: [next.id],
    });
    laptop.newProcess();
    await next.delete();
    expect(await statusOf(id)).toBe('offline');
  });

  it('can be attached to a machine that was renamed in the program', async () => {
    await data.diff();
    const renamed = await laptop.up('instance', 'renamed', {
      ...{ ...MACHINE, hostname: 'renamed' },
      existingVolumes: [data.id],
    });
    const { instances } = await laptop.cloud.volumes.get(data.id);
    expect(instances.map(({ id }) => id)).toEqual([renamed.id]);
    expect(await statusOf(orphan)).toBe('offline');
  });

  it('can be attached to another machine', async () => {
    const other = await laptop.up('instance', 'other', {
      ...{ ...MACHINE, hostname: 'other', powerState: 'offline' },
    });
    await data.update({ ...DISK, instanceIds: [other.id] });
    const { instances } = await laptop.cloud.volumes.get(data.id);
    expect(instances.map(({ id }) => id)).toEqual([other.id]);
  });

  it('is not detached from a machine that is not proved to be an orphan', async () => {
    const [machine] = await laptop.cloud.instances.list();
    for (const { id } of machine?.tags ?? []) await laptop.cloud.tags.remove('instances', orphan, id);
    await expect(data.delete()).rejects.toThrow('needs the instance trainer');
    expect(await statusOf(orphan)).toBe('running');
  });
});
