// One Ctrl-C under the native plugin: the engine waits for the calls under way, and saves what they return.
import { InProcessStack } from '../support/inProcessStack';

const PLACE = { locationCode: 'FIN-01' };
const VOLUME = { ...PLACE, name: 'data', size: 10, type: 'NVMe' };

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

it.each([
  ['instance', 'deployInstance', { hostname: 'trainer', image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G' }],
  [
    ...(['cluster', 'deployCluster'] as const),
    {
      ...{ hostname: 'train', image: 'ubuntu-22.04-cuda-12.4-cluster', clusterType: '16H100', sshKeyIds: [] },
      sharedVolume: { name: 'shared', size: 20 },
    },
  ],
  ['volume', 'createVolume', VOLUME],
] as const)('a cancelled run keeps the id of what was ordered: %s', async (kind, operation, inputs) => {
  const resource = stack.resource(kind, 'ordered', { ...PLACE, ...inputs });
  await cancelledWithin(operation, resource);
  const made = await stack.cloud[`${kind}s`].list();
  expect(made.map(({ id }) => id)).toEqual([resource.id]);
});

it('a cancelled run sends no order any more', async () => {
  const volume = stack.resource('volume', 'data', VOLUME);
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
