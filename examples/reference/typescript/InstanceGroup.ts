import { Instance, InstanceGroup, getSshKeyOutput } from 'pulumi-cloud-compute';

const servers = new InstanceGroup('servers', {
  instanceType: '1V100.6V',
  locationCode: 'FIN-01',
  template: {
    image: 'ubuntu-24.04-cuda-12.8-open-docker',
    osVolume: { size: 100 },
    sshKeyIds: [getSshKeyOutput({ name: 'workstation' }).id],
  },
});

// The type, the image and the location are those of the group. A changed template replaces the machine.
const server = new Instance('server', { instanceGroupId: servers.id, groupRevision: servers.revision });

export const address = server.ip;
