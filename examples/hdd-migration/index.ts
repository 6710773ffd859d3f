// Moves an old HDD volume, a type that can no longer be created, to NVMe without losing data.
//
//   pulumi config set hdd <id of the volume> && pulumi up    adopts the old volume and creates the copy
//   pulumi config set migrated true && pulumi up             when the copy is good: moves the old volume to the trash
import * as pulumi from '@pulumi/pulumi';
import { Instance, SshKey, Volume, getVolumeOutput } from 'pulumi-cloud-compute';

const config = new pulumi.Config();
const sourceVolumeId = config.require('hdd');
const locationCode = 'FIN-01';

// Put your own public key here: `cat ~/.ssh/id_ed25519.pub`.
const key = new SshKey('laptop', {
  key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIA1nFKrDtvp9MmvraZGJ1rG7ZqdzbS+ryWCl7TQrRBf you@laptop',
});

const size = 200;

// Adopted unchanged, so that a later `up` can remove it.
if (!config.getBoolean('migrated')) {
  new Volume('old', { adoptId: sourceVolumeId, name: 'archive', size, type: 'HDD', locationCode });
}

// Another type and, if you want, another location: both may differ from the source.
const data = new Volume('data', { sourceVolumeId, size, type: 'NVMe', locationCode });

const server = new Instance('server', {
  instanceType: 'CPU.4V.16G',
  image: 'ubuntu-24.04',
  locationCode,
  osVolume: { size: 50 },
  existingVolumes: [data.id],
  sshKeyIds: [key.id],
});

export const mount = getVolumeOutput({ id: data.id }, { dependsOn: [server] }).mountCommand;
