// A preview after any `up` is empty. The engine's tests check this for each kind of program, these tests after special
// changes.
import type { TestResource } from '../support/inProcessStack';
import { InProcessStack } from '../support/inProcessStack';

jest.mock('../../../provider/run/progress');

const MACHINE = {
  ...{ hostname: 'trainer', image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01' },
  ...{ osVolume: { name: 'trainer-os', size: 50 }, allowShutdown: true },
};
const SCRATCH = { name: 'scratch', size: 50, type: 'NVMe', tags: { kind: 'cache' } };
const MORE = { name: 'more', size: 20, type: 'NVMe' };
const DISK = { size: 10, type: 'NVMe', locationCode: 'FIN-01' };
const GROUP = {
  ...{ name: 'servers', locationCode: 'FIN-01', instanceType: 'CPU.4V.16G' },
  template: { image: 'ubuntu-24.04', osVolume: { size: 60 } },
};

describe('a second preview', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start({ balance: 1_000_000 });
  });

  afterEach(() => stack.stop());

  const expectEmpty = async (...resources: readonly TestResource[]) => {
    stack.newProcess();
    for (const resource of resources) expect(await resource.diff()).toMatchObject({ changes: false });
  };

  it('is empty after volumes of a machine were exchanged, detached by somebody, and kept', async () => {
    const [a, b] = [await stack.up('volume', 'a', DISK), await stack.up('volume', 'b', DISK)];
    const machine = await stack.up('instance', 'trainer', {
      ...{ ...MACHINE, volumes: [SCRATCH, MORE], existingVolumes: [a.id] },
    });
    const wanted = { ...MACHINE, volumes: [SCRATCH, MORE], existingVolumes: [b.id] };
    await machine.update(wanted);
    await expectEmpty(machine, a, b);

    await stack.cloud.instances.perform({ action: 'force_shutdown', id: machine.id });
    stack.emulator.clock.advance(60_000);
    const more = (await stack.cloud.volumes.list()).find(({ name }) => name === 'more');
    await stack.cloud.volumes.perform({ action: 'detach', id: more?.id ?? '', instance_id: machine.id });
    stack.emulator.clock.advance(60_000);
    await stack.cloud.volumes.perform({ action: 'detach', id: b.id, instance_id: machine.id });
    stack.emulator.clock.advance(60_000);
    await machine.refresh();
    expect(await machine.diff()).toMatchObject({ changes: true });
    await machine.update();
    await expectEmpty(machine, b);

    await machine.update({ ...wanted, keepVolumes: true });
    await expectEmpty(machine);
    await machine.update({ ...wanted, deletePermanently: true });
    await expectEmpty(machine);
    await machine.update({ ...wanted, powerState: 'offline' });
    await expectEmpty(machine);
  });

  it('is empty after a replacement that kept the volumes of the former machine', async () => {
    const wanted = { ...MACHINE, volumes: [MORE], keepVolumes: true };
    const before = await stack.up('instance', 'trainer', wanted);
    await before.delete();
    stack.newProcess();
    const after = await stack.up('instance', 'trainer', { ...wanted, instanceType: 'CPU.8V.32G' });
    await expectEmpty(after);
  });

  it('is empty after a spot machine was evicted and created again', async () => {
    const spot = { ...MACHINE, isSpot: true, volumes: [{ ...SCRATCH, onSpotDiscontinue: 'move_to_trash' }] };
    const before = await stack.up('instance', 'spot', {
      ...{ ...spot, osVolume: { ...MACHINE.osVolume, onSpotDiscontinue: 'delete_permanently' } },
    });
    stack.emulator.control.evict(before.id);
    stack.emulator.clock.advance(600_000);
    expect(await before.refresh()).toBe(false);
    await expectEmpty(await stack.up('instance', 'spot', spot));
  });

  it('is empty after a group got members and was refreshed', async () => {
    const group = await stack.up('instanceGroup', 'servers', GROUP);
    const instanceGroupId = group.id;
    const member = await stack.up('instance', 'one', { hostname: 'one', instanceGroupId });
    await expectEmpty(group, member);
    await group.refresh();
    await member.refresh();
    await expectEmpty(group, member);
  });

  it('is empty after a gate got other machines', async () => {
    const machines = [
      await stack.up('instance', 'one', { ...MACHINE, hostname: 'one', awaitReady: false }),
      await stack.up('instance', 'two', { ...MACHINE, hostname: 'two', awaitReady: false }),
    ];
    const instanceIds = machines.map(({ id }) => id);
    const gate = await stack.up('ready', 'all', { instanceIds });
    await expectEmpty(gate, ...machines);
    await gate.update({ instanceIds: [...instanceIds].reverse() });
    expect(gate.outputs['instances']).toMatchObject([{ hostname: 'two' }, { hostname: 'one' }]);
    await expectEmpty(gate);
    await gate.update({ instanceIds: instanceIds.slice(0, 1) });
    await expectEmpty(gate);
  });
});
