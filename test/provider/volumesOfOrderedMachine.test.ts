// A machine that was just ordered shows no operating-system volume yet, but is billed.
import { InProcessStack } from './inProcessStack';

const MACHINE = { instanceType: '1V100.6V', image: 'ubuntu-24.04', locationCode: 'FIN-01', isSpot: true };
const SCRATCH = { name: 'scratch', size: 50, type: 'NVMe' };

describe('a machine that was accepted and shows no operating-system volume yet', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start();
    // The clock stands still, so the machine stays accepted until a test advances it.
    stack.emulator.clock.freeze();
  });

  afterEach(async () => {
    await stack.stop();
  });

  const accepted = async (args: object = {}) => {
    const machine = await stack.up('instance', 'trainer', { ...MACHINE, awaitReady: false, ...args });
    expect(await stack.cloud.instances.get(machine.id)).toMatchObject({ os_volume_id: null });
    return machine;
  };
  const volumes = async () => (await stack.cloud.volumes.list()).map(({ name }) => name);
  const pass = () => {
    stack.emulator.clock.advance(3_600_000);
    stack.newProcess();
  };

  it('has no created volumes in state until it is ready, and then all of them', async () => {
    const machine = await accepted({ volumes: [SCRATCH] });
    expect(machine.outputs).not.toHaveProperty('ownVolumeIds');
    expect(await machine.diff()).toMatchObject({ changes: false });
    pass();
    await machine.refresh();
    expect(machine.outputs['ownVolumeIds']).toHaveLength(2);
    expect(await machine.diff()).toMatchObject({ changes: false });
  });

  it.each([
    ['at once', () => undefined],
    ['when it runs', pass],
  ])('is deleted with all its volumes %s', async (_when, wait) => {
    const disk = { name: 'data', size: 50, type: 'NVMe', location_code: 'FIN-01' } as const;
    const data = await stack.cloud.volumes.create(disk);
    stack.emulator.clock.advance(60_000);
    const machine = await accepted({ volumes: [SCRATCH], existingVolumes: [data] });
    wait();
    stack.emulator.clock.resume();
    await machine.delete();
    expect(await volumes()).toEqual(['data']);
  });

  it('is not forgotten with its volumes when it is evicted before the next read', async () => {
    const machine = await accepted({ volumes: [SCRATCH] });
    pass();
    stack.emulator.control.evict(machine.id);
    pass();
    expect(await volumes()).toHaveLength(2);
    expect(await machine.refresh()).toBe(true);
    stack.emulator.clock.resume();
    await machine.delete();
    expect(await volumes()).toEqual([]);
  });

  it('is deleted with its volumes if another order replaces it after an interrupted run', async () => {
    const given = { ...MACHINE, hostname: 'trainer', volumes: [SCRATCH], awaitReady: false };
    await stack.up('instance', 'trainer', given);
    // The engine was killed before it saved the machine, and the program has changed since.
    stack.newProcess();
    stack.emulator.clock.resume();
    await stack.up('instance', 'trainer', { ...given, instanceType: 'CPU.4V.16G', volumes: [] });
    expect(await stack.cloud.instances.list()).toHaveLength(1);
    expect(await volumes()).toHaveLength(1);
  });
});
