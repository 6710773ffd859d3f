import * as pulumi from '@pulumi/pulumi';
import { getEndpointBindingsOutput } from 'pulumi-cloud-compute';

// pulumi config set network <id of a private network>
const privateNetworkId = new pulumi.Config().require('network');

export const addresses = getEndpointBindingsOutput({ privateNetworkId }).apply((all) =>
  all.map(({ endpointIp }) => endpointIp),
);
