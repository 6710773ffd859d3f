import * as pulumi from '@pulumi/pulumi';
import { EndpointBinding, Instance } from 'pulumi-cloud-compute';

const backend = new Instance('backend', {
  instanceType: 'CPU.4V.16G',
  image: 'ubuntu-24.04',
  locationCode: 'FIN-01',
});

// pulumi config set network <id of a private network>
const endpoint = new EndpointBinding('inference', {
  service: 'inference',
  sourcePrivateNetworkId: new pulumi.Config().require('network'),
  endpointIp: '10.0.0.200', // stays the same when the machine is replaced
  targetWorkloadId: backend.id,
});

export const reaches = endpoint.targetOverlayIp;
