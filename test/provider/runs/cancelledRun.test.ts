// One Ctrl-C under the native plugin: the engine waits for the calls under way, and saves what they return.
import { InProcessStack } from '../support/inProcessStack';

const PLACE = { locationCode: 'FIN-01' };
const VOLUME = { ...PLACE, size: 10, type: 'NVMe' };
const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGzZdYGn0eVL4q6Qhn4NQDYM/9S1u142tFWt0A6k40+a me';

let stack: InProcessStack;
beforeEach(async () => {
  stack = await InProcessStack.start({ balance: 1_000_000 });
});
afterEach(() => stack.stop());

const cancelled = 'The run was cancelled. Run the command again to continue.';

/** The create of a resource, cancelled after its order has arrived and before the reply to it. */
async function cancelledWithin(operation: string, resource: ReturnType<InProcessStack['resource']>) {
  stack.emulator.control.faults.add({ operation, kind: 'delay', milliseconds: 500, when: 'after', times: 1 });
  const ordered = () => stack.emulator.control.requests.counts()[operation] ?? 0;
  const before = ordered();
  const create = expect(resource.create()).rejects.toThrow(cancelled);
  await stack.until(() => Promise.resolve(ordered() > before));
  stack.cancel();
  await create;
}

it('a cancelled run keeps the id of a machine that was ordered', async () => {
  const machine = stack.resource('instance', 'trainer', {
    ...{ ...PLACE, hostname: 'trainer', image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G' },
  });
  await cancelledWithin('deployInstance', machine);
  expect((await stack.cloud.instances.list()).map(({ id }) => id)).toEqual([machine.id]);
});

it('a cancelled run keeps the id of a cluster that was ordered', async () => {
  const key = await stack.up('sshKey', 'me', { key: KEY });
  const cluster = stack.resource('cluster', 'train', {
    ...{ ...PLACE, hostname: 'train', clusterType: '16H100', image: 'ubuntu-22.04-cuda-12.4-cluster' },
    ...{ sshKeyIds: [key.id], sharedVolume: { name: 'shared', size: 20 } },
  });
  await cancelledWithin('deployCluster', cluster);
  expect((await stack.cloud.clusters.list()).map(({ id }) => id)).toEqual([cluster.id]);
});

it('a cancelled run keeps the id of a volume that was ordered', async () => {
  const volume = stack.resource('volume', 'data', { ...VOLUME, name: 'data' });
  await cancelledWithin('createVolume', volume);
  expect((await stack.cloud.volumes.list()).map(({ id }) => id)).toEqual([volume.id]);
});

it('a cancelled run sends no order any more', async () => {
  const volume = stack.resource('volume', 'data', { ...VOLUME, name: 'data' });
  const create = volume.create(() => {
    stack.cancel();
    return Promise.resolve();
  });
  await expect(create).rejects.toThrow('The write was not sent, because the run was cancelled');
  expect(await stack.cloud.volumes.list()).toEqual([]);
});

it('a cancelled run says the same for each resource that waits', async () => {
  stack.emulator.control.faults.add({
    ...{ operation: 'deployInstance', kind: 'stuck', status: 'provisioning', times: 'always' },
  });
  const creates = ['left', 'right'].map((hostname) =>
    stack
      .resource('instance', hostname, {
        ...PLACE,
        hostname,
        image: 'ubuntu-24.04',
        instanceType: 'CPU.4V.16G',
      })
      .create()
      .catch((error: unknown) => (error as Error).message),
  );
  await stack.until(async () => (await stack.cloud.instances.list()).length === 2);
  stack.cancel();
  expect(await Promise.all(creates)).toEqual([cancelled, cancelled]);
});
