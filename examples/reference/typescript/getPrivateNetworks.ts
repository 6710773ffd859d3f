import { getPrivateNetworksOutput } from 'pulumi-cloud-compute';

// The network that new machines join.
export const network = getPrivateNetworksOutput().apply(
  (networks) => networks.find(({ isDefault }) => isDefault)?.id,
);
