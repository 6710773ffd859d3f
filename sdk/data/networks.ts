// Generated from the descriptions in sdk/dataSources by `npm run generate`; never edited.
import type * as pulumi from '@pulumi/pulumi';
import type { OutputArgs } from '../dataSource';
import { invoke, invokeOutput } from '../dataSource';
import * as networks from '../dataSources/networks';
import type { AddressMapping, EndpointBinding, PrivateNetwork, Subnet } from './types';

/** The arguments of {@link getPrivateNetworks}: none. */
export type GetPrivateNetworksArgs = Record<string, never>;

/** The answer of {@link getPrivateNetworks}. */
export type GetPrivateNetworksResult = GetPrivateNetworkResult[];

/**
 * The private networks of the project. Requests: GET /v1/private-networks.
 *
 * @example
 * // The network that new machines join.
 * export const network = getPrivateNetworksOutput().apply(
 *   (networks) => networks.find(({ isDefault }) => isDefault)?.id,
 * );
 */
export function getPrivateNetworks(
  args?: GetPrivateNetworksArgs,
  opts?: pulumi.InvokeOptions,
): Promise<GetPrivateNetworksResult> {
  return invoke('getPrivateNetworks', networks.getPrivateNetworks, args, opts);
}

/**
 * The private networks of the project. The same as {@link getPrivateNetworks}, for arguments that may
 * not be known yet.
 */
