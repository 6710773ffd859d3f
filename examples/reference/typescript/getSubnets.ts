import * as pulumi from '@pulumi/pulumi';
import { getSubnetsOutput } from 'pulumi-cloud-compute';

// pulumi config set network <id of a private network>
const privateNetworkId = new pulumi.Config().require('network');

export const blocks = getSubnetsOutput({ privateNetworkId }).apply((all) => all.map(({ cidr }) => cidr));
