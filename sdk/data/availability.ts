// Generated from the descriptions in sdk/dataSources by `npm run generate`; never edited.
import type * as pulumi from '@pulumi/pulumi';
import type { OutputArgs } from '../dataSource';
import { invoke, invokeOutput } from '../dataSource';
import * as availability from '../dataSources/availability';
import type { Availability, InstanceType } from './types';
import type { SuggestedClusterType, SuggestedInstanceType, SuggestedLocation } from '../resources/types';

/** The arguments of {@link getInstanceAvailability}. */
export interface GetInstanceAvailabilityArgs {
  /** Only this location, e.g. `FIN-01`. Default: all. */
  locationCode?: SuggestedLocation | undefined;
  /** Capacity for spot instances. Default: false. */
  isSpot?: boolean | undefined;
}

/** The answer of {@link getInstanceAvailability}. */
export type GetInstanceAvailabilityResult = Availability[];

/**
 * The instance types with capacity now, by location. Requests: GET /v1/instance-availability.
 *
 * @example
 * // The locations that have spot capacity for this type now.
 * export const locations = getInstanceAvailabilityOutput({ isSpot: true }).apply((all) =>
 *   all
 *     .filter(({ availabilities }) => availabilities.includes('1H100.80S.30V'))
 *     .map(({ locationCode }) => locationCode),
 * );
 */
export function getInstanceAvailability(
  args?: GetInstanceAvailabilityArgs,
  opts?: pulumi.InvokeOptions,
): Promise<GetInstanceAvailabilityResult> {
  return invoke('getInstanceAvailability', availability.getInstanceAvailability, args, opts);
}

/**
 * The instance types with capacity now, by location. The same as {@link getInstanceAvailability}, for
 * arguments that may not be known yet.
 */
