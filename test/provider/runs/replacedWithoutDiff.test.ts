// For `replacementTrigger` and `replaceWith` the engine calls no diff, so a create does not see the id in state. After a
// killed run, the resource in state may still carry its pending tag: it is no orphan.
import { PENDING } from '../../../core/pendingTag';
import { warn } from '../../../provider/run/progress';
import { InProcessStack } from '../support/inProcessStack';
import { warned } from '../support/warnings';

jest.mock('../../../provider/run/progress');

const MACHINE = {
  ...{ hostname: 'trainer', image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01' },
  ...{ osVolume: { name: 'os', size: 50 }, volumes: [{ name: 'scratch', size: 10, type: 'NVMe' }] },
  keepVolumes: true,
};
const DISK = { name: 'disk', size: 10, type: 'NVMe', locationCode: 'FIN-01' };
const MINUTE = 60_000;

describe('a replacement without a diff', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start({ balance: 1_000_000 });
    jest.mocked(warn).mockClear();
  });

  afterEach(() => stack.stop());

  /** A run that was killed before its program removed the pending tag; the next process then starts. */
  const interrupted = async (kind: 'instance' | 'volume', args: Record<string, unknown>) => {
    const resource = await stack.up(kind, 'trainer', args);
    await stack.clock.sleep(MINUTE);
    stack.newProcess();
    return resource;
  };
  const trash = async () => {
    await stack.clock.sleep(MINUTE);
    return (await stack.cloud.volumes.trash()).map(({ id }) => id);
  };

  it.each([
    ['instance', MACHINE, { hostname: 'other' }],
    ['volume', DISK, { type: 'NVMe_Shared' }],
  ] as const)('leaves the %s in state to its delete', async (kind, args, change) => {
    const old = await interrupted(kind, args);
    await old.problems({ ...args, ...change });
    await stack.up(kind, 'trainer', { ...args, ...change });
    expect(await trash()).toEqual([]);
    expect(warned()).toMatch(new RegExp(`${old.id}.* is not removed as an orphan`));
    await old.delete();
    expect(await trash()).toEqual(kind === 'volume' ? [old.id] : []);
    expect((await stack.cloud.instances.list()).map(({ id }) => id)).not.toContain(old.id);
  });

  it('names the machine that holds a volume, stops nothing, and works with deleteBeforeReplace', async () => {
    const data = await stack.cloud.volumes.create({
      name: 'data',
      size: 10,
      type: 'NVMe',
      location_code: 'FIN-01',
    });
    await stack.until(async () => (await stack.cloud.volumes.get(data)).status === 'detached');
    const args = { ...MACHINE, existingVolumes: [data], allowShutdown: true };
    const old = await interrupted('instance', args);
    const changed = { ...args, hostname: 'other' };
    await old.problems(changed);
    await expect(stack.up('instance', 'trainer', changed)).rejects.toThrow(
      `The volume data (${data}) is attached to trainer (${old.id}), which this machine replaces: set deleteBeforeReplace: true`,
    );
    expect(stack.emulator.control.requests.counts()['performInstanceAction'] ?? 0).toBe(0);
    expect((await stack.cloud.instances.get(old.id)).status).toBe('running');
    stack.newProcess();
    await old.problems(changed);
    await old.delete();
    const next = await stack.up('instance', 'trainer', changed);
    expect(await stack.cloud.volumes.get(data)).toMatchObject({ instance_id: next.id });
  });

  /** A volume in state, and an orphan of an interrupted order of the same resource. */
  const withOrphan = async () => {
    const old = await interrupted('volume', DISK);
    for (const { id, key } of (await stack.cloud.volumes.get(old.id)).tags)
      if (key === PENDING) await stack.cloud.tags.remove('volumes', old.id, id);
    const orphan = await interrupted('volume', { ...DISK, locationCode: 'FIN-02' });
    expect(orphan.id).not.toBe(old.id);
    return { old, orphan };
  };
  const changed = { ...DISK, type: 'NVMe_Shared' };

  it('names an orphan of another order, which may be in state', async () => {
    const { old, orphan } = await withOrphan();
    await old.problems(changed);
    await stack.up('volume', 'trainer', changed);
    expect(await trash()).toEqual([]);
    expect(warned()).toContain(`orphans remove --state state.json ${orphan.id}`);
  });

  it('removes an orphan if a refresh has shown that state has another resource', async () => {
    const { old, orphan } = await withOrphan();
    await old.refresh();
    await old.problems(changed);
    await stack.up('volume', 'trainer', changed);
    expect(await trash()).toEqual([orphan.id]);
  });

  it('removes an orphan if the delete has shown that state has another resource', async () => {
    const { old, orphan } = await withOrphan();
    await old.problems(changed);
    await old.delete();
    await stack.up('volume', 'trainer', changed);
    expect((await trash()).sort()).toEqual([old.id, orphan.id].sort());
  });
});
