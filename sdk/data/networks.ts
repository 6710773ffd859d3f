import type * as schema from '../../api/schema';
import { idShapes } from './one';
import { required, text } from '../../core/validation/shape';
import { dataSource } from '../dataSource';
import type { Camelized } from '../words';
import { camelize } from '../words';
import type { NoArgs } from './catalogue';

/** A private network. */
export type PrivateNetwork = Camelized<schema.PrivateNetwork>;
/** A range of addresses of a private network, in one location. */
export type Subnet = Camelized<schema.Subnet>;

/** The private networks of the project (Private network and subnet). */
export const getPrivateNetworks = dataSource<NoArgs, PrivateNetwork[]>({
  name: 'getPrivateNetworks',
  shape: 'list',
  args: {},
  ask: async (api) => camelize(await api.privateNetworks.list()),
});

/** `getPrivateNetworks` as an output. */
export const getPrivateNetworksOutput = getPrivateNetworks.output;

/** Which private network. */
export interface GetPrivateNetworkArgs {
  /** Its id, with the prefix `pn_`. */
  id: string;
}

/** One private network. One that does not exist is an error. */
export const getPrivateNetwork = dataSource<GetPrivateNetworkArgs, PrivateNetwork>({
  name: 'getPrivateNetwork',
  shape: 'object',
  args: idShapes,
  ask: async (api, { id }) => camelize(await api.privateNetworks.get(id)),
});

/** `getPrivateNetwork` as an output. */
export const getPrivateNetworkOutput = getPrivateNetwork.output;

/** The subnets of which network. */
export interface GetSubnetsArgs {
  /** The id of the private network, with the prefix `pn_`. */
  privateNetworkId: string;
}

/** The subnets of a private network, with how many addresses are used. */
export const getSubnets = dataSource<GetSubnetsArgs, Subnet[]>({
  name: 'getSubnets',
  shape: 'list',
  args: { privateNetworkId: required(text()) },
  ask: async (api, { privateNetworkId }) =>
    camelize(await api.privateNetworks.subnets.list(privateNetworkId)),
});

/** `getSubnets` as an output. */
export const getSubnetsOutput = getSubnets.output;

/** Which subnet. */
export interface GetSubnetArgs extends GetSubnetsArgs {
  /** Its id, with the prefix `sn_`. */
  id: string;
}

/** One subnet of a private network. One that does not exist is an error. */
export const getSubnet = dataSource<GetSubnetArgs, Subnet>({
  name: 'getSubnet',
  shape: 'object',
  args: { ...idShapes, privateNetworkId: required(text()) },
  ask: async (api, { privateNetworkId, id }) =>
    camelize(await api.privateNetworks.subnets.get(privateNetworkId, id)),
});

/** `getSubnet` as an output. */
export const getSubnetOutput = getSubnet.output;
