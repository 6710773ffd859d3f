import * as cloud from 'pulumi-cloud-compute-native';

// Removes what an interrupted run has left, at `pulumi destroy`.
const orphans = new cloud.OrphanRemoval('orphans');

const trainer = new cloud.Instance(
  'trainer',
  {
    instanceType: '1H100.80S.30V',
    image: 'ubuntu-24.04-cuda-12.8-open-docker',
    locationCode: 'FIN-01',
    osVolume: { size: 100 },
    volumes: [{ name: 'scratch', size: 500, type: 'NVMe' }],
    sshKeyIds: [cloud.getSshKeyOutput({ name: 'workstation' }).result.id],
  },
  { dependsOn: orphans },
);

export const ip = trainer.ip;
