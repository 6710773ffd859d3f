import { getInstanceTypeAvailabilityOutput } from 'pulumi-cloud-compute';

export const hasCapacity = getInstanceTypeAvailabilityOutput({
  instanceType: '1H100.80S.30V',
  locationCode: 'FIN-01',
});
