// A cluster with an end carries its own tag, and is deleted at its end.
import { EXPIRES, expiryTime } from '../../../core/expiryTag';
import { InProcessStack } from '../support/inProcessStack';
import type { TestResource } from '../support/testResource';
import { warnedBy } from '../support/warnings';

jest.mock('../../../provider/run/progress');

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGzZdYGn0eVL4q6Qhn4NQDYM/9S1u142tFWt0A6k40+a';
const CLUSTER = {
  ...{ clusterType: '16H100', image: 'ubuntu-22.04-cuda-12.4-cluster', locationCode: 'FIN-01' },
  hostname: 'train',
};
const HOUR = 3_600_000;

let stack: InProcessStack;
let args: Record<string, unknown>;

beforeEach(async () => {
  stack = await InProcessStack.start({ balance: 1_000_000 });
  const key = await stack.up('sshKey', 'me', { key: KEY });
  args = { ...CLUSTER, sshKeyIds: [key.id], maxRunDuration: '8h' };
});

afterEach(() => stack.stop());

const tagOf = async ({ id }: TestResource) =>
  (await stack.cloud.clusters.get(id)).tags.find(({ key }) => key === EXPIRES);

it('has its tag, which changes in place, and which the next up mends', async () => {
  const cluster = await stack.up('cluster', 'train', args);
  const { created_at: at } = await stack.cloud.clusters.get(cluster.id);
  const end = expiryTime(Math.floor(Date.parse(at) / 1_000) * 1_000 + 8 * HOUR);
  expect(cluster.outputs).toMatchObject({ expiresAt: end });
  const tag = await tagOf(cluster);
  expect(tag?.value).toBe(`1.${end}.delete.drop.${cluster.id}`);
  stack.newProcess();
  expect(await cluster.diff()).toMatchObject({ changes: false });
  await stack.cloud.tags.remove('clusters', cluster.id, tag?.id ?? '');
  stack.newProcess();
  expect(await warnedBy(() => cluster.update())).toContain(`The tag ${EXPIRES} of train`);
  expect((await tagOf(cluster))?.value).toBe(tag?.value);
  await cluster.update({ ...args, maxRunDuration: '2d' });
  await cluster.refresh();
  expect(cluster.inputs).toMatchObject({ maxRunDuration: '2d' });
  stack.newProcess();
  expect(await warnedBy(() => cluster.update({ ...args, maxRunDuration: undefined }))).toContain(
    'the program declares no end',
  );
  expect(await tagOf(cluster)).toBeUndefined();
});

it('has no onExpiry, and no end so near that a change would leave it less than an hour', async () => {
  expect(await stack.resource('cluster', 'train', { ...args, onExpiry: 'delete' }).problems()).toEqual([
    expect.stringContaining('onExpiry is not a property here'),
  ]);
  const cluster = await stack.up('cluster', 'train', { ...args, maxRunDuration: undefined });
  stack.emulator.clock.advance(9 * HOUR);
  stack.newProcess();
  await expect(cluster.diff(args)).rejects.toThrow(/maxRunDuration is "8h".*a change must leave it an hour/);
  const adopting = stack.resource('cluster', 'mine', { ...args, adoptId: cluster.id });
  expect(await adopting.problems()).toEqual([expect.stringContaining('a change must leave it an hour')]);
});

it('ended with its time: the next up says so', async () => {
  const cluster = await stack.up('cluster', 'train', args);
  stack.emulator.clock.advance(8 * HOUR);
  await stack.cloud.clusters.discontinue([cluster.id]);
  stack.emulator.clock.advance(HOUR);
  stack.newProcess();
  expect(await warnedBy(() => cluster.diff())).toContain('ended with its time, at');
  expect(await cluster.refresh()).toBe(false);
});
