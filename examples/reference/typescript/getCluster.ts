import * as pulumi from '@pulumi/pulumi';
import { getClusterOutput } from 'pulumi-cloud-compute';

// pulumi config set clusterId <id of a cluster>
const id = new pulumi.Config().require('clusterId');

export const login = getClusterOutput({ id }).ip;
