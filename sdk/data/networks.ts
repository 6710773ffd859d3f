// Generated from the descriptions in sdk/dataSources by `npm run generate`; never edited.
import type * as pulumi from '@pulumi/pulumi';
import type { OutputArgs } from '../dataSource';
import { invoke, invokeOutput } from '../dataSource';
import * as networks from '../dataSources/networks';
import type { PrivateNetwork, Subnet } from './types';

/** The arguments of {@link getPrivateNetworks}: none. */
export type GetPrivateNetworksArgs = Record<string, never>;

/** The answer of {@link getPrivateNetworks}. */
export type GetPrivateNetworksResult = PrivateNetwork[];

/** The private networks of the project. Requests: GET /v1/private-networks. */
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
export type GetPrivateNetworkResult = PrivateNetwork;

/**
 * One private network. An unknown id is an error. Requests: GET
 * /v1/private-networks/{private_network_id}.
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
export type GetSubnetsResult = Subnet[];

/**
 * The subnets of a private network, with the number of used addresses. Requests: GET
 * /v1/private-networks/{private_network_id}/subnets.
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
export type GetSubnetResult = Subnet;

/**
 * One subnet of a private network. An unknown id is an error. Requests: GET
 * /v1/private-networks/{private_network_id}/subnets/{subnet_id}.
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
