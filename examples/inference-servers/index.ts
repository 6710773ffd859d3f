// A group of inference servers. Only the group describes them; when its template changes, its revision changes, which
// replaces the servers.
import * as pulumi from '@pulumi/pulumi';
import { Instance, InstanceGroup, SshKey, StartupScript } from 'pulumi-cloud-compute';

const config = new pulumi.Config();
const model = config.get('model') ?? 'llama-3.1-8b-instruct';
const servers = config.getNumber('servers') ?? 2;

// Put your own public key here: `cat ~/.ssh/id_ed25519.pub`.
const key = new SshKey('laptop', {
  key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIA1nFKrDtvp9MmvraZGJ1rG7ZqdzbS+ryWCl7TQrRBf you@laptop',
});

// `pulumi config set model …` creates another script, which changes the revision and replaces the servers.
const serve = new StartupScript('serve', {
  script: `#!/bin/bash\ndocker run -d --gpus all -p 8000:8000 vllm/vllm-openai --model ${model}\n`,
});

const group = new InstanceGroup('servers', {
  description: 'Inference servers',
  locationCode: 'FIN-01',
  instanceType: '1A100.22V',
  template: {
    image: 'ubuntu-24.04-cuda-12.8-open-docker',
    osVolume: { size: 100 },
    sshKeyIds: [key.id],
    startupScriptId: serve.id,
  },
});

// Type, image, location, keys and script come from the group.
const members = Array.from(
  { length: servers },
  (_, index) =>
    new Instance(`server-${index}`, {
      instanceGroupId: group.id,
      groupRevision: group.revision,
      tags: { role: 'inference' },
    }),
);

export const revision = group.revision;
export const endpoints = members.map(({ ip }) => pulumi.interpolate`http://${ip}:8000`);
