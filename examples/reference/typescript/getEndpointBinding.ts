import * as pulumi from '@pulumi/pulumi';
import { getEndpointBindingOutput } from 'pulumi-cloud-compute';

// pulumi config set network <id of a private network>
// pulumi config set binding <id of an endpoint binding of it>
const config = new pulumi.Config();

export const endpointIp = getEndpointBindingOutput({
  privateNetworkId: config.require('network'),
  id: config.require('binding'),
}).endpointIp;