export function getInstanceAvailabilityOutput(
  args?: OutputArgs<GetInstanceAvailabilityArgs>,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetInstanceAvailabilityResult> {
  return invokeOutput('getInstanceAvailability', availability.getInstanceAvailability, args, opts);
}

/** The arguments of {@link getInstanceTypeAvailability}. */
export interface GetInstanceTypeAvailabilityArgs {
  /** The instance type, e.g. `1H100.80S.30V`. */
  instanceType: SuggestedInstanceType;
  /** Only this location, e.g. `FIN-01`. Default: all. */
  locationCode?: SuggestedLocation | undefined;
  /** Capacity for spot instances. Default: false. */
  isSpot?: boolean | undefined;
}

/** The answer of {@link getInstanceTypeAvailability}. */
export type GetInstanceTypeAvailabilityResult = boolean;

/**
 * Whether there is capacity for one instance type now. An unknown type is an error. Requests: GET
 * /v1/instance-availability/{instance_type}, GET /v1/instance-types.
 *
 * @example
 * export const hasCapacity = getInstanceTypeAvailabilityOutput({
 *   instanceType: '1H100.80S.30V',
 *   locationCode: 'FIN-01',
 * });
 */
export function getInstanceTypeAvailability(
  args: GetInstanceTypeAvailabilityArgs,
  opts?: pulumi.InvokeOptions,
): Promise<GetInstanceTypeAvailabilityResult> {
  return invoke('getInstanceTypeAvailability', availability.getInstanceTypeAvailability, args, opts);
}

/**
 * Whether there is capacity for one instance type now. An unknown type is an error. The same as {@link
 * getInstanceTypeAvailability}, for arguments that may not be known yet.
 */
export function getInstanceTypeAvailabilityOutput(
  args: OutputArgs<GetInstanceTypeAvailabilityArgs>,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetInstanceTypeAvailabilityResult> {
  return invokeOutput('getInstanceTypeAvailability', availability.getInstanceTypeAvailability, args, opts);
}

/** The arguments of {@link getClusterAvailability}. */
export interface GetClusterAvailabilityArgs {
  /** Only this location, e.g. `FIN-01`. Default: all. */
  locationCode?: SuggestedLocation | undefined;
}

/** The answer of {@link getClusterAvailability}. */
export type GetClusterAvailabilityResult = Availability[];

/**
 * The cluster types with capacity now, by location. Requests: GET /v1/cluster-availability.
 *
 * @example
 * // The cluster types with capacity in this location now.
 * export const clusterTypes = getClusterAvailabilityOutput({ locationCode: 'FIN-01' }).apply(
 *   ([location]) => location?.availabilities ?? [],
 * );
 */
export function getClusterAvailability(
  args?: GetClusterAvailabilityArgs,
  opts?: pulumi.InvokeOptions,
): Promise<GetClusterAvailabilityResult> {
  return invoke('getClusterAvailability', availability.getClusterAvailability, args, opts);
}

/**
 * The cluster types with capacity now, by location. The same as {@link getClusterAvailability}, for
 * arguments that may not be known yet.
 */
export function getClusterAvailabilityOutput(
  args?: OutputArgs<GetClusterAvailabilityArgs>,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetClusterAvailabilityResult> {
  return invokeOutput('getClusterAvailability', availability.getClusterAvailability, args, opts);
}

/** The arguments of {@link getClusterTypeAvailability}. */
export interface GetClusterTypeAvailabilityArgs {
  /** The cluster type, e.g. `16H100`. */
  clusterType: SuggestedClusterType;
  /** Only this location, e.g. `FIN-01`. Default: all. */
  locationCode?: SuggestedLocation | undefined;
}

/** The answer of {@link getClusterTypeAvailability}. */
export type GetClusterTypeAvailabilityResult = boolean;

/**
 * Whether there is capacity for one cluster type now. An unknown type is an error. Requests: GET
 * /v1/cluster-availability/{cluster_type}, GET /v1/cluster-types.
 *
 * @example
 * export const hasCapacity = getClusterTypeAvailabilityOutput({
 *   clusterType: '16H100',
 *   locationCode: 'FIN-01',
 * });
 */
export function getClusterTypeAvailability(
  args: GetClusterTypeAvailabilityArgs,
  opts?: pulumi.InvokeOptions,
): Promise<GetClusterTypeAvailabilityResult> {
  return invoke('getClusterTypeAvailability', availability.getClusterTypeAvailability, args, opts);
}

/**
 * Whether there is capacity for one cluster type now. An unknown type is an error. The same as {@link
 * getClusterTypeAvailability}, for arguments that may not be known yet.
 */
export function getClusterTypeAvailabilityOutput(
  args: OutputArgs<GetClusterTypeAvailabilityArgs>,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetClusterTypeAvailabilityResult> {
  return invokeOutput('getClusterTypeAvailability', availability.getClusterTypeAvailability, args, opts);
}

/** The arguments of {@link getCheapestInstanceType}. */
export interface GetCheapestInstanceTypeArgs {
  /**
   * Words in the name of its GPU model, in upper or lower case, e.g. `H100` or `A100 80GB`. Default: any
   * model, or no GPU.
   */
  gpuModel?: string | undefined;
  /** The lowest number of GPUs. Default: 0. */
  minGpus?: number | undefined;
  /** The least memory of all GPUs together, in GB. Default: 0. */
  minVram?: number | undefined;
  /** The locations to consider, the preferred one first. Default: all. */
  locationCodes?: readonly SuggestedLocation[] | undefined;
  /** Compares prices and capacity of spot instances. Default: false. */
  spot?: boolean | undefined;
  /** The currency of the prices. Default: `usd`. */
  currency?: 'usd' | 'eur' | undefined;
}

/** The answer of {@link getCheapestInstanceType}. */
export interface GetCheapestInstanceTypeResult extends InstanceType {
  /** The price per hour, of a spot instance with `spot`. */
  price: number;
  /** The first of the locations with capacity. */
  locationCode: string;
  /** All locations with capacity, the preferred one first. */
  locationCodes: string[];
}

/**
 * The cheapest instance type that fits and has capacity now. If there is none, the error says whether
 * no type fits or no capacity is left. Requests: GET /v1/instance-types, GET
 * /v1/instance-availability, GET /v1/locations.
 *
 * @example
 * const cheapest = getCheapestInstanceTypeOutput({ gpuModel: 'V100', locationCodes: ['FIN-01', 'FIN-02'] });
 *
 * const machine = new Instance('cheap', {
 *   instanceType: cheapest.instanceType,
 *   locationCode: cheapest.locationCode,
 *   image: 'ubuntu-24.04-cuda-12.8-open-docker',
 * });
 *
 * export const price = machine.pricePerHour;
 */
export function getCheapestInstanceType(
  args?: GetCheapestInstanceTypeArgs,
  opts?: pulumi.InvokeOptions,
): Promise<GetCheapestInstanceTypeResult> {
  return invoke('getCheapestInstanceType', availability.getCheapestInstanceType, args, opts);
}

/**
 * The cheapest instance type that fits and has capacity now. If there is none, the error says whether
 * no type fits or no capacity is left. The same as {@link getCheapestInstanceType}, for arguments
 * that may not be known yet.
 */
export function getCheapestInstanceTypeOutput(
  args?: OutputArgs<GetCheapestInstanceTypeArgs>,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetCheapestInstanceTypeResult> {
  return invokeOutput('getCheapestInstanceType', availability.getCheapestInstanceType, args, opts);
}
