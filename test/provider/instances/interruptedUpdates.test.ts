// A run is killed while it changes a machine or its volumes, and the program is then as before: a refresh shows it.
import { InProcessStack } from '../support/inProcessStack';
import type { TestResource } from '../support/inProcessStack';
import { interruption, killedRuns, MACHINE, VOLUME } from '../support/killedRuns';
import { warnedBy } from '../support/warnings';
import { currentRun } from '../../../provider/run/run';

jest.mock('../../../provider/run/progress');

describe('an update of a machine in a killed run', () => {
  let stack: InProcessStack;
  const { notes, kill, applyRefreshed } = killedRuns(() => stack);
  beforeEach(async () => {
    stack = await InProcessStack.start();
    await stack.useHome();
  });
  afterEach(() => stack.stop());

  const volumeOf = ({ id }: TestResource) => stack.cloud.volumes.get(id);

  it('leaves alone a volume that somebody had attached before a change was refused', async () => {
    const one = await stack.up('volume', 'one', { ...VOLUME, name: 'one' });
    const program = { ...MACHINE, powerState: 'offline', existingVolumes: [], tags: { team: 'ml' } };
    const machine = await stack.up('instance', 'trainer', program);
    await stack.cloud.volumes.perform({ action: 'attach', id: one.id, instance_id: machine.id });
    await stack.until(async () => (await volumeOf(one)).status === 'attached');
    stack.newProcess();
    const refused = { kind: 'status', status: 403, operation: 'createInstanceTag', times: 'always' } as const;
    stack.emulator.control.faults.add(refused);
    const wanted = { ...program, existingVolumes: [one.id], tags: { team: 'ml', stage: 'prod' } };
    await expect(machine.update(wanted)).rejects.toThrow('403');
    stack.emulator.control.faults.clear();
    expect(notes()).toEqual([]);
    stack.newProcess();
    expect(await machine.diff(program)).toMatchObject({ changes: false });
  });

  it('is not noted any more after another machine has kept the volume', async () => {
    const one = await stack.up('volume', 'one', { ...VOLUME, name: 'one' });
    const holder = await stack.cloud.instances.deploy({
      ...{ instance_type: '1V100.6V', image: 'ubuntu-24.04', hostname: 'holder', description: 'theirs' },
      ...{ location_code: 'FIN-01', existing_volumes: [one.id], ssh_key_ids: [] },
    });
    const program = { ...MACHINE, powerState: 'offline', existingVolumes: [] };
    const machine = await stack.up('instance', 'trainer', program);
    await expect(machine.update({ ...program, existingVolumes: [one.id] })).rejects.toThrow(holder);
    expect(notes()).toEqual([]);
  });

  it('is reverted', async () => {
    const machine = await stack.up('instance', 'trainer', { ...MACHINE, tags: { team: 'ml' } });
    await kill(machine, { ...MACHINE, tags: { team: 'other' } });
    await applyRefreshed(machine, { ...MACHINE, tags: { team: 'ml' } });
    expect((await stack.cloud.instances.get(machine.id)).tags).toContainEqual(
      expect.objectContaining({ key: 'team', value: 'ml' }),
    );
  });

  describe('the policy for evictions after an update in a killed run', () => {
    const spot = (policy?: string, size = 60, data?: string) => ({
      ...{ ...MACHINE, instanceType: '1V100.6V', isSpot: true },
      osVolume: { name: 'os', size, onSpotDiscontinue: policy },
      volumes: [{ name: 'scratch', size: 10, type: 'NVMe', onSpotDiscontinue: data }],
    });
    it('is not set if the update did not change it', async () => {
      const machine = await stack.up('instance', 'spot', spot());
      await kill(machine, { ...spot(undefined, 70), tags: { x: '1' } });
      const perform = jest.spyOn(currentRun().client.instances, 'perform');
      await machine.update(spot(undefined, 70));
      expect(perform.mock.calls.map(([{ action }]) => action)).not.toContain('configure_spot');
    });
  });

  it.each([true, false])(
    'is reverted if it changed the attached volumes: attached %s',
    async (isAttached) => {
      const volume = await stack.up('volume', 'data', VOLUME);
      const [without, attached] = [
        { ...MACHINE, existingVolumes: [] },
        { ...MACHINE, existingVolumes: [volume.id] },
      ];
      const [before, after] = isAttached ? [without, attached] : [attached, without];
      const machine = await stack.up('instance', 'trainer', before);
      await kill(machine, after);
      await volume.diff();
      await applyRefreshed(machine, before);
      expect((await volumeOf(volume)).instance_id).toBe(isAttached ? null : machine.id);
    },
  );

  it('stays if the program does not set the input', async () => {
    const volume = await stack.up('volume', 'data', VOLUME);
    const machine = await stack.up('instance', 'trainer', MACHINE);
    await kill(machine, { ...MACHINE, existingVolumes: [volume.id] });
    const warned = await warnedBy(async () => {
      expect(await machine.diff()).toMatchObject({ changes: false });
    });
    expect(warned).toBe(interruption('trainer'));
  });

  it('is reverted if it has shut the machine down', async () => {
    const machine = await stack.up('instance', 'trainer', MACHINE);
    await kill(machine, { ...MACHINE, powerState: 'offline' });
    await applyRefreshed(machine, MACHINE);
    expect(await stack.cloud.instances.get(machine.id)).toMatchObject({ status: 'running' });
  });
});
