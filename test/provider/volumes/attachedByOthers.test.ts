// A pending tag or the state proves that a volume was created with its machine. A name proves nothing.
import type { TestResource } from '../support/inProcessStack';
import { InProcessStack } from '../support/inProcessStack';
import { info } from '../../../provider/run/progress';
import { warnedBy } from '../support/warnings';

jest.mock('../../../provider/run/progress');

const MACHINE = {
  ...{ hostname: 'trainer', image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01' },
  osVolume: { name: 'trainer-os', size: 50 },
};
const SCRATCH = { name: 'scratch', size: 10, type: 'NVMe' } as const;
const OFF = { ...MACHINE, powerState: 'offline' };

describe('a volume that a person attached', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start();
  });

  afterEach(() => stack.stop());

  /**
   * Shuts the machine down if necessary, and creates a volume on it that equals an inline volume, as another person
   * would.
   */
  const attachTheirs = async (id: string): Promise<string> => {
    if ((await stack.cloud.instances.get(id)).status !== 'offline')
      await stack.cloud.instances.perform({ action: 'force_shutdown', id });
    stack.emulator.clock.advance(60_000);
    const theirs = await stack.cloud.volumes.create({
      ...SCRATCH,
      ...{ location_code: 'FIN-01', instance_ids: [id] },
    });
    stack.emulator.clock.advance(60_000);
    return theirs;
  };
  /** Removes the pending tag, as the program does when the machine is in state. */
  const removePendingTag = async ({ id }: TestResource) => {
    const { tags } = await stack.cloud.instances.get(id);
    for (const tag of tags.filter(({ key }) => key === 'pulumi-pending'))
      await stack.cloud.tags.remove('instances', id, tag.id);
  };
  const left = async () => (await stack.cloud.volumes.list()).map(({ id }) => id);
  const volumesNamedScratch = async () =>
    (await stack.cloud.volumes.list()).filter(({ name }) => name === 'scratch').map(({ id }) => id);

  it('is not deleted with a machine whose create did not wait', async () => {
    const machine = await stack.up('instance', 'trainer', {
      ...{ ...MACHINE, awaitReady: false },
      volumes: [SCRATCH],
    });
    await removePendingTag(machine);
    stack.emulator.clock.advance(600_000);
    const theirs = await attachTheirs(machine.id);
    await machine.refresh();
    expect(machine.outputs['ownVolumeIds']).toHaveLength(2);
    await machine.delete();
    expect(await left()).toEqual([theirs]);
  });

  it('stays on another machine when the machine that created it is deleted, and no message says otherwise', async () => {
    const machine = await stack.up('instance', 'trainer', { ...OFF, volumes: [SCRATCH] });
    const theirs = await stack.up('instance', 'theirs', { ...OFF, hostname: 'theirs', osVolume: undefined });
    const [scratch] = await volumesNamedScratch();
    await stack.cloud.volumes.perform({ action: 'detach', id: scratch ?? '' });
    await stack.until(async () => (await stack.cloud.volumes.get(scratch ?? '')).status === 'detached');
    await stack.cloud.volumes.perform({ action: 'attach', id: scratch ?? '', instance_id: theirs.id });
    await stack.until(async () => (await stack.cloud.volumes.get(scratch ?? '')).status === 'attached');
    stack.newProcess();
    await stack.resource('volume', 'other', { size: 10, type: 'NVMe', locationCode: 'FIN-01' }).problems();
    jest.mocked(info).mockClear();
    const warned = await warnedBy(() => machine.delete());
    expect(warned).not.toContain('scratch');
    expect(jest.mocked(info).mock.calls.map(([, message]) => message)).toContainEqual(
      expect.stringContaining(`The volume scratch (${scratch ?? ''}, 10 GB) of the deleted instance is kept`),
    );
    expect((await stack.cloud.volumes.get(scratch ?? '')).status).toBe('attached');
    expect((await stack.cloud.instances.list()).map(({ id }) => id)).toEqual([theirs.id]);
  });

  it('is not deleted with a machine that created no volumes', async () => {
    const first = await stack.up('instance', 'first', { ...MACHINE, keepVolumes: true });
    const image = (await stack.cloud.instances.get(first.id)).os_volume_id ?? '';
    await first.delete();
    stack.newProcess();
    const machine = await stack.up('instance', 'trainer', {
      ...{ ...OFF, image, osVolume: undefined },
    });
    await removePendingTag(machine);
    const theirs = await attachTheirs(machine.id);
    await machine.refresh();
    expect(machine.outputs['ownVolumeIds']).toEqual([]);
    await machine.delete();
    expect((await left()).sort()).toEqual([image, theirs].sort());
  });

  it('belongs to the machine only if an adoption declares it', async () => {
    const theirs = await stack.up('instance', 'theirs', OFF);
    await removePendingTag(theirs);
    const scratch = await attachTheirs(theirs.id);
    const other = await stack.cloud.volumes.create({
      ...{ ...SCRATCH, name: 'other' },
      ...{ location_code: 'FIN-01', instance_ids: [theirs.id] },
    });
    stack.emulator.clock.advance(60_000);
    stack.newProcess();
    const mine = await stack.up('instance', 'mine', { ...OFF, adoptId: theirs.id, volumes: [SCRATCH] });
    expect(await volumesNamedScratch()).toEqual([scratch]);
    expect(mine.outputs['ownVolumeIds']).toContain(scratch);
    stack.newProcess();
    await mine.delete();
    expect(await left()).toEqual([other]);
  });

  it('is taken over once if its adoption fails half-way', async () => {
    const theirs = await stack.up('instance', 'theirs', OFF);
    await removePendingTag(theirs);
    const scratch = await attachTheirs(theirs.id);
    stack.newProcess();
    const args = { ...OFF, adoptId: theirs.id, volumes: [SCRATCH], tags: { team: 'ml' } };
    stack.emulator.control.faults.add({
      ...{ kind: 'status', status: 403, times: 1 },
      operation: 'POST /v1/instances/*/tags',
    });
    const mine = stack.resource('instance', 'mine', args);
    await expect(mine.create()).rejects.toThrow('403');
    stack.newProcess();
    await mine.update(args);
    expect(await volumesNamedScratch()).toEqual([scratch]);
    expect(mine.outputs['inlineVolumes']).toEqual([{ id: scratch, name: 'scratch' }]);
  });
});
