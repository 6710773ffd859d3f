import { getSshKeyOutput } from 'pulumi-cloud-compute';

export const sshKeyId = getSshKeyOutput({ name: 'workstation' }).id;
