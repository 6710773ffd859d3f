import { Instance, getCheapestInstanceTypeOutput } from 'pulumi-cloud-compute';

const cheapest = getCheapestInstanceTypeOutput({ gpuModel: 'V100', locationCodes: ['FIN-01', 'FIN-02'] });

const machine = new Instance('cheap', {
  instanceType: cheapest.instanceType,
  locationCode: cheapest.locationCode,
  image: 'ubuntu-24.04-cuda-12.8-open-docker',
});

export const price = machine.pricePerHour;
