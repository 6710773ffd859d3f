import * as pulumi from '@pulumi/pulumi';
import { Instance, InstanceGroup, SshKey, StartupScript, Tag, Volume } from 'pulumi-cloud-compute';

const locationCode = 'FIN-01';
const instanceType = '1V100.6V';
const image = 'ubuntu-24.04-cuda-12.8-open-docker';

// Put your own public key here: `cat ~/.ssh/id_ed25519.pub`.
const key = new SshKey('laptop', {
  key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIA1nFKrDtvp9MmvraZGJ1rG7ZqdzbS+ryWCl7TQrRBf you@laptop',
});

const setup = new StartupScript('setup', {
  script: `#!/bin/bash
nvidia-smi > /root/gpu.txt
`,
});

const data = new Volume('data', { size: 100, type: 'NVMe', locationCode });

const trainers = new InstanceGroup('trainers', {
  description: 'Machines that train our models',
  locationCode,
  instanceType,
  template: { image, osVolume: { size: 60 }, sshKeyIds: [key.id], startupScriptId: setup.id },
});

const trainer = new Instance('trainer', {
  instanceGroupId: trainers.id,
  instanceType,
  image,
  locationCode,
  osVolume: { size: 60 },
  existingVolumes: [data.id],
  sshKeyIds: [key.id],
  startupScriptId: setup.id,
  // `pulumi config set team research` changes it in place.
  tags: { team: new pulumi.Config().get('team') ?? 'ml' },
});

new Tag('purpose', { resourceType: 'volume', resourceId: data.id, key: 'purpose', value: 'training-data' });

export const ip = trainer.ip;
export const status = trainer.status;
export const pricePerHour = trainer.pricePerHour;
