import { Bill } from '../../provider/checks/cost/bill';
import { UNKNOWN } from '../../provider/schema/unknown';
import { info } from '../../provider/session/progress';
import { currentSession } from '../../provider/session/session';
import { InProcessStack } from './inProcessStack';
import type { TestResource } from './inProcessStack';
import { warnedBy } from './warnings';

jest.mock('../../provider/session/progress');

const machine = {
  hostname: 'trainer',
  image: 'ubuntu-24.04',
  instanceType: '1H100.80S.30V',
  locationCode: 'FIN-01',
};
const cluster = {
  ...{ hostname: 'training', clusterType: '16H100', image: 'ubuntu-24.04-cuda-12.8-cluster' },
  ...{ locationCode: 'FIN-01', sharedVolume: { name: 'shared', size: 50 } },
};
const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGzZdYGn0eVL4q6Qhn4NQDYM/9S1u142tFWt0A6k40+a';
const data = { name: 'data', size: 100, type: 'NVMe', locationCode: 'FIN-01' };

let stack: InProcessStack;
beforeEach(async () => {
  stack = await InProcessStack.start();
});
afterEach(() => stack.stop());

/** Starts a run of the program. Without `--target`, the engine also checks the owner. */
async function startRun(): Promise<void> {
  stack.newProcess();
  await stack.resource('owner', 'owner', { stack: 'urn:pulumi:dev::test' }).problems();
}

/** The last message of a preview of these resources, each new or with new arguments. */
async function preview(...checks: (() => Promise<unknown>)[]): Promise<string | undefined> {
  await startRun();
  for (const check of checks) await check();
  return ended();
}

/** The last message of the run. */
async function ended(): Promise<string | undefined> {
  jest.mocked(info).mockClear();
  await currentSession().end();
  const { calls } = jest.mocked(info).mock;
  expect(calls.length).toBeLessThan(2);
  for (const [urn] of calls) expect(urn).toBe('urn:pulumi:dev::test::pulumi:pulumi:Stack::test-dev');
  return calls[0]?.[1];
}

const isNew = (kind: 'instance' | 'volume' | 'cluster' | 'instanceGroup', name: string, args: object) => () =>
  stack.resource(kind, name, { ...args, __preview: true }).problems();
const changes = (resource: TestResource, args: object, remediated?: object) => () =>
  resource.diff({ ...args, __preview: true }, { ...remediated });

describe('the price at preview', () => {
  test('does not change if a volume that somebody detached is attached again', async () => {
    const args = {
      ...{ ...machine, allowShutdown: true, powerState: 'offline' },
      volumes: [{ name: 'more', size: 300, type: 'NVMe' }],
    };
    const box = await stack.up('instance', 'box', args);
    const [more] = (await stack.cloud.volumes.list()).filter(({ name }) => name === 'more');
    const body = { id: String(more?.id), instance_id: box.id } as const;
    await stack.cloud.volumes.perform({ action: 'detach', ...body });
    stack.emulator.clock.advance(60_000);
    await box.refresh();
    let price: string | undefined;
    const warned = await warnedBy(async () => {
      price = await preview(changes(box, args));
    });
    expect(warned).toContain('more (300 GB) will be attached again.');
    expect(warned).not.toContain('created');
    expect(price).toBeUndefined();
  });

  test.each<[string, 'instance' | 'cluster' | 'volume', Record<string, unknown>]>([
    ['a machine with the default operating-system volume', 'instance', machine],
    ['a spot machine', 'instance', { ...machine, isSpot: true }],
    ['a machine with awaitReady: false', 'instance', { ...machine, awaitReady: false }],
    [
      'a machine with volumes',
      'instance',
      { ...machine, osVolume: { size: 70 }, volumes: [{ name: 'more', size: 300, type: 'NVMe' }] },
    ],
    [
      'a cluster with a shared volume',
      'cluster',
      {
        ...{ hostname: 'training', clusterType: '16H100', image: 'ubuntu-24.04-cuda-12.8-cluster' },
        ...{ locationCode: 'FIN-01', sshKeyIds: [], sharedVolume: { name: 'shared', size: 1000 } },
      },
    ],
    ['a volume', 'volume', data],
  ])('equals the billed price of %s', async (_, kind, args) => {
    await isNew(kind, 'it', args)();
    const planned = Bill.of(currentSession()).planned('usd');
    const { outputs } = await stack.up(kind, 'it', args);
    expect(planned).toBeCloseTo(Number(outputs['hourlyCost']), 5);
    expect(planned).toBeGreaterThan(0);
  });

  const group = {
    ...{ name: 'workers', instanceType: '1A100.22V', locationCode: 'FIN-01' },
    template: { image: 'ubuntu-24.04', osVolume: { size: 200 } },
  };
  const member = { hostname: 'worker' };

  test('equals the billed price of a member of an existing group', async () => {
    const { id } = await stack.up('instanceGroup', 'workers', group);
    await isNew('instance', 'worker', { ...member, instanceGroupId: id })();
    const planned = Bill.of(currentSession()).planned('usd');
    const { outputs } = await stack.up('instance', 'worker', { ...member, instanceGroupId: id });
    expect(planned).toBeCloseTo(Number(outputs['hourlyCost']), 5);
  });

  test('includes a member of a group that is created with it', async () => {
    const price = await preview(
      isNew('instanceGroup', 'workers', group),
      isNew('instance', 'worker', { ...member, instanceGroupId: UNKNOWN }),
    );
    expect(price).toBe('Price of the stack: 1.34 USD/h (+1.34 USD/h, now 0.00).');
  });

  test('is a lower bound if the member may join one of several different new groups', async () => {
    const price = await preview(
      isNew('instanceGroup', 'workers', group),
      isNew('instanceGroup', 'others', { ...group, name: 'others', instanceType: '1H100.80S.30V' }),
      isNew('volume', 'data', data),
      isNew('instance', 'worker', { ...member, instanceGroupId: UNKNOWN }),
    );
    expect(price).toBe('Price of the stack: at least 0.027 USD/h (+0.027 USD/h, now 0.00).');
  });
});

