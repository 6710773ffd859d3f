import { InProcessStack } from './inProcessStack';

describe('a cluster', () => {
  let stack: InProcessStack;
  let cluster: Record<string, unknown>;

  beforeEach(async () => {
    stack = await InProcessStack.start();
    const key = await stack.up('sshKey', 'me', {
      key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGzZdYGn0eVL4q6Qhn4NQDYM/9S1u142tFWt0A6k40+a me',
    });
    const [image] = await stack.cloud.catalogue.clusterImages({ clusterType: '16H100' });
    const [room] = (await stack.cloud.catalogue.clusterAvailability()).filter(({ availabilities }) =>
      availabilities.includes('16H100'),
    );
    cluster = {
      clusterType: '16H100',
      image: image?.image_type ?? '',
      locationCode: room?.location_code ?? '',
      sshKeyIds: [key.id],
    };
  });

  afterEach(async () => {
    await stack.stop();
  });

  it('is ready when all its nodes are, and the next preview is empty', async () => {
    const made = await stack.up('cluster', 'big', { ...cluster, tags: { team: 'ml' } });
    expect(made.outputs).toMatchObject({ status: 'running' });
    const nodes = made.outputs['workerNodes'] as { status: string }[];
    expect(nodes.length).toBeGreaterThan(1);
    expect(nodes.every(({ status }) => status === 'running')).toBe(true);
    expect(await made.diff()).toMatchObject({ changes: false });
    await made.refresh();
    expect(await made.diff()).toMatchObject({ changes: false });
  });

  it('has its nodes shut down and booted, and its tags changed, in place', async () => {
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

  it('is gone after a refresh when somebody discontinued it', async () => {
    const made = await stack.up('cluster', 'big', cluster);
    await stack.cloud.clusters.discontinue([made.id]);
    stack.emulator.clock.advance(600_000);
    expect(await made.refresh()).toBe(false);
  });
});
