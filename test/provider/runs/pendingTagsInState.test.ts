// If a killed program leaves pending tags on resources in state, the provider of the next run removes them.
import * as providers from '../../../provider';
import type { TestResource } from '../support/inProcessStack';
import { InProcessStack } from '../support/inProcessStack';

const VOLUME = { size: 10, type: 'NVMe', locationCode: 'FIN-01' };
const MACHINE = {
  ...{ hostname: 'trainer', image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01' },
  volumes: [{ name: 'scratch', size: 10, type: 'NVMe' }],
};

let stack: InProcessStack;
beforeEach(async () => {
  stack = await InProcessStack.start();
});
afterEach(() => stack.stop());

/** The ids of the machines and volumes that have a pending tag. */
async function pending(): Promise<string[]> {
  const [instances, volumes] = await Promise.all([
    stack.cloud.instances.list(),
    stack.cloud.volumes.list({}),
  ]);
  return [...instances, ...volumes]
    .filter(({ tags }) => tags.some(({ key }) => key === 'pulumi-pending'))
    .map(({ id }) => id);
}

const requests = (operation: string) => stack.emulator.control.requests.counts()[operation] ?? 0;

/** The resources of an interrupted run: all are in state, and still have their pending tags. */
async function interrupted(): Promise<TestResource[]> {
  const machine = await stack.up('instance', 'trainer', MACHINE);
  const disks = [await stack.up('volume', 'a', VOLUME), await stack.up('volume', 'b', VOLUME)];
  const [scratch] = (await stack.cloud.volumes.list({})).filter(({ name }) => name === 'scratch');
  // A volume that was created with a machine has the pending tag of that machine.
  const tag = (await stack.cloud.instances.get(machine.id)).tags.find(({ key }) => key === 'pulumi-pending');
  if (scratch?.tags.length === 0)
    await stack.cloud.tags.add('volumes', scratch.id, { key: 'pulumi-pending', value: tag?.value ?? '' });
  expect(await pending()).toHaveLength(4);
  stack.newProcess();
  stack.emulator.control.requests.reset();
  return [machine, ...disks];
}

it('an update removes pending tags of old state, by one list of each kind', async () => {
  const resources = await interrupted();
  const theirs = await stack.cloud.volumes.create({
    ...{ name: 'theirs', size: 10, type: 'NVMe', location_code: 'FIN-01' },
    tags: [{ key: 'pulumi-pending', value: 'another.owner' }],
  });
  for (const resource of resources) await resource.update();
  await stack.until(async () => (await pending()).length === 1);
  expect(await pending()).toEqual([theirs]);
  expect(requests('deleteInstanceTag')).toBe(1);
  expect(requests('deleteVolumeTag')).toBe(3);
});

it('a preview removes no pending tags', async () => {
  const [, disk] = await interrupted();
  if (!disk) throw new Error('There is no volume.');
  await disk.problems({ ...VOLUME, __preview: true });
  await providers.volume.diff(disk.id, disk.outputs, disk.inputs);
  expect(await pending()).toHaveLength(4);
  expect(requests('deleteVolumeTag')).toBe(0);
});

it('a preview removes no pending tags either with `ignoreChanges: ["*"]`, which hides the preview from the resource', async () => {
  const [machine, disk] = await interrupted();
  if (!machine || !disk) throw new Error('There is no volume.');
  await machine.problems({ ...MACHINE, __preview: true });
  // The engine passes the inputs in state, without the context of this run.
  await providers.volume.check(disk.inputs, disk.inputs);
  await providers.volume.diff(disk.id, disk.outputs, disk.inputs);
  expect(await pending()).toHaveLength(4);
  expect(requests('deleteVolumeTag')).toBe(0);
});

it('a refresh removes no pending tags', async () => {
  const resources = await interrupted();
  for (const resource of resources) await resource.refresh();
  expect(await pending()).toHaveLength(4);
  expect(requests('deleteVolumeTag')).toBe(0);
});
