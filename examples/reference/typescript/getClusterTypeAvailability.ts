import { getClusterTypeAvailabilityOutput } from 'pulumi-cloud-compute';

export const hasCapacity = getClusterTypeAvailabilityOutput({
  clusterType: '16H100',
  locationCode: 'FIN-01',
});
