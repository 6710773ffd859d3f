import { inEachNetwork } from '../stacks/inEachNetwork';
import type { Life } from '../lifecycle';

const programWith = (endpointIp: string) =>
  `const server = new cc.Instance('bound', { instanceType: 'CPU.4V.16G', image: 'ubuntu-24.04', locationCode: 'FIN-01',
    osVolume: { size: 50 }, sshKeyIds: [] });
  new cc.EndpointBinding('inference', { service: 'inference', endpointIp: '${endpointIp}',
    sourcePrivateNetworkId: cc.getPrivateNetworksOutput()[0].id, targetWorkloadId: server.id });`;

export const endpointBinding: Life = {
  kind: 'EndpointBinding',
  name: 'inference',
  list: (cloud) => inEachNetwork(cloud, (id) => cloud.privateNetworks.endpointBindings.list(id)),
  beside: 1,
  program: programWith('10.0.0.200'),
  replaced: programWith('10.0.0.201'),
  vanish: async (cloud, id, { inputs }) => {
    await cloud.privateNetworks.endpointBindings.delete(String(inputs['sourcePrivateNetworkId']), id);
  },
};
