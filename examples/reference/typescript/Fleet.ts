import { Fleet, getSshKeyOutput } from 'pulumi-cloud-compute';

const workers = new Fleet('workers', {
  count: 3,
  instance: {
    instanceType: '1V100.6V',
    image: 'ubuntu-24.04-cuda-12.8-open-docker',
    locationCode: 'FIN-01',
    sshKeyIds: [getSshKeyOutput({ name: 'workstation' }).id],
  },
});

export const addresses = workers.addresses;
