// A run is killed while it changes a machine or its volumes, and the program is then as before: a refresh shows it.
import { InProcessStack } from '../support/inProcessStack';
import type { TestResource } from '../support/inProcessStack';
import { interruption, killedRuns, MACHINE, VOLUME } from '../support/killedRuns';
import { warnedBy } from '../support/warnings';
import { currentRun } from '../../../provider/run/run';

jest.mock('../../../provider/run/progress');

describe('an update of a machine in a killed run', () => {
  let stack: InProcessStack;
  const { notes, endProcess, kill, applyRefreshed } = killedRuns(() => stack);
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

  it('an update of a tag with a long key is reverted', async () => {
    const machine = await stack.up('instance', 'trainer', MACHINE);
    const args = { resourceId: machine.id, resourceType: 'instance', key: '名'.repeat(63), value: 'a' };
    const tag = await stack.up('tag', 'team', args);
    await kill(tag, { ...args, value: 'b' });
    await applyRefreshed(tag, args);
    expect((await stack.cloud.instances.get(machine.id)).tags).toContainEqual(
      expect.objectContaining({ key: args.key, value: 'a' }),
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

  it('is reverted if it attached a volume', async () => {
    const machine = await stack.up('instance', 'trainer', MACHINE);
    const args = { ...VOLUME, instanceIds: [] as string[], allowShutdown: true };
    const volume = await stack.up('volume', 'data', args);
    await kill(volume, { ...args, instanceIds: [machine.id] });
    await machine.diff();
    await applyRefreshed(volume, args);
    expect(await volumeOf(volume)).toMatchObject({ instance_id: null });
    expect(await stack.cloud.instances.get(machine.id)).toMatchObject({ status: 'running' });
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

  it('an update of a cluster is reverted if the cloud has shut down one node and refused to shut down another', async () => {
    const { id } = await stack.up('sshKey', 'me', {
      key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGzZdYGn0eVL4q6Qhn4NQDYM/9S1u142tFWt0A6k40+a me',
    });
    const [place] = (await stack.cloud.catalogue.clusterAvailability()).filter(({ availabilities }) =>
      availabilities.includes('16H100'),
    );
    const program = {
      ...{ clusterType: '16H100', image: 'ubuntu-24.04-cuda-12.8-cluster', sshKeyIds: [id] },
      locationCode: place?.location_code,
    };
    const cluster = await stack.up('cluster', 'big', program);
    const workers = async () => (await stack.cloud.clusters.get(cluster.id)).worker_nodes;
    const offlineNodes = (await workers()).map(({ hostname }) => hostname);
    expect(offlineNodes).toHaveLength(2);
    stack.newProcess();
    const operation = 'performClusterNodeAction';
    stack.emulator.control.faults.add({ kind: 'status', status: 403, operation, skip: 1, times: 'always' });
    await expect(cluster.update({ ...program, offlineNodes })).rejects.toThrow('403');
    stack.emulator.control.faults.clear();
    await stack.clock.sleep(600_000);
    expect((await workers()).map(({ status }) => status).sort()).toEqual(['offline', 'running']);
    endProcess();
    await applyRefreshed(cluster, program);
    expect((await workers()).map(({ status }) => status)).toEqual(['running', 'running']);
  });

  it('is reverted if it has shut the machine down', async () => {
    const machine = await stack.up('instance', 'trainer', MACHINE);
    await kill(machine, { ...MACHINE, powerState: 'offline' });
    await applyRefreshed(machine, MACHINE);
    expect(await stack.cloud.instances.get(machine.id)).toMatchObject({ status: 'running' });
  });
});
