// What the native plugin does about orders of interrupted runs: the verbs of its resource, and of another owner.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { intentLogIn } from '../../../core/orphans/intentLog';
import { orderOf, pendingTag, resourceHashOf } from '../../../core/pendingTag';
import { verbsOf } from '../../../provider/engine/verbs';
import { currentRun } from '../../../provider/run/run';
import { orphanRemoval, volume } from '../../../provider/resources';
import type { CallContext, Recorded } from '../../../provider/run/call';
import { InProcessStack, OWNER } from '../support/inProcessStack';

const DISK = { name: 'data', size: 50, type: 'NVMe', locationCode: 'FIN-01' } as const;
const urnOf = (kind: string, name: string) => `urn:pulumi:dev::test::cloud-compute:index:${kind}::${name}`;

let stack: InProcessStack;

beforeEach(async () => {
  stack = await InProcessStack.start();
  await stack.useHome();
});

afterEach(async () => {
  await stack.stop();
});

const contextOf = (kind: string, name: string, recorded: Recorded = {}, owner = OWNER): CallContext => ({
  ...{ urn: urnOf(kind, name), owner, keep: false, replaceOn: [] },
  ...{ isPreview: false, isGet: false, recorded },
});

/** Something that an interrupted run of an owner has ordered for a volume of this name. */
async function orphan(name: string, owner = OWNER): Promise<string> {
  const order = orderOf({ owner, urn: urnOf('Volume', name) });
  const id = await stack.cloud.volumes.create({
    ...{ name, size: 10, type: 'NVMe', location_code: 'FIN-01' },
    tags: [pendingTag(order, stack.clock.now())],
  });
  await stack.until(async () => (await stack.cloud.volumes.get(id)).status === 'detached');
  return id;
}

/** A note of a process that has ended. */
const noteOrder = (name: string, owner = OWNER) => {
  intentLogIn(stack.environment, ended()).addOrder(owner, resourceHashOf(urnOf('Volume', name)));
};

/** The id of a process that has ended. */
const ended = () => spawnSync(process.execPath, ['--version']).pid;

const volumeIds = async () =>
  (await stack.cloud.volumes.list()).filter(({ status }) => status !== 'deleting').map(({ id }) => id);

describe('the removal of orphans', () => {
  const verbs = verbsOf(orphanRemoval);
  const create = () => verbs.create(currentRun(), contextOf('OrphanRemoval', 'orphans'), {});
  const remove = ({ id, outputs, recorded }: Awaited<ReturnType<typeof create>>, owner = OWNER) =>
    verbs.delete(currentRun(), contextOf('OrphanRemoval', 'orphans', recorded, owner), id, outputs);

  it('removes only what the notes of this computer prove to be in no state', async () => {
    const removal = await create();
    await orphan('killed');
    noteOrder('killed');
    const answered = await orphan('answered');
    await remove(removal);
    expect(await volumeIds()).toEqual([answered]);
    expect(intentLogIn(stack.environment).isOpen(OWNER)).toBe(false);
  });

  it('also removes the orphans of the provider before an upgrade', async () => {
    const removal = await create();
    await orphan('killed');
    noteOrder('killed');
    await remove(removal, 'upgraded');
    expect(await volumeIds()).toEqual([]);
  });

  it('keeps a volume that this run has seen in state', async () => {
    const removal = await create();
    const disk = await verbsOf(volume).create(currentRun(), contextOf('Volume', 'data'), DISK);
    noteOrder('data');
    await remove(removal);
    expect(await volumeIds()).toEqual([disk.id]);
  });

  it('shows no drift and changes nothing in place', async () => {
    const context = contextOf('OrphanRemoval', 'orphans');
    const { id, outputs } = await create();
    expect(await verbs.read(currentRun(), context, id, outputs)).toMatchObject({
      outputs: { owner: OWNER },
    });
    expect(await verbs.update(currentRun(), context, id, outputs, {})).toMatchObject({
      outputs: { owner: OWNER },
    });
  });
});

describe('a create of a stack with another owner', () => {
  const create = () => verbsOf(volume).create(currentRun(), contextOf('Volume', 'data'), DISK);

  it('orders nothing while this computer has ordered the same for the former owner', async () => {
    const id = await orphan('data', 'former');
    noteOrder('data', 'former');
    await expect(create()).rejects.toThrow(
      new RegExp(
        `volume data \\(${id}\\).* was ordered for a resource of the same name.*orphans remove`,
        's',
      ),
    );
    expect(await volumeIds()).toEqual([id]);
  });

  it('names one command for everything that the former owner has ordered', async () => {
    const ids = [await orphan('data', 'former'), await orphan('more', 'former')];
    noteOrder('data', 'former');
    const { message } = await create().then(
      () => new Error('It was created.'),
      (error: unknown) => error as Error,
    );
    const [, named = ''] = /orphans remove --state state.json ([^`]*)`/.exec(message) ?? [];
    expect(named.split(' ').sort()).toEqual(ids.sort());
  });

  it('orders nothing in a program with dynamic resources either, e.g. after an older state was imported', async () => {
    const urn = 'urn:pulumi:dev::test::pulumi-nodejs:dynamic/cloud-compute:Volume::data';
    const id = await stack.cloud.volumes.create({
      ...{ name: 'data', size: 10, type: 'NVMe', location_code: 'FIN-01' },
      tags: [pendingTag(orderOf({ owner: 'former', urn }), stack.clock.now())],
    });
    intentLogIn(stack.environment, ended()).addOrder('former', resourceHashOf(urn));
    await expect(stack.up('volume', 'data', DISK)).rejects.toThrow(
      new RegExp(`volume data \\(${id}\\).* was ordered for a resource of the same name`, 's'),
    );
    expect(await volumeIds()).toEqual([id]);
  });

  it('orders nothing while the process of an interrupted run needs a moment to end', async () => {
    const id = await orphan('data', 'former');
    const former = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)']);
    intentLogIn(stack.environment, former.pid).addOrder('former', resourceHashOf(urnOf('Volume', 'data')));
    const hasEnded = once(former, 'exit');
    stack.newProcess({
      now: stack.clock.now,
      sleep: async (ms, signal) => {
        former.kill('SIGKILL');
        await hasEnded;
        await stack.clock.sleep(ms, signal);
      },
    });
    await expect(create()).rejects.toThrow('in a run of this computer that was interrupted');
    expect(await volumeIds()).toEqual([id]);
  });

  it('orders beside a run of another stack of the same name that is under way', async () => {
    const theirs = await orphan('data', 'other');
    intentLogIn(stack.environment, process.ppid).addOrder('other', resourceHashOf(urnOf('Volume', 'data')));
    const { id } = await create();
    expect(await volumeIds()).toEqual([theirs, id]);
  });

  it('orders beside what another stack of the same name has ordered', async () => {
    const theirs = await orphan('data', 'other');
    const { id } = await create();
    expect(await volumeIds()).toEqual([theirs, id]);
  });

  it('takes over its own interrupted order first', async () => {
    const own = await verbsOf(volume).create(currentRun(), contextOf('Volume', 'data'), DISK);
    await orphan('data', 'former');
    noteOrder('data', 'former');
    stack.newProcess();
    expect(await create()).toMatchObject({ id: own.id });
  });
});
