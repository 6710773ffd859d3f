// A run is killed while it changes a machine or its volumes, and the program is then as before.
import { InProcessStack } from '../support/inProcessStack';
import type { TestResource } from '../support/inProcessStack';
import { killedRuns, MACHINE, VOLUME } from '../support/killedRuns';
import { warnedBy } from '../support/warnings';
import { currentSession } from '../../../provider/session/session';

jest.mock('../../../provider/session/progress');

describe('an update of a machine in a killed run', () => {
  let stack: InProcessStack;
  const { notes, endProcess, kill, apply } = killedRuns(() => stack);
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

  it.each([['tags'], ['*']])('is reverted in place, whatever replaceOnChanges names: %s', async (path) => {
    const machine = await stack.up('instance', 'trainer', { ...MACHINE, tags: { team: 'ml' } });
    await kill(machine, { ...MACHINE, tags: { team: 'other' } });
    await apply(machine, { ...MACHINE, tags: { team: 'ml' }, __replaceOn: [path] });
    expect((await stack.cloud.instances.get(machine.id)).tags).toContainEqual(
      expect.objectContaining({ key: 'team', value: 'ml' }),
    );
  });

  it('an update of a tag with a long key is reverted', async () => {
    const machine = await stack.up('instance', 'trainer', MACHINE);
    const args = { resourceId: machine.id, resourceType: 'instance', key: '名'.repeat(63), value: 'a' };
    const tag = await stack.up('tag', 'team', args);
    await kill(tag, { ...args, value: 'b' });
    await apply(tag, args);
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
    const left = async (machine: TestResource) => {
      stack.emulator.control.evict(machine.id);
      stack.emulator.clock.advance(600_000);
      return (await stack.cloud.volumes.list()).map(({ name }) => name).sort();
    };

    it.each([
      ['keep_detached', 'delete_permanently'],
      [undefined, 'move_to_trash'],
    ])('is reverted: from %s to %s', async (before, after) => {
      const machine = await stack.up('instance', 'spot', spot(before));
      await kill(machine, spot(after));
      expect(await apply(machine, spot(before))).toContain('was about to change osVolume');
      expect(await left(machine)).toEqual(['os', 'scratch']);
    });

    it('is not reverted with one policy for all if it would have set one of several, and the preview says so', async () => {
      const before = spot('delete_permanently', 60, 'keep_detached');
      const machine = await stack.up('instance', 'spot', before);
      stack.emulator.control.faults.add({
        kind: 'status',
        status: 500,
        operation: 'PUT /v1/volumes',
        times: 'always',
      });
      await expect(machine.copy().update(spot('keep_detached', 70, 'keep_detached'))).rejects.toThrow('500');
      stack.emulator.control.faults.clear();
      endProcess();
      const said = await warnedBy(() => machine.diff(before));
      expect(said).toContain('it cannot be set for a single volume');
      await machine.update(before);
      expect(await left(machine)).toEqual(['scratch']);
    });

    it('is noted until the policy that it may have set is set again, and is in no state', async () => {
      const machine = await stack.up('instance', 'spot', spot('keep_detached'));
      const wanted = { ...spot('delete_permanently', 70), tags: { x: '1' } };
      const lost = { kind: 'status', status: 500, when: 'after', operation: 'PUT /v1/instances' } as const;
      stack.emulator.control.faults.add({ ...lost, action: 'configure_spot', times: 'always' });
      await expect(machine.update(wanted)).rejects.toThrow('500');
      endProcess();
      const reverted = spot('keep_detached', 70);
      await expect(machine.update(reverted)).rejects.toThrow('500');
      expect(JSON.stringify(machine.outputs)).not.toContain('unknown');
      stack.emulator.control.faults.clear();
      endProcess();
      await machine.refresh();
      await machine.refresh();
      expect(await machine.diff(reverted)).toMatchObject({ changes: true });
      await machine.update(reverted);
      endProcess();
      expect(await machine.diff(reverted)).toMatchObject({ changes: false });
      expect(await left(machine)).toEqual(['os', 'scratch']);
    });

    it('is not set if the update did not change it', async () => {
      const machine = await stack.up('instance', 'spot', spot());
      await kill(machine, { ...spot(undefined, 70), tags: { x: '1' } });
      const perform = jest.spyOn(currentSession().client.instances, 'perform');
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
    await apply(volume, args);
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
      await apply(machine, before);
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
    expect(warned).not.toContain('interrupted');
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
    await apply(cluster, program);
    expect((await workers()).map(({ status }) => status)).toEqual(['running', 'running']);
  });

  it('is reverted if it has shut the machine down', async () => {
    const machine = await stack.up('instance', 'trainer', MACHINE);
    await kill(machine, { ...MACHINE, powerState: 'offline' });
    await apply(machine, MACHINE);
    expect(await stack.cloud.instances.get(machine.id)).toMatchObject({ status: 'running' });
  });
});
