import { getClusterTypesOutput } from 'pulumi-cloud-compute';

// The price of each type of cluster per hour, in US dollars.
export const prices = getClusterTypesOutput().apply((types) =>
  Object.fromEntries(types.map(({ clusterType, pricePerHour }) => [clusterType, pricePerHour])),
);