describe('the price of the stack at the end of a run', () => {
  const LEFT = 'Resources that the program no longer has are not counted.';

  test('includes a change at preview, also in place', async () => {
    const trainer = await stack.up('instance', 'trainer', machine);
    const volume = await stack.up('volume', 'data', data);
    expect(await preview(changes(trainer, machine), changes(volume, { ...data, size: 1100 }))).toBe(
      `Price of the stack: 2.60 USD/h (+0.27 USD/h, now 2.33). ${LEFT}`,
    );
  });

  test('counts a replacement once, although the engine calls its check twice', async () => {
    const trainer = await stack.up('instance', 'trainer', machine);
    const spot = { ...machine, isSpot: true };
    expect(await preview(changes(trainer, spot), isNew('instance', 'trainer', spot))).toBe(
      `Price of the stack: 0.81 USD/h (−1.49 USD/h, now 2.30). ${LEFT}`,
    );
  });

  test('counts the inputs that a policy has remediated', async () => {
    const trainer = await stack.up('instance', 'trainer', { ...machine, osVolume: { size: 70 } });
    const volume = await stack.up('volume', 'data', data);
    expect(await preview(changes(trainer, machine, { osVolume: { size: 70 } }))).toBeUndefined();
    expect(await preview(changes(volume, { ...data, size: 1100 }, { size: 100 }))).toBeUndefined();
    expect(await preview(changes(volume, data, { size: 1100 }))).toBe(
      `Price of the stack: 0.30 USD/h (+0.27 USD/h, now 0.027). ${LEFT}`,
    );
  });

  test('includes inline volumes', async () => {
    const trainer = await stack.up('instance', 'trainer', machine);
    const larger = { ...machine, allowShutdown: true, volumes: [{ name: 'more', size: 1000, type: 'NVMe' }] };
    expect(await preview(changes(trainer, larger))).toBe(
      `Price of the stack: 2.58 USD/h (+0.27 USD/h, now 2.30). ${LEFT}`,
    );
    await trainer.update(larger);
    expect(trainer.outputs['hourlyCost']).toBeCloseTo(2.58, 2);
  });

  test('includes volumes that somebody has grown, from the next refresh on', async () => {
    const os = { osVolume: { size: 50 }, volumes: [{ name: 'more', size: 100, type: 'NVMe' }] };
    const trainer = await stack.up('instance', 'trainer', { ...machine, ...os });
    for (const { id } of await stack.cloud.volumes.list())
      await stack.cloud.volumes.perform({ action: 'resize', id, size: 1000 });
    await stack.clock.sleep(60_000);
    await trainer.refresh();
    const [one, two] = await stack.cloud.volumes.list();
    const found = await stack.cloud.instances.get(trainer.id);
    const billed = found.price_per_hour + (one?.base_hourly_cost ?? 0) + (two?.base_hourly_cost ?? 0);
    expect(trainer.outputs['hourlyCost']).toBeCloseTo(billed, 4);
  });

  test('is not shown if nothing changes it', async () => {
    const trainer = await stack.up('instance', 'trainer', machine);
    expect(await preview(changes(trainer, { ...machine, tags: { team: 'red' } }))).toBeUndefined();
  });

  test('includes an adopted resource as already billed', async () => {
    const { id } = await stack.up('volume', 'data', data);
    expect(
      await preview(
        isNew('volume', 'again', { ...data, adoptId: id }),
        isNew('volume', 'more', { ...data, name: 'more' }),
      ),
    ).toBe('Price of the stack: 0.055 USD/h (+0.027 USD/h, now 0.027).');
  });

  describe('of a resource that the option replacementTrigger replaces: the engine calls no diff', () => {
    const forced = (
      resource: TestResource,
      kind: 'instance' | 'volume' | 'cluster',
      name: string,
      args: object,
    ) => [() => resource.problems({ ...args, __preview: true }), isNew(kind, name, args)];

    test('does not change if the resource does not', async () => {
      const sshKeyIds = [(await stack.up('sshKey', 'me', { key: KEY })).id];
      const big = { ...cluster, sshKeyIds };
      const trainer = await stack.up('instance', 'trainer', machine);
      const volume = await stack.up('volume', 'data', data);
      const nodes = await stack.up('cluster', 'big', big);
      expect(
        await preview(
          ...forced(trainer, 'instance', 'trainer', machine),
          ...forced(volume, 'volume', 'data', data),
          ...forced(nodes, 'cluster', 'big', big),
        ),
      ).toBeUndefined();
    });

    test('changes by what the program changes too', async () => {
      const volume = await stack.up('volume', 'data', data);
      expect(await preview(...forced(volume, 'volume', 'data', { ...data, size: 200 }))).toBe(
        'Price of the stack: 0.055 USD/h (+0.027 USD/h, now 0.027). Resources that the program no longer has are not counted.',
      );
    });

    test('is that of its state after an update', async () => {
      const volume = await stack.up('volume', 'data', data);
      // As the program does when the volume is in state.
      const [pending] = (await stack.cloud.volumes.get(volume.id)).tags;
      await stack.cloud.tags.remove('volumes', volume.id, pending?.id ?? '');
      await startRun();
      await volume.problems();
      await stack.up('volume', 'data', { ...data, size: 200 });
      await volume.delete();
      expect(await ended()).toBe('Price of the stack: 0.055 USD/h (+0.027 USD/h, before 0.027).');
    });
  });

  test('counts created and deleted resources after an update', async () => {
    const volume = await stack.up('volume', 'data', data);
    await startRun();
    await stack.up('instance', 'trainer', machine);
    await volume.delete();
    expect(await ended()).toBe('Price of the stack: 2.30 USD/h (+2.28 USD/h, before 0.027).');
  });

  test('counts a replacement once that was renamed with an alias', async () => {
    const volume = await stack.up('volume', 'data', data);
    await startRun();
    const larger = { ...data, size: 200 };
    await volume.copy('renamed').diff(larger);
    await stack.up('volume', 'renamed', larger);
    // The engine deletes by the state, which holds the old name.
    await volume.delete();
    expect(await ended()).toBe('Price of the stack: 0.055 USD/h (+0.027 USD/h, before 0.027).');
  });

  test('counts the resource that got the name of a renamed one, when that is deleted', async () => {
    const renamed = await stack.up('volume', 'data', data);
    const second = await stack.up('volume', 'data', { ...data, name: 'second' });
    await startRun();
    await second.diff();
    // The engine deletes by the state, which holds the old name.
    await renamed.delete();
    expect(await ended()).toBe('Price of the stack: 0.027 USD/h (−0.027 USD/h, before 0.055).');
  });

  test('does not count a resource that could not be created', async () => {
    await startRun();
    await stack.up('volume', 'data', data);
    stack.emulator.control.faults.add({ operation: 'deployInstance', kind: 'installationFailed' });
    await expect(stack.up('instance', 'trainer', machine)).rejects.toThrow('could not be installed');
    expect(await ended()).toBe('Price of the stack: 0.027 USD/h (+0.027 USD/h, before 0.00).');
  });

  test('counts a resource that exists although its create has failed', async () => {
    const trainer = await stack.up('instance', 'trainer', machine);
    await startRun();
    // The machine runs, and the volume may not shut it down.
    const volume = stack.resource('volume', 'data', { ...data, instanceIds: [trainer.id] });
    await volume.problems();
    await expect(volume.create()).rejects.toThrow('allowShutdown');
    expect(await ended()).toContain('(+0.027 USD/h');
  });

  test('is not shown after a destroy', async () => {
    const volume = await stack.up('volume', 'data', data);
    stack.newProcess();
    await volume.delete();
    expect(await ended()).toBeUndefined();
  });
});
