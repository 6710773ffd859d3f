import * as cloud from 'pulumi-cloud-compute-native';

const orphans = new cloud.OrphanRemoval('orphans');
const checkpoints = new cloud.Volume(
  'checkpoints',
  { size: 100, type: 'NVMe', locationCode: 'FIN-01' },
  { dependsOn: orphans },
);

export const checkpointsId = checkpoints.id;