export function getPrivateNetworksOutput(
  args?: OutputArgs<GetPrivateNetworksArgs>,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetPrivateNetworksResult> {
  return invokeOutput('getPrivateNetworks', networks.getPrivateNetworks, args, opts);
}

/** The arguments of {@link getPrivateNetwork}. */
export interface GetPrivateNetworkArgs {
  /** The id of the private network, with the prefix `pn_`. */
  id: string;
}

/** The answer of {@link getPrivateNetwork}. */
export interface GetPrivateNetworkResult extends PrivateNetwork {}

/**
 * One private network. An unknown id is an error. Requests: GET
 * /v1/private-networks/{private_network_id}.
 *
 * @example
 * // pulumi config set networkId <id of a private network>
 * const id = new pulumi.Config().require('networkId');
 *
 * export const name = getPrivateNetworkOutput({ id }).name;
 */
export function getPrivateNetwork(
  args: GetPrivateNetworkArgs,
  opts?: pulumi.InvokeOptions,
): Promise<GetPrivateNetworkResult> {
  return invoke('getPrivateNetwork', networks.getPrivateNetwork, args, opts);
}

/**
 * One private network. An unknown id is an error. The same as {@link getPrivateNetwork}, for arguments
 * that may not be known yet.
 */
export function getPrivateNetworkOutput(
  args: OutputArgs<GetPrivateNetworkArgs>,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetPrivateNetworkResult> {
  return invokeOutput('getPrivateNetwork', networks.getPrivateNetwork, args, opts);
}

/** The arguments of {@link getSubnets}. */
export interface GetSubnetsArgs {
  /** The id of the private network, with the prefix `pn_`. */
  privateNetworkId: string;
}

/** The answer of {@link getSubnets}. */
export type GetSubnetsResult = GetSubnetResult[];

/**
 * The subnets of a private network, with the number of used addresses. Requests: GET
 * /v1/private-networks/{private_network_id}/subnets.
 *
 * @example
 * // pulumi config set network <id of a private network>
 * const privateNetworkId = new pulumi.Config().require('network');
 *
 * export const blocks = getSubnetsOutput({ privateNetworkId }).apply((all) => all.map(({ cidr }) => cidr));
 */
export function getSubnets(args: GetSubnetsArgs, opts?: pulumi.InvokeOptions): Promise<GetSubnetsResult> {
  return invoke('getSubnets', networks.getSubnets, args, opts);
}

/**
 * The subnets of a private network, with the number of used addresses. The same as {@link getSubnets},
 * for arguments that may not be known yet.
 */
export function getSubnetsOutput(
  args: OutputArgs<GetSubnetsArgs>,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetSubnetsResult> {
  return invokeOutput('getSubnets', networks.getSubnets, args, opts);
}

/** The arguments of {@link getSubnet}. */
export interface GetSubnetArgs {
  /** The id of the subnet, with the prefix `sn_`. */
  id: string;
  /** The id of the private network, with the prefix `pn_`. */
  privateNetworkId: string;
}

/** The answer of {@link getSubnet}. */
export interface GetSubnetResult extends Subnet {}

/**
 * One subnet of a private network. An unknown id is an error. Requests: GET
 * /v1/private-networks/{private_network_id}/subnets/{subnet_id}.
 *
 * @example
 * // pulumi config set network <id of a private network>
 * // pulumi config set subnetId <id of a subnet of it>
 * const config = new pulumi.Config();
 *
 * export const cidr = getSubnetOutput({
 *   privateNetworkId: config.require('network'),
 *   id: config.require('subnetId'),
 * }).cidr;
 */
export function getSubnet(args: GetSubnetArgs, opts?: pulumi.InvokeOptions): Promise<GetSubnetResult> {
  return invoke('getSubnet', networks.getSubnet, args, opts);
}

/**
 * One subnet of a private network. An unknown id is an error. The same as {@link getSubnet}, for
 * arguments that may not be known yet.
 */
export function getSubnetOutput(
  args: OutputArgs<GetSubnetArgs>,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetSubnetResult> {
  return invokeOutput('getSubnet', networks.getSubnet, args, opts);
}

/** The arguments of {@link getAddressMappings}. */
export interface GetAddressMappingsArgs {
  /** The id of the private network, with the prefix `pn_`. */
  privateNetworkId: string;
}

/** The answer of {@link getAddressMappings}. */
export type GetAddressMappingsResult = GetAddressMappingResult[];

/**
 * The address mappings of a private network. Experimental: the specification of the API does not name
 * its path, and the API of an account may not offer it. Requests: GET
 * /v1/private-networks/{private_network_id}/address-mappings.
 *
 * @example
 * // pulumi config set network <id of a private network>
 * const privateNetworkId = new pulumi.Config().require('network');
 *
 * export const mapped = getAddressMappingsOutput({ privateNetworkId }).apply((all) =>
 *   all.map(({ sourceCidr }) => sourceCidr),
 * );
 */
export function getAddressMappings(
  args: GetAddressMappingsArgs,
  opts?: pulumi.InvokeOptions,
): Promise<GetAddressMappingsResult> {
  return invoke('getAddressMappings', networks.getAddressMappings, args, opts);
}

/**
 * The address mappings of a private network. Experimental: the specification of the API does not name
 * its path, and the API of an account may not offer it. The same as {@link getAddressMappings}, for
 * arguments that may not be known yet.
 */
export function getAddressMappingsOutput(
  args: OutputArgs<GetAddressMappingsArgs>,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetAddressMappingsResult> {
  return invokeOutput('getAddressMappings', networks.getAddressMappings, args, opts);
}

/** The arguments of {@link getAddressMapping}. */
export interface GetAddressMappingArgs {
  /** The id of the address mapping, with the prefix `am_`. */
  id: string;
  /** The id of the private network, with the prefix `pn_`. */
  privateNetworkId: string;
}

/** The answer of {@link getAddressMapping}. */
export interface GetAddressMappingResult extends AddressMapping {}

/**
 * One address mapping of a private network. An unknown id is an error. Experimental: the specification
 * of the API does not name its path, and the API of an account may not offer it. Requests: GET
 * /v1/private-networks/{private_network_id}/address-mappings/{address_mapping_id}.
 *
 * @example
 * // pulumi config set network <id of a private network>
 * // pulumi config set mapping <id of an address mapping of it>
 * const config = new pulumi.Config();
 *
 * export const targetCidr = getAddressMappingOutput({
 *   privateNetworkId: config.require('network'),
 *   id: config.require('mapping'),
 * }).targetCidr;
 */
export function getAddressMapping(
  args: GetAddressMappingArgs,
  opts?: pulumi.InvokeOptions,
): Promise<GetAddressMappingResult> {
  return invoke('getAddressMapping', networks.getAddressMapping, args, opts);
}

/**
 * One address mapping of a private network. An unknown id is an error. Experimental: the specification
 * of the API does not name its path, and the API of an account may not offer it. The same as {@link
 * getAddressMapping}, for arguments that may not be known yet.
 */
export function getAddressMappingOutput(
  args: OutputArgs<GetAddressMappingArgs>,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetAddressMappingResult> {
  return invokeOutput('getAddressMapping', networks.getAddressMapping, args, opts);
}

/** The arguments of {@link getEndpointBindings}. */
export interface GetEndpointBindingsArgs {
  /** The id of the private network, with the prefix `pn_`. */
  privateNetworkId: string;
}

/** The answer of {@link getEndpointBindings}. */
export type GetEndpointBindingsResult = GetEndpointBindingResult[];

/**
 * The endpoint bindings of a private network. Experimental: the specification of the API does not name
 * its path, and the API of an account may not offer it. Requests: GET
 * /v1/private-networks/{private_network_id}/endpoint-bindings.
 *
 * @example
 * // pulumi config set network <id of a private network>
 * const privateNetworkId = new pulumi.Config().require('network');
 *
 * export const addresses = getEndpointBindingsOutput({ privateNetworkId }).apply((all) =>
 *   all.map(({ endpointIp }) => endpointIp),
 * );
 */
export function getEndpointBindings(
  args: GetEndpointBindingsArgs,
  opts?: pulumi.InvokeOptions,
): Promise<GetEndpointBindingsResult> {
  return invoke('getEndpointBindings', networks.getEndpointBindings, args, opts);
}

/**
 * The endpoint bindings of a private network. Experimental: the specification of the API does not name
 * its path, and the API of an account may not offer it. The same as {@link getEndpointBindings}, for
 * arguments that may not be known yet.
 */
export function getEndpointBindingsOutput(
  args: OutputArgs<GetEndpointBindingsArgs>,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetEndpointBindingsResult> {
  return invokeOutput('getEndpointBindings', networks.getEndpointBindings, args, opts);
}

/** The arguments of {@link getEndpointBinding}. */
export interface GetEndpointBindingArgs {
  /** The id of the endpoint binding, with the prefix `epb_`. */
  id: string;
  /** The id of the private network, with the prefix `pn_`. */
  privateNetworkId: string;
}

/** The answer of {@link getEndpointBinding}. */
export interface GetEndpointBindingResult extends EndpointBinding {}

/**
 * One endpoint binding of a private network. An unknown id is an error. Experimental: the
 * specification of the API does not name its path, and the API of an account may not offer it.
 * Requests: GET /v1/private-networks/{private_network_id}/endpoint-bindings/{endpoint_binding_id}.
 *
 * @example
 * // pulumi config set network <id of a private network>
 * // pulumi config set binding <id of an endpoint binding of it>
 * const config = new pulumi.Config();
 *
 * export const endpointIp = getEndpointBindingOutput({
 *   privateNetworkId: config.require('network'),
 *   id: config.require('binding'),
 * }).endpointIp;
 */
export function getEndpointBinding(
  args: GetEndpointBindingArgs,
  opts?: pulumi.InvokeOptions,
): Promise<GetEndpointBindingResult> {
  return invoke('getEndpointBinding', networks.getEndpointBinding, args, opts);
}

/**
 * One endpoint binding of a private network. An unknown id is an error. Experimental: the
 * specification of the API does not name its path, and the API of an account may not offer it. The
 * same as {@link getEndpointBinding}, for arguments that may not be known yet.
 */
export function getEndpointBindingOutput(
  args: OutputArgs<GetEndpointBindingArgs>,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetEndpointBindingResult> {
  return invokeOutput('getEndpointBinding', networks.getEndpointBinding, args, opts);
}
