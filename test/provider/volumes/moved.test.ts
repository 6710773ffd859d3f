// One run moves a volume from one machine of the stack to another: the engine knows no order between the two.
import type { TestResource } from '../support/inProcessStack';
import { InProcessStack } from '../support/inProcessStack';

jest.mock('../../../provider/run/progress');

const machine = (hostname: string) => ({
  ...{ hostname, image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01' },
  ...{ osVolume: { size: 50 }, allowShutdown: true },
});
const disk = (name: string) => ({ name, size: 10, type: 'NVMe', locationCode: 'FIN-01' });

let stack: InProcessStack;
beforeEach(async () => {
  stack = await InProcessStack.start();
});
afterEach(() => stack.stop());

const up = (hostname: string, more: object) =>
  stack.up('instance', hostname, { ...machine(hostname), ...more });
const update = (resource: TestResource, more: object) =>
  resource.update({ ...machine(String(resource.outputs['hostname'])), ...more });
const holderOf = async ({ id }: TestResource) => (await stack.cloud.volumes.get(id)).instance_id;

it.each(['the old machine', 'the new machine'])('a run moves a volume if %s comes first', async (first) => {
  const volume = await stack.up('volume', 'data', disk('data'));
  const old = await up('old', { existingVolumes: [volume.id] });
  const other = await up('other', { powerState: 'offline' });
  stack.newProcess();
  const detach = () => update(old, { existingVolumes: [] });
  const attach = () => update(other, { powerState: 'offline', existingVolumes: [volume.id] });
  await Promise.all(
    (first === 'the old machine' ? [detach, attach] : [attach, detach]).map((move) => move()),
  );
  expect(await holderOf(volume)).toBe(other.id);
});

it('a run moves a volume to a machine that is created', async () => {
  const volume = await stack.up('volume', 'data', disk('data'));
  const old = await up('old', { existingVolumes: [volume.id] });
  stack.newProcess();
  const [other] = await Promise.all([
    up('other', { existingVolumes: [volume.id] }),
    update(old, { existingVolumes: [] }),
  ]);
  expect(await holderOf(volume)).toBe(other.id);
});

it('a run moves a volume from a machine that is deleted', async () => {
  const volume = await stack.up('volume', 'data', disk('data'));
  const old = await up('old', { existingVolumes: [volume.id] });
  const other = await up('other', { powerState: 'offline' });
  stack.newProcess();
  await Promise.all([update(other, { powerState: 'offline', existingVolumes: [volume.id] }), old.delete()]);
  expect(await holderOf(volume)).toBe(other.id);
});

it.each([
  ['before', 0],
  ['as soon as', 1],
  ['long after', 2],
])(
  'a run detaches a volume from a machine that is deleted, if the delete begins %s the machine is shut down for it',
  async (_, when) => {
    const old = await up('old', {});
    const args = { ...disk('data'), allowShutdown: true };
    const volume = await stack.up('volume', 'data', { ...args, instanceIds: [old.id] });
    stack.newProcess();
    const { requests } = stack.emulator.control;
    requests.reset();
    await old.diff();
    const isReached = [
      () => true,
      () => (requests.counts()['performInstanceAction'] ?? 0) > 0,
      () => (requests.counts()['performVolumeAction'] ?? 0) > 0,
    ][when];
    const detached = volume.update({ ...args, instanceIds: [] });
    await stack.until(() => Promise.resolve(isReached?.() === true));
    await Promise.all([detached, old.delete()]);
    expect(await stack.cloud.volumes.get(volume.id)).toMatchObject({ status: 'detached', instance_id: null });
  },
);

it('a run swaps the volumes of two machines', async () => {
  const left = await stack.up('volume', 'left', disk('left'));
  const right = await stack.up('volume', 'right', disk('right'));
  const one = await up('one', { existingVolumes: [left.id] });
  const two = await up('two', { existingVolumes: [right.id] });
  stack.newProcess();
  await Promise.all([
    update(one, { existingVolumes: [right.id] }),
    update(two, { existingVolumes: [left.id] }),
  ]);
  expect([await holderOf(left), await holderOf(right)]).toEqual([two.id, one.id]);
});

it('a run refuses to attach a volume that another machine keeps, and says how to detach it', async () => {
  const volume = await stack.up('volume', 'data', disk('data'));
  const old = await up('old', { existingVolumes: [volume.id] });
  const other = await up('other', { powerState: 'offline' });
  stack.newProcess();
  await update(old, {});
  await expect(update(other, { powerState: 'offline', existingVolumes: [volume.id] })).rejects.toThrow(
    /^The volume data \(\S+\) is attached to old \(\S+\): detach it there first \(a program does it with existingVolumes: \[\]/,
  );
});

it('a run ends the wait if the other machine fails to detach the volume', async () => {
  const volume = await stack.up('volume', 'data', disk('data'));
  const old = await up('old', { existingVolumes: [volume.id] });
  const other = await up('other', { powerState: 'offline' });
  stack.newProcess();
  stack.emulator.control.faults.add({
    operation: 'performVolumeAction',
    kind: 'status',
    status: 402,
    times: 1,
  });
  const results = await Promise.allSettled([
    update(old, { existingVolumes: [] }),
    update(other, { powerState: 'offline', existingVolumes: [volume.id] }),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await holderOf(volume)).toBe(old.id);
});

it('a machine whose replacement declares a volume that its Volume had attached is deleted first', async () => {
  const old = await up('old', {});
  const attached = { ...disk('data'), instanceIds: [old.id], allowShutdown: true };
  const volume = await stack.up('volume', 'data', attached);
  stack.newProcess();
  const moved = { ...machine('new'), existingVolumes: [volume.id] };
  expect(await old.diff(moved)).toMatchObject({ replaces: ['hostname'], deleteBeforeReplace: true });
});

it('a machine with inline volumes is not deleted first because of a volume that is not created yet', async () => {
  const volumes = [{ name: 'scratch', size: 10, type: 'NVMe' }];
  const old = await up('old', { volumes });
  stack.newProcess();
  const unknown = '04da6b54-80e4-46f7-96ec-b56ff0331ba9';
  const next = { ...machine('new'), volumes, existingVolumes: [unknown] };
  expect(await old.diff(next)).toMatchObject({ replaces: ['hostname'], deleteBeforeReplace: false });
});
