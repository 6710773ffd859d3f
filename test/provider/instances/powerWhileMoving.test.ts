// A machine changes its power state in the same run in which another resource needs it off.
import { InProcessStack } from '../support/inProcessStack';

jest.mock('../../../provider/run/progress');

const MACHINE = {
  ...{ hostname: 'trainer', instanceType: 'CPU.4V.16G', image: 'ubuntu-24.04', locationCode: 'FIN-01' },
  allowShutdown: true,
};
const DISK = { name: 'disk', size: 10, type: 'NVMe', locationCode: 'FIN-01', allowShutdown: true };

describe('a machine whose power state changes while a volume is detached from it', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start({ durations: { detachSeconds: 60 } });
  });
  afterEach(() => stack.stop());

  const actions = () => stack.emulator.control.requests.counts()['performInstanceAction'] ?? 0;

  it.each([
    ['machine', 'offline'],
    ['machine', 'running'],
    ['volume', 'offline'],
    ['volume', 'running'],
  ] as const)('ends as the program says: the %s is first, %s', async (first, wanted) => {
    const before = wanted === 'offline' ? 'running' : 'offline';
    const machine = await stack.up('instance', 'trainer', { ...MACHINE, powerState: before });
    const disk = await stack.up('volume', 'disk', { ...DISK, instanceIds: [machine.id] });
    stack.newProcess();
    // The provider knows from here on that state has the machine.
    await machine.diff();
    stack.emulator.control.requests.reset();
    const updates = {
      machine: () => machine.update({ ...MACHINE, powerState: wanted }),
      volume: () => disk.update({ ...DISK, instanceIds: [] }),
    };
    const begun = updates[first]();
    // The other update begins once the first one has sent its action; an offline machine needs none for a detach.
    if (first === 'machine' || wanted === 'offline') await stack.until(() => Promise.resolve(actions() > 0));
    await Promise.all([begun, updates[first === 'machine' ? 'volume' : 'machine']()]);
    expect((await stack.cloud.instances.get(machine.id)).status).toBe(wanted);
    expect((await stack.cloud.volumes.get(disk.id)).status).toBe('detached');
  });

  it('stays off if its update begins while it is off for the volume', async () => {
    const machine = await stack.up('instance', 'trainer', { ...MACHINE, powerState: 'running' });
    const disk = await stack.up('volume', 'disk', { ...DISK, instanceIds: [machine.id] });
    stack.newProcess();
    await machine.diff();
    const detached = disk.update({ ...DISK, instanceIds: [] });
    await stack.until(async () => (await stack.cloud.instances.get(machine.id)).status === 'offline');
    // The next read shows that.
    await stack.clock.sleep(15_000);
    await Promise.all([detached, machine.update({ ...MACHINE, powerState: 'offline' })]);
    expect((await stack.cloud.instances.get(machine.id)).status).toBe('offline');
  });
});
