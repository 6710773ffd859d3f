import * as pulumi from '@pulumi/pulumi';
import { getInstanceOutput } from 'pulumi-cloud-compute';

// pulumi config set instanceId <id of an instance>
const id = new pulumi.Config().require('instanceId');

export const ip = getInstanceOutput({ id }).ip;
