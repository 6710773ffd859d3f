import * as pulumi from '@pulumi/pulumi';
import { AddressMapping } from 'pulumi-cloud-compute';

// pulumi config set network <id of a private network>
// pulumi config set otherNetwork <id of another one>
const config = new pulumi.Config();

const mapping = new AddressMapping('archive', {
  service: 'storage',
  locationCode: 'FIN-01',
  sourcePrivateNetworkId: config.require('network'),
  sourceCidr: '10.0.8.0/24',
  targetPrivateNetworkId: config.require('otherNetwork'),
  targetCidr: '10.16.8.0/24',
});

export const mappedSince = mapping.createdAt;
