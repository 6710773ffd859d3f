import { flag, required, text } from '../../core/validation/shape';
import { dataSource } from '../dataSource';
import { camelize } from '../words';
import type { Availability } from './catalogue';
import { clusterTypeNames, instanceTypeNames } from './catalogue';
import { orNearest } from './unlisted';

/** Where to look for room, and for which contract. */
export interface GetInstanceAvailabilityArgs {
  /** Only this location, e.g. `FIN-01`. Default: all. */
  locationCode?: string;
  /** Room for spot machines. Default: false. */
  isSpot?: boolean;
}

/** The instance types that there is room for now, by location (GET /v1/instance-availability). */
export const getInstanceAvailability = dataSource<GetInstanceAvailabilityArgs, Availability[]>({
  name: 'getInstanceAvailability',
  shape: 'list',
  args: { locationCode: text(), isSpot: flag },
  ask: async (api, args) => camelize(await api.catalogue.instanceAvailability(args)),
});
/** `getInstanceAvailability` as an output. */
export const getInstanceAvailabilityOutput = getInstanceAvailability.output;

/** Of which type, where, and for which contract. */
export interface GetInstanceTypeAvailabilityArgs extends GetInstanceAvailabilityArgs {
  /** The type, e.g. `1H100.80S.30V`. */
  instanceType: string;
}

/** Whether there is room for one instance type now (GET /v1/instance-availability/{instance_type}). */
export const getInstanceTypeAvailability = dataSource<GetInstanceTypeAvailabilityArgs, boolean>({
  name: 'getInstanceTypeAvailability',
  shape: 'value',
  args: { instanceType: required(text()), locationCode: text(), isSpot: flag },
  ask: (api, { instanceType, ...args }) =>
    orNearest(
      api.catalogue.instanceTypeAvailability(instanceType, args),
      instanceType,
      'an instance type',
      () => instanceTypeNames(api),
    ),
});
/** `getInstanceTypeAvailability` as an output. */
export const getInstanceTypeAvailabilityOutput = getInstanceTypeAvailability.output;

/** Where to look for room. */
export interface GetClusterAvailabilityArgs {
  /** Only this location. Default: all. */
  locationCode?: string;
}

/** The cluster types that there is room for now, by location (GET /v1/cluster-availability). */
export const getClusterAvailability = dataSource<GetClusterAvailabilityArgs, Availability[]>({
  name: 'getClusterAvailability',
  shape: 'list',
  args: { locationCode: text() },
  ask: async (api, args) => camelize(await api.catalogue.clusterAvailability(args)),
});
/** `getClusterAvailability` as an output. */
export const getClusterAvailabilityOutput = getClusterAvailability.output;

/** Of which type, and where. */
export interface GetClusterTypeAvailabilityArgs extends GetClusterAvailabilityArgs {
  /** The type, e.g. `16H100`. */
  clusterType: string;
}

/** Whether there is room for one cluster type now (GET /v1/cluster-availability/{cluster_type}). */
export const getClusterTypeAvailability = dataSource<GetClusterTypeAvailabilityArgs, boolean>({
  name: 'getClusterTypeAvailability',
  shape: 'value',
  args: { clusterType: required(text()), locationCode: text() },
  ask: (api, { clusterType, ...args }) =>
    orNearest(api.catalogue.clusterTypeAvailability(clusterType, args), clusterType, 'a cluster type', () =>
      clusterTypeNames(api),
    ),
});
/** `getClusterTypeAvailability` as an output. */
export const getClusterTypeAvailabilityOutput = getClusterTypeAvailability.output;
