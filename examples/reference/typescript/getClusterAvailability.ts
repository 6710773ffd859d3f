import { getClusterAvailabilityOutput } from 'pulumi-cloud-compute';

// The cluster types with capacity in this location now.
export const clusterTypes = getClusterAvailabilityOutput({ locationCode: 'FIN-01' }).apply(
  ([location]) => location?.availabilities ?? [],
);
