// Spot machines, all ordered at once; one resource waits for all of them. Each may be in one of several locations. An
// evicted machine leaves no disk behind, and the next `pulumi up` orders another.
import * as pulumi from '@pulumi/pulumi';
import { Fleet, SshKey } from 'pulumi-cloud-compute';

// `pulumi config set machines 8` adds five machines; the first three stay.
const count = new pulumi.Config().getNumber('machines') ?? 3;

// Put your own public key here: `cat ~/.ssh/id_ed25519.pub`.
const key = new SshKey('laptop', {
  key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIA1nFKrDtvp9MmvraZGJ1rG7ZqdzbS+ryWCl7TQrRBf you@laptop',
});

// Short for an `Instance` each with `awaitReady: false`, and an `InstancesReady` for all of them.
const workers = new Fleet('worker', {
  count,
  instance: {
    instanceType: '1V100.6V',
    image: 'ubuntu-24.04-cuda-12.8-open-docker',
    locationCode: 'FIN-01',
    fallbackLocationCodes: ['FIN-02', 'FIN-03'],
    isSpot: true,
    osVolume: { size: 60, onSpotDiscontinue: 'delete_permanently' },
    sshKeyIds: [key.id],
  },
});

export const addresses = workers.addresses;
export const locations = workers.instances.map(({ location }) => location);
