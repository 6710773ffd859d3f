import * as pulumi from '@pulumi/pulumi';
import { getAddressMappingsOutput } from 'pulumi-cloud-compute';

// pulumi config set network <id of a private network>
const privateNetworkId = new pulumi.Config().require('network');

export const mapped = getAddressMappingsOutput({ privateNetworkId }).apply((all) =>
  all.map(({ sourceCidr }) => sourceCidr),
);
