// A resource in state no longer exists, e.g. because a destroy was interrupted after its request.
import { PENDING } from '../../../core/pendingTag';
import { InProcessStack } from '../support/inProcessStack';
import type { TestResource } from '../support/inProcessStack';
import { warnedBy } from '../support/warnings';

jest.mock('../../../provider/run/progress');

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGzZdYGn0eVL4q6Qhn4NQDYM/9S1u142tFWt0A6k40+a';
const MACHINE = {
  ...{ hostname: 'trainer', image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01' },
};
const ARGS = {
  sshKey: { name: 'me', key: KEY },
  startupScript: { name: 'setup', script: 'echo' },
  instanceGroup: {
    name: 'fleet',
    locationCode: 'FIN-01',
    instanceType: '1V100.6V',
    template: { image: 'ubuntu-24.04', osVolume: { size: 50 } },
  },
};

describe('the diff of a resource that is gone', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start();
  });

  afterEach(async () => {
    await stack.stop();
  });

  /** Removes the pending tag of a machine in a run of its own, as the next run of the program does. */
  async function removePendingTag(machine: TestResource): Promise<void> {
    stack.newProcess();
    await machine.diff();
    await stack.until(async () =>
      (await stack.cloud.instances.get(machine.id)).tags.every(({ key }) => key !== PENDING),
    );
  }

  it.each([
    ['sshKey', 'SSH key'],
    ['startupScript', 'startup script'],
    ['instanceGroup', 'instance group'],
  ] as const)('replaces it and says why: %s', async (kind, noun) => {
    const created = await stack.up(kind, 'it', ARGS[kind]);
    const { sshKeys, scripts, instanceGroups } = stack.cloud;
    await { sshKey: sshKeys, startupScript: scripts, instanceGroup: instanceGroups }[kind].delete(created.id);
    await stack.clock.sleep(60_000);
    stack.newProcess();
    const warned = await warnedBy(async () => {
      // Not deleted first, as this test asserted before: then the engine deletes all members of a group whose key is gone.
      expect(await created.diff()).toMatchObject({ changes: true, deleteBeforeReplace: false });
    });
    expect(warned).toBe(`The ${noun} ${created.id} is gone: another takes its place.`);
    const next = await stack.up(kind, 'it', ARGS[kind]);
    expect(next.id).not.toBe(created.id);
    await created.delete();
    expect(await next.refresh()).toBe(true);
  });

  it('names the machine that took its place, if an older state was imported after a replacement', async () => {
    const older = await stack.up('instance', 'trainer', MACHINE);
    await older.copy().delete();
    stack.newProcess();
    const newer = await stack.up('instance', 'trainer', MACHINE);
    await removePendingTag(newer);
    stack.newProcess();
    const warned = await warnedBy(async () => {
      await older.problems();
      expect(await older.diff()).toMatchObject({ changes: true });
      await stack.resource('instance', 'trainer', MACHINE).problems();
    });
    expect(warned).toContain(
      `hostname is also the name of the instance ${newer.id}, which matches this resource exactly and is not in state. ` +
        'If state is older than that instance, adopt it with adoptId',
    );
  });

  it('says nothing of that kind about the machine that a forced replacement replaces', async () => {
    const made = await stack.up('instance', 'trainer', MACHINE);
    await removePendingTag(made);
    stack.newProcess();
    // After `pulumi state taint`, the engine checks it twice, and compares nothing.
    const warned = await warnedBy(async () => {
      await made.problems();
      await stack.resource('instance', 'trainer', MACHINE).problems();
    });
    expect(warned).not.toContain('is also the name of');
  });

  it('replaces a tag that somebody has removed', async () => {
    const volume = await stack.up('volume', 'data', { size: 10, type: 'NVMe', locationCode: 'FIN-01' });
    const args = { resourceType: 'volume', resourceId: volume.id, key: 'team', value: 'ml' };
    const tag = await stack.up('tag', 'it', args);
    const { tags } = await stack.cloud.volumes.get(volume.id);
    await stack.cloud.tags.remove('volumes', volume.id, tags.find(({ key }) => key === 'team')?.id ?? '');
    await stack.clock.sleep(60_000);
    stack.newProcess();
    expect(await tag.diff()).toMatchObject({ changes: true, deleteBeforeReplace: true });
  });

  it('a diff is empty while the resource exists', async () => {
    for (const kind of ['sshKey', 'startupScript', 'instanceGroup'] as const) {
      const created = await stack.up(kind, 'it', ARGS[kind]);
      stack.newProcess();
      expect(await created.diff()).toMatchObject({ changes: false });
    }
  });
});
