import { Cluster, getSshKeyOutput } from 'pulumi-cloud-compute';

const cluster = new Cluster('train', {
  clusterType: '16H100',
  image: 'ubuntu-22.04-cuda-12.4-cluster',
  locationCode: 'FIN-01',
  sharedVolume: { name: 'datasets', size: 1000 },
  sshKeyIds: [getSshKeyOutput({ name: 'workstation' }).id],
});

export const login = cluster.ip;
export const nodes = cluster.workerNodes.apply((all) => all.map(({ hostname }) => hostname));
