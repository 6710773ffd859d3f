// A machine that was just ordered shows no operating-system volume yet, but is billed.
import { InProcessStack } from '../support/inProcessStack';
import { warnedBy } from '../support/warnings';

jest.mock('../../../provider/run/progress');

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

  /** The program removes the pending tag of the machine after the run; state does not list the volumes yet. */
  const afterRun = async (id: string) => {
    const { tags } = await stack.cloud.instances.get(id);
    const pending = tags.find(({ key }) => key === 'pulumi-pending');
    await stack.cloud.tags.remove('instances', id, pending?.id ?? '');
    pass();
    stack.emulator.clock.resume();
  };

  it('keeps its volumes in state when it is renamed in the program before its first update', async () => {
    const machine = await accepted({ volumes: [SCRATCH], isSpot: undefined });
    await afterRun(machine.id);
    const renamed = machine.copy('worker');
    await renamed.update({
      ...{ ...MACHINE, isSpot: undefined, awaitReady: false, allowShutdown: true },
      volumes: [{ ...SCRATCH, keep: false }],
    });
    expect(renamed.outputs['ownVolumeIds']).toHaveLength(2);
    expect(renamed.outputs['inlineVolumes']).toMatchObject([{ name: 'scratch' }]);
    await renamed.delete();
    expect(await volumes()).toEqual([]);
  });

  it('is replaced with a warning that names the volumes that its delete removes', async () => {
    const machine = await accepted({ volumes: [SCRATCH] });
    await afterRun(machine.id);
    const other = { ...MACHINE, awaitReady: false, volumes: [SCRATCH], image: 'ubuntu-22.04' };
    const warnings = await warnedBy(() => machine.diff(other));
    expect(warnings).toMatch(/Replacing it deletes data: .*\(50 GB\), scratch \(50 GB\)/);
  });

  it('is replaced with a warning that names the volumes that stay', async () => {
    const kept = { keepVolumes: true, volumes: [SCRATCH] };
    const machine = await accepted(kept);
    await afterRun(machine.id);
    const other = { ...MACHINE, awaitReady: false, ...kept, image: 'ubuntu-22.04' };
    expect(await warnedBy(() => machine.diff(other))).toMatch(/The volume scratch \(\S+, 50 GB\) stays\./);
  });

  it('keeps its volumes in state when its create ended too early, and it is renamed before its next update', async () => {
    const args = { ...MACHINE, isSpot: undefined, volumes: [SCRATCH] };
    const machine = stack.resource('instance', 'trainer', { ...args, __timeouts: { create: '1m' } });
    await expect(machine.create()).rejects.toThrow();
    await afterRun(machine.id);
    const renamed = machine.copy('worker');
    await renamed.update(args);
    expect(renamed.outputs['ownVolumeIds']).toHaveLength(2);
    await renamed.delete();
    expect(await volumes()).toEqual([]);
  });

  it('is deleted with its volumes under another name', async () => {
    const machine = await accepted({ volumes: [SCRATCH] });
    await afterRun(machine.id);
    await machine.copy('worker').delete();
    expect(await volumes()).toEqual([]);
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
