import type { Life } from '../lifecycle';

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGzZdYGn0eVL4q6Qhn4NQDYM/9S1u142tFWt0A6k40+b other';

const programWith = (args: string, hostname = 'train') => `
  const key = new cc.SshKey('cluster', { name: 'cluster', key: '${KEY}' });
  const cluster = new cc.Cluster('train', {
    hostname: '${hostname}', clusterType: '16H100', image: 'ubuntu-22.04-cuda-12.4-cluster', locationCode: 'FIN-01',
    sshKeyIds: [key.id], sharedVolume: { name: 'datasets', size: 100 }, deleteSharedVolumes: true, ${args}
  });
  exports.workers = cluster.workerNodes.length;`;

export const cluster: Life = {
  kind: 'Cluster',
  name: 'train',
  list: (cloud) => cloud.clusters.list(),
  beside: 1,
  program: programWith(`tags: { team: 'ml', shared: '' }`),
  updated: programWith(`tags: { team: 'research' }, powerState: 'offline'`),
  afterUpdate: async (cloud, id) => {
    const found = await cloud.clusters.get(id);
    expect(found.worker_nodes.map(({ status }) => status)).toEqual(['offline', 'offline']);
    expect(found.tags).toEqual([expect.objectContaining({ key: 'team', value: 'research' })]);
  },
  replaced: programWith(`tags: { team: 'research' }`, 'train-again'),
  replacedSays: [
    'Replacing it deletes the storage of its nodes permanently',
    'the storage datasets (100 GB) is moved to the trash',
  ],
  drift: async (cloud, id, found) => {
    const { tags, worker_nodes: workers } = await cloud.clusters.get(id);
    expect(found.outputs['workerNodes']).toMatchObject(workers.map(() => ({ status: 'running' })));
    expect(found.outputs['sharedVolumes']).toEqual([
      expect.objectContaining({ name: 'datasets', sizeInGigabytes: 100 }),
    ]);
    await cloud.tags.remove('clusters', id, tags[0]?.id ?? '');
    await cloud.clusters.nodeAction(id, workers[0]?.id ?? '', 'force_shutdown');
  },
  mended: async (cloud, id) => {
    const { tags, worker_nodes: workers } = await cloud.clusters.get(id);
    expect(tags).toEqual([expect.objectContaining({ key: 'team', value: 'research' })]);
    expect(workers.map(({ status }) => status)).toEqual(['running', 'running']);
  },
  vanish: async (cloud, id) => {
    await cloud.clusters.discontinue([id]);
  },
};
