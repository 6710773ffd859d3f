import * as pulumi from '@pulumi/pulumi';
import { getAddressMappingOutput } from 'pulumi-cloud-compute';

// pulumi config set network <id of a private network>
// pulumi config set mapping <id of an address mapping of it>
const config = new pulumi.Config();

export const targetCidr = getAddressMappingOutput({
  privateNetworkId: config.require('network'),
  id: config.require('mapping'),
}).targetCidr;
