import { getInstanceAvailabilityOutput } from 'pulumi-cloud-compute';

// The locations that have spot capacity for this type now.
export const locations = getInstanceAvailabilityOutput({ isSpot: true }).apply((all) =>
  all
    .filter(({ availabilities }) => availabilities.includes('1H100.80S.30V'))
    .map(({ locationCode }) => locationCode),
);
