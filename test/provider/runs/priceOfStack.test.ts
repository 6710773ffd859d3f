import { InProcessStack } from '../support/inProcessStack';
import type { TestResource } from '../support/inProcessStack';
import { cluster, data, machine, priceRuns } from '../support/priceRuns';

jest.mock('../../../provider/run/progress');

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGzZdYGn0eVL4q6Qhn4NQDYM/9S1u142tFWt0A6k40+a';

let stack: InProcessStack;
const { startRun, preview, ended, isNew, changes } = priceRuns(() => stack);
beforeEach(async () => {
  stack = await InProcessStack.start();
});
afterEach(() => stack.stop());

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
    const more = { ...machine, volumes: [{ name: 'more', size: 1000, type: 'NVMe' }] };
    const trainer = await stack.up('instance', 'trainer', more);
    expect(trainer.outputs['hourlyCost']).toBeCloseTo(2.58, 2);
    await stack.clock.sleep(60_000);
    const [disk] = (await stack.cloud.volumes.list()).filter(({ name }) => name === 'more');
    await stack.up('volume', 'disk', { ...data, name: 'more', size: 1000, adoptId: disk?.id });
    // It counts as a Volume only, once its entry is removed.
    expect(await preview(changes(trainer, machine))).toBe(
      `Price of the stack: 2.30 USD/h (−0.27 USD/h, now 2.58). ${LEFT}`,
    );
  });

  test('includes an operating-system volume that somebody has grown, from the next refresh on', async () => {
    const os = { osVolume: { size: 50 } };
    const trainer = await stack.up('instance', 'trainer', { ...machine, ...os });
    for (const { id } of await stack.cloud.volumes.list())
      await stack.cloud.volumes.perform({ action: 'resize', id, size: 1000 });
    await stack.clock.sleep(60_000);
    await trainer.refresh();
    const [one] = await stack.cloud.volumes.list();
    const found = await stack.cloud.instances.get(trainer.id);
    const billed = found.price_per_hour + (one?.base_hourly_cost ?? 0);
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

  describe('the price of a stack with a resource that replacementTrigger replaces, for which the engine calls no diff', () => {
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

    test('is that of the state after an update', async () => {
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
