import { inEachNetwork } from '../stacks/inEachNetwork';
import type { Life } from '../lifecycle';

const programWith = (targetCidr: string) =>
  `const network = cc.getPrivateNetworksOutput()[0].id;
  new cc.AddressMapping('archive', { service: 'storage', locationCode: 'FIN-01', sourcePrivateNetworkId: network,
    sourceCidr: '10.0.8.0/24', targetPrivateNetworkId: network, targetCidr: '${targetCidr}' });`;

export const addressMapping: Life = {
  kind: 'AddressMapping',
  name: 'archive',
  list: (cloud) => inEachNetwork(cloud, (id) => cloud.privateNetworks.addressMappings.list(id)),
  program: programWith('10.16.8.0/24'),
  replaced: programWith('10.16.9.0/24'),
  vanish: async (cloud, id, { inputs }) => {
    await cloud.privateNetworks.addressMappings.delete(String(inputs['sourcePrivateNetworkId']), id);
  },
};
