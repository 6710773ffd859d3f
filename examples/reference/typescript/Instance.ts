import { Instance, getSshKeyOutput } from 'pulumi-cloud-compute';

const trainer = new Instance('trainer', {
  instanceType: '1H100.80S.30V',
  image: 'ubuntu-24.04-cuda-12.8-open-docker',
  locationCode: 'FIN-01',
  osVolume: { size: 100 },
  volumes: [{ name: 'scratch', size: 500, type: 'NVMe' }],
  sshKeyIds: [getSshKeyOutput({ name: 'workstation' }).id],
});

export const ip = trainer.ip;
