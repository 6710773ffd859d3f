import { getInstanceTypesOutput } from 'pulumi-cloud-compute';

// The instance types with eight GPUs, and their prices per hour in euros.
export const prices = getInstanceTypesOutput({ currency: 'eur' }).apply((types) =>
  types
    .filter(({ gpu }) => gpu.numberOfGpus === 8)
    .map(({ instanceType, pricePerHour }) => ({ instanceType, pricePerHour })),
);
