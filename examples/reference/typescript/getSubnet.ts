import * as pulumi from '@pulumi/pulumi';
import { getSubnetOutput } from 'pulumi-cloud-compute';

// pulumi config set network <id of a private network>
// pulumi config set subnetId <id of a subnet of it>
const config = new pulumi.Config();

export const cidr = getSubnetOutput({
  privateNetworkId: config.require('network'),
  id: config.require('subnetId'),
}).cidr;
