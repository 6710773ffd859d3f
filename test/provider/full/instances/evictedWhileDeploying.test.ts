// A spot machine that is evicted while its create waits leaves volumes that are never in state.
import { warn } from '../../../../provider/run/progress';
import { InProcessStack } from '../../support/inProcessStack';
import { warned } from '../../support/warnings';

jest.mock('../../../../provider/run/progress');

const SCRATCH = { name: 'scratch', size: 50, type: 'NVMe', onSpotDiscontinue: 'keep_detached' } as const;
const MACHINE = {
  ...{ hostname: 'trainer', image: 'ubuntu-24.04', instanceType: '1V100.6V', locationCode: 'FIN-01' },
  ...{ isSpot: true, volumes: [SCRATCH] },
  osVolume: { name: 'os', size: 60, onSpotDiscontinue: 'keep_detached' },
};
const DISK = { name: 'data', size: 10, type: 'NVMe', locationCode: 'FIN-01' };

describe('a spot machine that is evicted while its create waits for it', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start();
    jest.mocked(warn).mockClear();
  });

  afterEach(() => stack.stop());

  const namesLeft = async () => {
    // Volumes that are being deleted need time to reach the trash.
    await stack.clock.sleep(60_000);
    return (await stack.cloud.volumes.list()).map(({ name }) => name).sort();
  };
  const namesInTrash = async () => (await stack.cloud.volumes.trash()).map(({ name }) => name).sort();
  const evictNext = () => {
    stack.emulator.control.faults.add({ kind: 'evict', seconds: 0, operation: 'deployInstance' });
  };
  const delayTheReply = () => {
    stack.emulator.control.faults.add({
      ...{ kind: 'delay', milliseconds: 500, when: 'after' },
      operation: 'deployInstance',
    });
  };
  const hideMachines = () => {
    stack.emulator.control.faults.add({
      ...{ kind: 'status', status: 404, times: 'always' },
      operation: 'getInstance',
    });
  };
  /** Evicts the new machine before the reply to its order arrives. */
  const evictBeforeTheReply = async (creating: Promise<void>, old?: string) => {
    let id: string | undefined;
    while (id === undefined)
      [id] = (await stack.cloud.instances.list()).map((one) => one.id).filter((one) => one !== old);
    stack.emulator.clock.advance(3_600_000);
    stack.emulator.control.evict(id);
    await creating;
  };

  it('leaves nothing billed, and the next create creates each volume once', async () => {
    evictNext();
    const machine = stack.resource('instance', 'trainer', MACHINE);
    await expect(machine.create()).rejects.toThrow('discontinued');
    expect(machine.id).toBe('');
    expect(await namesLeft()).toEqual([]);
    expect(await namesInTrash()).toEqual(['os', 'scratch']);
    stack.newProcess();
    await machine.create();
    expect(await namesLeft()).toEqual(['os', 'scratch']);
  });

  it('does not change its attached volumes', async () => {
    const data = await stack.up('volume', 'data', DISK);
    evictNext();
    const machine = stack.resource('instance', 'trainer', { ...MACHINE, existingVolumes: [data.id] });
    await expect(machine.create()).rejects.toThrow('discontinued');
    expect(await namesLeft()).toEqual(['data']);
  });

  it('leaves nothing billed when it is gone before the first read', async () => {
    delayTheReply();
    const machine = stack.resource('instance', 'trainer', MACHINE);
    await evictBeforeTheReply(expect(machine.create()).rejects.toThrow('discontinued'));
    expect(await namesLeft()).toEqual([]);
    expect(await namesInTrash()).toEqual(['os', 'scratch']);
  });

  it('leaves nothing billed when the cloud no longer shows it', async () => {
    delayTheReply();
    hideMachines();
    const machine = stack.resource('instance', 'trainer', MACHINE);
    await evictBeforeTheReply(expect(machine.create()).rejects.toThrow('gone'));
    expect(await namesLeft()).toEqual([]);
    expect(await namesInTrash()).toEqual(['os', 'scratch']);
  });

  it('leaves nothing of it billed when it replaces a machine whose diff was not called', async () => {
    const old = await stack.up('instance', 'trainer', { ...MACHINE, isSpot: false });
    stack.newProcess();
    const scratch = { ...SCRATCH, name: 'new-scratch' };
    const next = { ...MACHINE, volumes: [scratch], osVolume: { ...MACHINE.osVolume, name: 'new-os' } };
    await old.problems(next);
    delayTheReply();
    hideMachines();
    const machine = stack.resource('instance', 'trainer', next);
    await evictBeforeTheReply(expect(machine.create()).rejects.toThrow('gone'), old.id);
    expect(await namesInTrash()).toEqual(['new-os', 'new-scratch']);
    expect(await namesLeft()).toEqual(['os', 'scratch']);
  });

  describe('the run after a killed run whose spot machine was evicted', () => {
    /** Evicts the machine and ends the process; the engine saves nothing. */
    const evictAndKill = async (args: object = {}) => {
      evictNext();
      await stack.up('instance', 'trainer', { ...MACHINE, ...args, awaitReady: false });
      await stack.clock.sleep(300_000);
      stack.newProcess();
    };

    it.each([
      ['all its volumes', MACHINE],
      ['its operating-system volume', { ...MACHINE, volumes: [] }],
    ])('leaves nothing billed beside its own resources: %s', async (_what, args) => {
      await evictAndKill(args);
      const left = await namesLeft();
      expect(left).toContain('os');
      await stack.up('instance', 'trainer', args);
      expect(await namesLeft()).toEqual(left);
      expect(await namesInTrash()).toEqual(left);
      expect(warned()).toContain('evicted before it was in state. It is moved to the trash');
    });

    // It expected that the data volume is removed. Its tag does not prove that no state had the machine.
    it('names the volumes of a machine that the cloud no longer has', async () => {
      await evictAndKill();
      await stack.clock.sleep(2 * 3_600_000);
      const os = (await stack.cloud.volumes.list()).find(({ name }) => name === 'os');
      await stack.up('instance', 'trainer', MACHINE);
      expect(warned()).toContain(`volume os (${os?.id ?? ''})`);
      expect(warned()).toContain('It stays and is billed');
      expect(warned()).toContain('The volume scratch (');
      expect(await namesLeft()).toEqual(['os', 'os', 'scratch', 'scratch']);
      stack.newProcess();
      jest.mocked(warn).mockClear();
      await stack.up('instance', 'other', { ...MACHINE, osVolume: { ...MACHINE.osVolume, name: 'another' } });
      expect(warned()).not.toContain('volume os ');
    });

    it('leaves a volume that the program keeps, and names it', async () => {
      await evictAndKill({ __keep: true });
      await stack.up('instance', 'trainer', { ...MACHINE, __keep: true });
      expect(await namesInTrash()).toEqual([]);
      expect(warned()).toContain('It is kept because of');
    });

    it('deletes no volume of a person who copied its tags or uses its volumes', async () => {
      await evictAndKill();
      const scratch = (await stack.cloud.volumes.list()).find(({ name }) => name === 'scratch');
      const [tag] = scratch?.tags ?? [];
      await stack.clock.sleep(900_000);
      await stack.cloud.volumes.create({
        ...{ name: 'copied', size: 10, type: 'NVMe', location_code: 'FIN-01' },
        tags: [{ key: tag?.key ?? '', value: tag?.value ?? '' }],
      });
      const other = await stack.up('instance', 'other', { ...MACHINE, volumes: [], powerState: 'offline' });
      await stack.cloud.volumes.perform({ action: 'attach', id: scratch?.id ?? '', instance_id: other.id });
      stack.newProcess();
      await stack.up('instance', 'trainer', { ...MACHINE, volumes: [] });
      expect(await namesLeft()).toEqual(['copied', 'os', 'os', 'scratch']);
    });

    it('keeps volumes of old state, although they still have pending tags', async () => {
      const machine = await stack.up('instance', 'trainer', MACHINE);
      stack.emulator.control.evict(machine.id);
      stack.newProcess();
      await machine.diff();
      await stack.up('instance', 'trainer', MACHINE);
      expect(await namesInTrash()).toEqual([]);
    });
  });
});
