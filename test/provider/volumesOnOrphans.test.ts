// The machine of an interrupted run is attached to volumes of the program: it must not block changes of these volumes.
import { warn } from '../../provider/session/progress';
import type { TestResource } from './inProcessStack';
import { InProcessStack } from './inProcessStack';
import { warned } from './warnings';

jest.mock('../../provider/session/progress');

const MACHINE = {
  ...{ hostname: 'trainer', image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01' },
  osVolume: { name: 'trainer-os', size: 50 },
};
const DISK = { name: 'data', size: 10, type: 'NVMe', locationCode: 'FIN-01' };
const MINUTE = 60_000;

describe('a volume attached to the machine of an interrupted run', () => {
  let stack: InProcessStack;
  let data: TestResource;
  let orphan: string;

  beforeEach(async () => {
    stack = await InProcessStack.start();
    jest.mocked(warn).mockClear();
    data = await stack.up('volume', 'data', DISK);
    // The engine was killed before it saved the machine.
    orphan = (await stack.up('instance', 'trainer', { ...MACHINE, existingVolumes: [data.id] })).id;
    await stack.clock.sleep(MINUTE);
    stack.newProcess();
  });

  afterEach(() => stack.stop());

  const statusOf = async (id: string) => (await stack.cloud.instances.get(id)).status;

  it('can be deleted, and the machine is deleted with the stack', async () => {
    await data.delete();
    expect(await statusOf(orphan)).toBe('offline');
    expect(warned()).toContain(`instance trainer (${orphan})`);
    expect(warned()).toContain(`orphans remove --state state.json ${orphan}`);
    await stack.deleteOwner();
    await stack.clock.sleep(MINUTE);
    expect(await stack.cloud.instances.list()).toEqual([]);
    expect(await stack.cloud.volumes.list()).toEqual([]);
  });

  it('can be deleted while the machine is still being deployed', async () => {
    await stack.deleteOwner();
    const next = await stack.up('volume', 'next', { ...DISK, name: 'next' });
    const { id } = await stack.up('instance', 'slow', {
      ...{ ...MACHINE, hostname: 'slow', awaitReady: false },
      existingVolumes: [next.id],
    });
    stack.newProcess();
    await next.delete();
    expect(await statusOf(id)).toBe('offline');
  });

  it('can be attached to a machine that was renamed in the program', async () => {
    await data.diff();
    const renamed = await stack.up('instance', 'renamed', {
      ...{ ...MACHINE, hostname: 'renamed' },
      existingVolumes: [data.id],
    });
    const { instances } = await stack.cloud.volumes.get(data.id);
    expect(instances.map(({ id }) => id)).toEqual([renamed.id]);
    expect(await statusOf(orphan)).toBe('offline');
  });

  it('can be attached to another machine', async () => {
    const other = await stack.up('instance', 'other', {
      ...{ ...MACHINE, hostname: 'other', powerState: 'offline' },
    });
    await data.update({ ...DISK, instanceIds: [other.id] });
    const { instances } = await stack.cloud.volumes.get(data.id);
    expect(instances.map(({ id }) => id)).toEqual([other.id]);
  });

  it('is not detached from a machine that may not be an orphan', async () => {
    const [machine] = await stack.cloud.instances.list();
    for (const { id } of machine?.tags ?? []) await stack.cloud.tags.remove('instances', orphan, id);
    await expect(data.delete()).rejects.toThrow('needs the instance trainer');
    expect(await statusOf(orphan)).toBe('running');
  });
});
