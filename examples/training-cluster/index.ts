// A training cluster on shared storage. The datasets outlive the cluster; the scratch space is deleted with it.
import { Cluster, SshKey, StartupScript, Volume, stackCost } from 'pulumi-cloud-compute';

const locationCode = 'FIN-01';

// Put your own public key here: `cat ~/.ssh/id_ed25519.pub`.
const key = new SshKey('laptop', {
  key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIA1nFKrDtvp9MmvraZGJ1rG7ZqdzbS+ryWCl7TQrRBf you@laptop',
});

const setup = new StartupScript('setup', { script: '#!/bin/bash\npip install torch\n' });

// A separate resource: a replacement of the cluster keeps it. Add `{ protect: true }` once it holds real data.
const datasets = new Volume('datasets', { size: 2000, type: 'NVMe_Shared', locationCode });

const cluster = new Cluster('training', {
  clusterType: '16H100',
  image: 'ubuntu-24.04-cuda-12.8-cluster',
  locationCode,
  existingVolumes: [datasets.id],
  sharedVolume: { name: 'scratch', size: 1000 },
  deleteSharedVolumes: true,
  sshKeyIds: [key.id],
  startupScriptId: setup.id,
  tags: { team: 'research' },
});

export const login = cluster.jumpHost.apply((node) => node?.publicIp);
export const workers = cluster.workerNodes.apply((nodes) => nodes.map(({ privateIp }) => privateIp));
export const mounts = cluster.sharedVolumes.apply((volumes) =>
  Object.fromEntries(volumes.map(({ name, mountPoint }) => [name, mountPoint])),
);
export const cost = stackCost([cluster, datasets]);
