import { InProcessStack } from '../support/inProcessStack';
import { warnedBy } from '../support/warnings';

jest.mock('../../../provider/run/progress');

describe('a cluster', () => {
  let stack: InProcessStack;
  let cluster: Record<string, unknown>;

  beforeEach(async () => {
    stack = await InProcessStack.start();
    const key = await stack.up('sshKey', 'me', {
      key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGzZdYGn0eVL4q6Qhn4NQDYM/9S1u142tFWt0A6k40+a me',
    });
    const [image] = await stack.cloud.catalogue.clusterImages({ clusterType: '16H100' });
    const [place] = (await stack.cloud.catalogue.clusterAvailability()).filter(({ availabilities }) =>
      availabilities.includes('16H100'),
    );
    cluster = {
      clusterType: '16H100',
      image: image?.image_type ?? '',
      locationCode: place?.location_code ?? '',
      sshKeyIds: [key.id],
    };
  });

  afterEach(async () => {
    await stack.stop();
  });

  it('is ready when all its nodes are ready, and the next preview is empty', async () => {
    const made = await stack.up('cluster', 'big', { ...cluster, tags: { team: 'ml' } });
    expect(made.outputs).toMatchObject({ status: 'running' });
    const nodes = made.outputs['workerNodes'] as { status: string }[];
    expect(nodes.length).toBeGreaterThan(1);
    expect(nodes.every(({ status }) => status === 'running')).toBe(true);
    expect(await made.diff()).toMatchObject({ changes: false });
    await made.refresh();
    expect(await made.diff()).toMatchObject({ changes: false });
  });

  it('is changed in place: its nodes are shut down and booted, and its tags change', async () => {
    const made = await stack.up('cluster', 'big', { ...cluster, tags: { team: 'ml' } });
    await made.update({ ...cluster, tags: { team: 'research' }, powerState: 'offline' });
    const off = await stack.cloud.clusters.get(made.id);
    expect(off.worker_nodes.map(({ status }) => status)).toEqual(off.worker_nodes.map(() => 'offline'));
    expect(off.tags).toEqual(
      expect.arrayContaining([expect.objectContaining({ key: 'team', value: 'research' })]),
    );
    expect(await made.diff()).toMatchObject({ changes: false });
    await made.update({ ...cluster, tags: { team: 'research' } });
    const on = await stack.cloud.clusters.get(made.id);
    expect(on.worker_nodes.every(({ status }) => status === 'running')).toBe(true);
  });

  it('deletes its shared volume also if the cloud did not show it while the cluster was ordered', async () => {
    const { faults } = stack.emulator.control;
    for (const operation of ['listClusters', 'getCluster'])
      faults.add({ kind: 'rewrite', operation, times: 'always', set: { shared_volumes: [] } });
    const sharedVolume = { name: 'data', size: 50 };
    const args = { ...cluster, sharedVolume, deleteSharedVolumes: true, awaitReady: false };
    const made = await stack.up('cluster', 'big', args);
    expect(made.outputs).toMatchObject({ sharedVolumes: [] });
    faults.clear();
    stack.newProcess();
    await made.delete();
    expect(await stack.cloud.volumes.list()).toEqual([]);
  });

  it('is deployed with a shared volume that is just being attached to another machine', async () => {
    const disk = { size: 10, type: 'NVMe_Shared', locationCode: cluster['locationCode'] };
    const shared = await stack.up('volume', 'shared', disk);
    const existingVolumes = [shared.id];
    const { image: _image, clusterType: _type, ...place } = cluster;
    const machine = { ...place, instanceType: 'CPU.4V.16G', image: 'ubuntu-24.04', existingVolumes };
    await Promise.all([
      stack.up('instance', 'one', machine),
      stack.up('cluster', 'big', { ...cluster, existingVolumes }),
      stack.up('cluster', 'second', { ...cluster, existingVolumes }),
    ]);
    expect((await stack.cloud.volumes.get(shared.id)).instances).toHaveLength(3);
  });

  describe('a cluster of a program that shuts one node down', () => {
    const nodesOf = async (id: string) => {
      const { worker_nodes: workers, jump_host: jump } = await stack.cloud.clusters.get(id);
      return [...workers, ...(jump ? [jump] : [])];
    };
    const offline = async (id: string) =>
      (await nodesOf(id)).filter(({ status }) => status !== 'running').map(({ hostname }) => hostname);

    it('keeps the other nodes running, and boots the node when it leaves the list', async () => {
      const made = await stack.up('cluster', 'big', cluster);
      const [first, second] = await nodesOf(made.id);
      const said = { ...cluster, offlineNodes: [first?.hostname ?? ''] };
      expect(await warnedBy(() => made.diff(said))).toBe(
        `${String(first?.hostname)} will be shut down, and stays billed.`,
      );
      await made.update(said);
      expect(await offline(made.id)).toEqual(said.offlineNodes);
      expect(await made.diff()).toMatchObject({ changes: false });
      await made.refresh();
      expect(made.inputs).toMatchObject({ powerState: 'running', offlineNodes: said.offlineNodes });
      expect(await made.diff()).toMatchObject({ changes: false });
      await made.update({ ...cluster, offlineNodes: [second?.id ?? ''] });
      expect(await offline(made.id)).toEqual([second?.hostname]);
      await made.update(cluster);
      expect(await offline(made.id)).toEqual([]);
    });

    it('shuts down the jump host, which powerState leaves alone, and boots it again', async () => {
      const made = await stack.up('cluster', 'big', cluster);
      const jump = (await nodesOf(made.id)).at(-1)?.hostname ?? '';
      await made.update({ ...cluster, offlineNodes: [jump] });
      expect(await offline(made.id)).toEqual([jump]);
      await made.update(cluster);
      expect(await offline(made.id)).toEqual([]);
    });

    it('shows at refresh that somebody booted the node and shut down another', async () => {
      const made = await stack.up('cluster', 'big', cluster);
      const [first, second] = await nodesOf(made.id);
      const said = { ...cluster, offlineNodes: [first?.hostname ?? ''] };
      await made.update(said);
      await stack.cloud.clusters.nodeAction(made.id, first?.id ?? '', 'boot');
      await stack.cloud.clusters.nodeAction(made.id, second?.id ?? '', 'force_shutdown');
      stack.emulator.clock.advance(600_000);
      await made.refresh();
      expect(made.inputs).toMatchObject({ powerState: 'offline' });
      expect(made.inputs['offlineNodes'] ?? []).toEqual([]);
      await made.update(said);
      expect(await offline(made.id)).toEqual(said.offlineNodes);
    });

    it('refuses at preview a node that the cluster does not have, and names its nodes', async () => {
      const made = await stack.up('cluster', 'big', { ...cluster, hostname: 'train' });
      const [first] = await nodesOf(made.id);
      const misspelt = `${String(first?.hostname)}x`;
      await expect(made.diff({ ...cluster, hostname: 'train', offlineNodes: [misspelt] })).rejects.toThrow(
        `offlineNodes names "${misspelt}", which is no node of the cluster train: did you mean "${String(first?.hostname)}"?`,
      );
    });
  });

  it('leaves its shared volume when it is deleted, or deletes it on request', async () => {
    const sharedVolume = { name: 'shared', size: 100 };
    const kept = await stack.up('cluster', 'kept', { ...cluster, sharedVolume });
    await kept.delete();
    expect((await stack.cloud.volumes.list()).map(({ name }) => name)).toEqual(['shared']);
    const taken = await stack.up('cluster', 'taken', {
      ...cluster,
      sharedVolume: { ...sharedVolume, name: 'gone' },
      deleteSharedVolumes: true,
    });
    await taken.delete();
    expect((await stack.cloud.volumes.list()).map(({ name }) => name)).toEqual(['shared']);
    expect(await stack.cloud.clusters.list()).toEqual([]);
  });

  it('is replaced if an attached volume is declared as its own, which its delete would remove', async () => {
    const theirs = await stack.up('volume', 'theirs', {
      ...{ type: 'NVMe_Shared', name: 'theirs', size: 40, locationCode: String(cluster['locationCode']) },
    });
    const made = await stack.up('cluster', 'big', { ...cluster, existingVolumes: [theirs.id] });
    stack.newProcess();
    const own = { ...cluster, sharedVolume: { name: 'theirs', size: 40 }, deleteSharedVolumes: true };
    expect(await made.diff(own)).toMatchObject({
      replaces: expect.arrayContaining(['sharedVolume']) as unknown,
    });
  });

  it('deletes only the shared volume that the program declares if it was adopted', async () => {
    const { volumes, clusters } = stack.cloud;
    const location_code = String(cluster['locationCode']);
    const type = 'NVMe_Shared';
    const theirs = await volumes.create({ type, name: 'theirs', size: 40, location_code });
    await stack.until(async () => (await volumes.get(theirs)).status === 'detached');
    const sharedVolume = { name: 'shared', size: 20 };
    const adoptId = await clusters.deploy({
      cluster_type: String(cluster['clusterType']),
      image: String(cluster['image']),
      ssh_key_ids: cluster['sshKeyIds'] as string[],
      hostname: 'train',
      description: 'train',
      location_code,
      shared_volume: sharedVolume,
      existing_volumes: [{ id: theirs }],
    });
    await stack.until(async () => (await clusters.get(adoptId)).status === 'running');
    const args = { ...cluster, hostname: 'train', sharedVolume, deleteSharedVolumes: true };
    const adopted = await stack.up('cluster', 'train', { ...args, adoptId });
    stack.newProcess();
    const warned = await warnedBy(() => adopted.delete());
    expect(warned).toContain(`The shared volume theirs (${theirs}) stays and is still billed.`);
    expect((await volumes.list()).map(({ name }) => name)).toEqual(['theirs']);
    expect(await clusters.list()).toEqual([]);
  });

  it('gets its number of machines from clusterType, which is suggested for other names of the number', async () => {
    const names = ['nodes', 'nodeCount', 'numberOfNodes', 'workers'];
    const others = Object.fromEntries(names.map((name) => [name, 2]));
    expect(await stack.resource('cluster', 'big', { ...cluster, ...others }).problems()).toEqual(
      names.map((name) => `${name} is not a property here: did you mean clusterType?`),
    );
  });

  it('names its shared volume at a refresh that finds it discontinued', async () => {
    const made = await stack.up('cluster', 'big', {
      ...cluster,
      sharedVolume: { name: 'shared', size: 500 },
    });
    const [shared] = (await stack.cloud.clusters.get(made.id)).shared_volumes;
    await stack.cloud.clusters.discontinue([made.id]);
    await stack.clock.sleep(600_000);
    const warned = await warnedBy(async () => {
      expect(await made.refresh()).toBe(false);
    });
    expect(warned).toContain(
      `The volume shared (${shared?.id ?? ''}, 500 GB) of the cluster ${made.id}, which is gone, stays.`,
    );
    expect(warned).toContain('or delete it in the console');
  });

  it('is gone after a refresh when somebody discontinued it', async () => {
    const made = await stack.up('cluster', 'big', cluster);
    await stack.cloud.clusters.discontinue([made.id]);
    stack.emulator.clock.advance(600_000);
    expect(await made.refresh()).toBe(false);
  });
});
