// An environment for each branch: a stack with the name of the branch. Stacks differ only in their config. In CI:
//
//   pulumi stack select --create "$BRANCH" && pulumi up --yes        on a push
//   pulumi destroy --yes --remove                                    when the branch is deleted
//
// docs/gitops.md shows the pipelines. A bigger environment for one branch:
//
//   pulumi config set --path environment.instanceType 1A100.22V && pulumi config set --path environment.workers 2
import * as pulumi from '@pulumi/pulumi';
import { Instance, SshKey, Volume, stackCost } from 'pulumi-cloud-compute';

interface Environment {
  readonly instanceType: string;
  readonly workers: number;
  readonly dataSize: number;
}

const small: Environment = { instanceType: '1V100.6V', workers: 1, dataSize: 50 };
const config = new pulumi.Config();
const { instanceType, workers, dataSize } = {
  ...small,
  ...config.getObject<Partial<Environment>>('environment'),
};

const branch = pulumi.getStack();
const isMain = branch === 'main';
const locationCode = 'FIN-01';
const tags = { branch, 'managed-by': 'pulumi' };

// Put your own public key here: `cat ~/.ssh/id_ed25519.pub`.
const key = new SshKey('ci', {
  name: `ci-${branch}`,
  key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIA1nFKrDtvp9MmvraZGJ1rG7ZqdzbS+ryWCl7TQrRBf ci@example.com',
});

// Resources of a branch are deleted permanently with it; those of main stay in the trash for 96 hours.
const deletePermanently = !isMain;
const machines = Array.from({ length: workers }, (_, index) => {
  const data = new Volume(`data-${index}`, {
    name: `${branch}-data-${index}`,
    size: dataSize,
    type: 'NVMe',
    locationCode,
    deletePermanently,
    tags,
  });
  return new Instance(`worker-${index}`, {
    hostname: `${branch}-worker-${index}`,
    instanceType,
    image: 'ubuntu-24.04-cuda-12.8-open-docker',
    locationCode,
    osVolume: { size: 60 },
    existingVolumes: [data.id],
    sshKeyIds: [key.id],
    deletePermanently,
    tags,
  });
});

export const addresses = machines.map(({ ip }) => ip);
export const cost = stackCost();
