// The machine of an interrupted run is attached to volumes of the program: it must not block changes of these volumes.
import * as providers from '../../../../provider';
import { UNKNOWN } from '../../../../provider/schema/unknown';
import { warn } from '../../../../provider/run/progress';
import type { TestResource } from '../../support/inProcessStack';
import { InProcessStack } from '../../support/inProcessStack';
import { warned, warnedBy } from '../../support/warnings';

jest.mock('../../../../provider/run/progress');

const MACHINE = {
  ...{ hostname: 'trainer', image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01' },
  osVolume: { name: 'trainer-os', size: 50 },
};
const DISK = { name: 'data', size: 10, type: 'NVMe', locationCode: 'FIN-01' };
const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGzZdYGn0eVL4q6Qhn4NQDYM/9S1u142tFWt0A6k40+a';
const MINUTE = 60_000;

let stack: InProcessStack;
let data: TestResource;
let orphan: string;

beforeEach(async () => {
  stack = await InProcessStack.start();
  jest.mocked(warn).mockClear();
});

afterEach(() => stack.stop());

/** Deletes the rest of the stack, which leaves nothing that is billed. */
const deleteStack = async () => {
  await stack.deleteOwner();
  await stack.clock.sleep(MINUTE);
  for (const collection of ['instances', 'clusters', 'volumes'] as const)
    expect(await stack.cloud[collection].list()).toEqual([]);
};

describe('a volume attached to the machine of an interrupted run', () => {
  beforeEach(async () => {
    data = await stack.up('volume', 'data', DISK);
    // The engine was killed before it saved the machine.
    orphan = (await stack.up('instance', 'trainer', { ...MACHINE, existingVolumes: [data.id] })).id;
    await stack.clock.sleep(MINUTE);
    stack.newProcess();
  });

  const statusOf = async (id: string) => (await stack.cloud.instances.get(id)).status;

  it('causes no warning for the machine itself, which the next run takes over', async () => {
    const again = stack.resource('instance', 'trainer', { ...MACHINE, existingVolumes: [data.id] });
    expect(await warnedBy(() => again.problems())).not.toContain('existingVolumes[0]');
    const other = stack.resource('instance', 'other', {
      ...{ ...MACHINE, hostname: 'other' },
      existingVolumes: [data.id],
    });
    expect(await warnedBy(() => other.problems())).toContain('existingVolumes[0] names the volume');
    const ofOther = { ...MACHINE, existingVolumes: [data.id], __owner: 'abcabcabcabc' };
    const foreign = stack.resource('instance', 'trainer', ofOther);
    expect(await warnedBy(() => foreign.problems())).toContain('existingVolumes[0] names the volume');
  });

  it('is not taken from the machine after the stack was renamed, and the error says how to remove that', async () => {
    stack.urnPrefix = 'urn:pulumi:renamed::test';
    const again = stack.up('instance', 'trainer', { ...MACHINE, existingVolumes: [data.id] });
    await expect(again).rejects.toThrow(
      `is attached to trainer (${orphan}), which this stack ordered under another name, or a copy of this stack. If no ` +
        'state has that machine, remove it first: `pulumi stack export --file state.json && npx pulumi-cloud-compute orphans ' +
        `remove --state state.json ${orphan}\`.`,
    );
  });

  it('can be deleted, and the machine is deleted with the stack', async () => {
    await data.delete();
    expect(await statusOf(orphan)).toBe('offline');
    expect(warned()).toContain(`instance trainer (${orphan})`);
    expect(warned()).toContain(`orphans remove --state state.json ${orphan}`);
    await deleteStack();
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

  describe('a volume attached to a machine that could not be installed', () => {
    let next: TestResource;
    let failed: string;

    beforeEach(async () => {
      await stack.deleteOwner();
      next = await stack.up('volume', 'next', { ...DISK, name: 'next' });
      stack.emulator.control.faults.add({
        operation: 'deployInstance',
        kind: 'installationFailed',
        times: 1,
      });
      failed = (
        await stack.up('instance', 'failed', {
          ...{ ...MACHINE, hostname: 'failed', awaitReady: false },
          existingVolumes: [next.id],
        })
      ).id;
      await stack.clock.sleep(10 * MINUTE);
      expect(await statusOf(failed)).toBe('installation_failed');
      stack.newProcess();
    });

    it('is named with the command that removes the machine', async () => {
      const renamed = { ...MACHINE, hostname: 'renamed', existingVolumes: [next.id] };
      await expect(stack.up('instance', 'renamed', renamed)).rejects.toThrow(
        new RegExp(
          `attached to the instance failed \\(${failed}[^]*Remove it first: [^]*orphans remove [^]*${failed}`,
        ),
      );
    });

    it('can be deleted with the stack, which removes the machine', async () => {
      await next.delete();
      await deleteStack();
    });
  });

  it('is not detached from a machine that a diff of this run has shown, before the program declares it', async () => {
    const next = await stack.up('volume', 'next', { ...DISK, name: 'next' });
    const args = { ...MACHINE, hostname: 'saved', existingVolumes: [next.id] };
    const saved = await stack.up('instance', 'saved', args);
    stack.newProcess();
    // The volume is deleted before it is replaced, so the engine first compares what depends on it.
    await providers.instance.diff(saved.id, saved.outputs, { ...saved.inputs, existingVolumes: [UNKNOWN] });
    await expect(next.delete()).rejects.toThrow('needs the instance saved');
    expect(await statusOf(saved.id)).toBe('running');
  });

  it('is not detached from a machine that the program keeps, whose state the engine does not show', async () => {
    const next = await stack.up('volume', 'next', { ...DISK, name: 'next' });
    const args = { ...MACHINE, hostname: 'kept', existingVolumes: [next.id], __keep: true };
    const { id } = await stack.up('instance', 'kept', args);
    stack.newProcess();
    await expect(next.delete()).rejects.toThrow('needs the instance kept');
    const other = { ...MACHINE, hostname: 'other', existingVolumes: [next.id] };
    await expect(stack.up('instance', 'other', other)).rejects.toThrow(
      new RegExp(`the program keeps[^]*orphans remove [^]* ${id} --force`),
    );
    expect(await statusOf(id)).toBe('running');
  });

  it('is not detached from a machine that may not be an orphan', async () => {
    const [machine] = await stack.cloud.instances.list();
    for (const { id } of machine?.tags ?? []) await stack.cloud.tags.remove('instances', orphan, id);
    await expect(data.delete()).rejects.toThrow('needs the instance trainer');
    expect(await statusOf(orphan)).toBe('running');
  });
});

describe('a shared volume attached to the cluster of an interrupted run', () => {
  const cluster = {
    ...{
      hostname: 'big',
      clusterType: '16H100',
      image: 'ubuntu-22.04-cuda-12.4-cluster',
      locationCode: 'FIN-01',
    },
    sharedVolume: { name: 'big-shared', size: 20 },
  };

  beforeEach(async () => {
    data = await stack.up('volume', 'data', { ...DISK, type: 'NVMe_Shared' });
    const key = await stack.up('sshKey', 'key', { name: 'key', key: KEY });
    const args = { ...cluster, sshKeyIds: [key.id], existingVolumes: [data.id] };
    orphan = (await stack.up('cluster', 'big', args)).id;
    await stack.clock.sleep(MINUTE);
    stack.newProcess();
  });

  it('can be deleted with the stack, which leaves nothing that is billed', async () => {
    await data.delete();
    expect(warned()).toContain(`cluster big (${orphan})`);
    await deleteStack();
  });

  it('cannot be deleted by the program before the cluster, and the message says how to remove the cluster', async () => {
    await data.diff();
    await expect(data.delete()).rejects.toThrow(
      new RegExp(
        `cluster big \\(${orphan}\\).*which an interrupted run left.*remove --state state.json ${orphan}`,
      ),
    );
    expect((await stack.cloud.clusters.list()).map(({ id }) => id)).toEqual([orphan]);
  });

  it('cannot be deleted before a cluster that is not an orphan', async () => {
    for (const { id } of (await stack.cloud.clusters.get(orphan)).tags)
      await stack.cloud.tags.remove('clusters', orphan, id);
    await expect(data.delete()).rejects.toThrow(
      'Delete the cluster first: nothing else detaches its volumes.',
    );
  });
});
