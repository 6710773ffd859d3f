import { text } from './support/argumentTypes';
import { dataSource } from './support/describe';

const EXPERIMENTAL =
  'Experimental: the specification of the API does not name its path, and the API of an account may not offer it.';

const privateNetworkId = {
  type: text,
  doc: 'The id of the private network, with the prefix `pn_`.',
  required: true,
} as const;

export const getPrivateNetworks = dataSource({
  doc: 'The private networks of the project.',
  operations: ['listPrivateNetworks'],
  args: {},
  result: { list: 'PrivateNetwork' },
  ask: (api) => api.privateNetworks.list(),
});

export const getPrivateNetwork = dataSource({
  doc: 'One private network. An unknown id is an error.',
  operations: ['getPrivateNetwork'],
  args: { id: privateNetworkId },
  result: { object: 'PrivateNetwork' },
  ask: (api, { id }) => api.privateNetworks.get(id),
});

export const getSubnets = dataSource({
  doc: 'The subnets of a private network, with the number of used addresses.',
  operations: ['listSubnets'],
  args: { privateNetworkId },
  result: { list: 'Subnet' },
  ask: (api, args) => api.privateNetworks.subnets.list(args.privateNetworkId),
});

export const getSubnet = dataSource({
  doc: 'One subnet of a private network. An unknown id is an error.',
  operations: ['getSubnet'],
  args: {
    id: { type: text, doc: 'The id of the subnet, with the prefix `sn_`.', required: true },
    privateNetworkId,
  },
  result: { object: 'Subnet' },
  ask: (api, args) => api.privateNetworks.subnets.get(args.privateNetworkId, args.id),
});

export const getAddressMappings = dataSource({
  doc: `The address mappings of a private network. ${EXPERIMENTAL}`,
  operations: ['listAddressMappings'],
  args: { privateNetworkId },
  result: { list: 'AddressMapping' },
  ask: (api, args) => api.privateNetworks.addressMappings.list(args.privateNetworkId),
});

export const getAddressMapping = dataSource({
  doc: `One address mapping of a private network. An unknown id is an error. ${EXPERIMENTAL}`,
  operations: ['getAddressMapping'],
  args: {
    id: { type: text, doc: 'The id of the address mapping, with the prefix `am_`.', required: true },
    privateNetworkId,
  },
  result: { object: 'AddressMapping' },
  ask: (api, args) => api.privateNetworks.addressMappings.get(args.privateNetworkId, args.id),
});

export const getEndpointBindings = dataSource({
  doc: `The endpoint bindings of a private network. ${EXPERIMENTAL}`,
  operations: ['listEndpointBindings'],
  args: { privateNetworkId },
  result: { list: 'EndpointBinding' },
  ask: (api, args) => api.privateNetworks.endpointBindings.list(args.privateNetworkId),
});

export const getEndpointBinding = dataSource({
  doc: `One endpoint binding of a private network. An unknown id is an error. ${EXPERIMENTAL}`,
  operations: ['getEndpointBinding'],
  args: {
    id: { type: text, doc: 'The id of the endpoint binding, with the prefix `epb_`.', required: true },
    privateNetworkId,
  },
  result: { object: 'EndpointBinding' },
  ask: (api, args) => api.privateNetworks.endpointBindings.get(args.privateNetworkId, args.id),
});
