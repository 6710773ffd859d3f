import * as pulumi from '@pulumi/pulumi';
import { getPrivateNetworkOutput } from 'pulumi-cloud-compute';

// pulumi config set networkId <id of a private network>
const id = new pulumi.Config().require('networkId');

export const name = getPrivateNetworkOutput({ id }).name;
