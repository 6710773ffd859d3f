import { getVolumeTypesOutput } from 'pulumi-cloud-compute';

// The price of each type of volume.
export const prices = getVolumeTypesOutput().apply((types) =>
  Object.fromEntries(types.map(({ type, price }) => [type, price])),
);
