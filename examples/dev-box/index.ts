// A machine for daily work that costs little at night.
//
//   at lunch           pulumi config set power offline && pulumi up    shut down; it stays billed, and preview says so
//   after lunch        pulumi config set power running && pulumi up
//   on the first day   pulumi config set disk "$(pulumi stack output disk)"
//   and every evening  pulumi config set asleep true && pulumi up      hibernated: only its disk is billed
//   every morning      pulumi config set asleep false && pulumi up     a new machine from the same disk
import * as pulumi from '@pulumi/pulumi';
import { Instance, SshKey, Volume } from 'pulumi-cloud-compute';

const config = new pulumi.Config();
const locationCode = 'FIN-01';
const osVolume = { name: 'dev-box-os', size: 100 };

// Put your own public key here: `cat ~/.ssh/id_ed25519.pub`.
const key = new SshKey('laptop', {
  key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIA1nFKrDtvp9MmvraZGJ1rG7ZqdzbS+ryWCl7TQrRBf you@laptop',
});

// The disk of the first machine. After the first night it belongs to the stack, so that `destroy` removes it.
const adoptId = config.get('disk');
const disk = adoptId ? new Volume('disk', { adoptId, ...osVolume, type: 'NVMe', locationCode }) : undefined;

const box = config.getBoolean('asleep')
  ? undefined
  : new Instance('dev-box', {
      hostname: 'dev-box',
      instanceType: '1V100.6V',
      locationCode,
      ...(disk ? { image: disk.id } : { image: 'ubuntu-24.04-cuda-12.8-open-docker', osVolume }),
      hibernate: true,
      powerState: config.get('power') === 'offline' ? 'offline' : 'running',
      sshKeyIds: [key.id],
    });

export const ip = box?.ip;
const diskId = box?.osVolumeId ?? disk?.id;
export { diskId as disk };
