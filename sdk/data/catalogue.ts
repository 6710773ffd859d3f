import type { CloudComputeClient } from '../../api';
import type * as schema from '../../api/schema';
import { oneOf, text } from '../../core/validation/shape';
import { dataSource } from '../dataSource';
import type { Camelized } from '../words';
import { camelize } from '../words';
import { orNearest } from './unlisted';

/** An operating-system image; `imageType` is what an instance takes as its `image`. */
export type Image = Camelized<schema.Image>;
/** A location of the cloud; `code` is what resources take as `locationCode`. */
export type Location = Camelized<schema.Location>;
/** A type of instance; prices are per hour, as strings. */
export type InstanceType = Camelized<schema.InstanceType>;
/** A type of volume with its price. */
export type VolumeType = Camelized<schema.VolumeType>;
/** A type of container with its prices per hour. */
export type ContainerType = Camelized<schema.ContainerType>;
/** A type of cluster; its price is per hour, as a string. */
export type ClusterType = Camelized<schema.ClusterType>;
/** A period of a long-term contract; `code` is what resources take as `longTermPeriod`. */
export type LongTermPeriod = Camelized<schema.LongTermPeriod>;
/** The types that there is room for in one location. */
export type Availability = Camelized<schema.Availability>;

/** What instance types there are. */
export const instanceTypeNames = async (api: CloudComputeClient): Promise<string[]> =>
  (await api.catalogue.instanceTypes()).map((type) => type.instance_type);

/** What cluster types there are. */
export const clusterTypeNames = async (api: CloudComputeClient): Promise<string[]> =>
  (await api.catalogue.clusterTypes()).map((type) => type.cluster_type);

/** Which images of instances. */
export interface GetImagesArgs {
  /** Only images that this instance type supports, e.g. `1H100.80S.30V`. Default: all. */
  instanceType?: string;
}

/**
 * The images that instances can be deployed from (Balance and catalogues, GET /v1/images). An unknown instance
 * type is an error.
 *
 * @example
 * const [ubuntu] = (await getImages()).filter((image) => image.category === 'ubuntu');
 */
export const getImages = dataSource<GetImagesArgs, Image[]>({
  name: 'getImages',
  shape: 'list',
  args: { instanceType: text() },
  ask: async (api, args) =>
    camelize(
      await orNearest(api.catalogue.images(args), args.instanceType, 'an instance type', () =>
        instanceTypeNames(api),
      ),
    ),
});
/** `getImages` as an output. */
export const getImagesOutput = getImages.output;

/** Which images of clusters. */
export interface GetClusterImagesArgs {
  /** Only images that this cluster type supports, e.g. `16H100`. Default: all. */
  clusterType?: string;
}

/** The images that clusters can be deployed from (GET /v1/images/cluster). An unknown cluster type is an error. */
export const getClusterImages = dataSource<GetClusterImagesArgs, Image[]>({
  name: 'getClusterImages',
  shape: 'list',
  args: { clusterType: text() },
  ask: async (api, args) =>
    camelize(
      await orNearest(api.catalogue.clusterImages(args), args.clusterType, 'a cluster type', () =>
        clusterTypeNames(api),
      ),
    ),
});
/** `getClusterImages` as an output. */
export const getClusterImagesOutput = getClusterImages.output;

/** Takes no arguments. */
export type NoArgs = Record<string, never>;

/** The locations of the cloud (GET /v1/locations). */
export const getLocations = dataSource<NoArgs, Location[]>({
  name: 'getLocations',
  shape: 'list',
  args: {},
  ask: async (api) => camelize(await api.catalogue.locations()),
});
/** `getLocations` as an output. */
export const getLocationsOutput = getLocations.output;

/** In which currency prices are told. */
export interface PriceArgs {
  /** `usd` or `eur`. Default: `usd`. */
  currency?: schema.Currency;
}

const priceShapes = { currency: oneOf(['usd', 'eur']) };

/** The types of instances with their prices (GET /v1/instance-types). Needs no credentials. */
export const getInstanceTypes = dataSource<PriceArgs, InstanceType[]>({
  name: 'getInstanceTypes',
  shape: 'list',
  args: priceShapes,
  ask: async (api, args) => camelize(await api.catalogue.instanceTypes(args)),
});
/** `getInstanceTypes` as an output. */
export const getInstanceTypesOutput = getInstanceTypes.output;

/** The types of volumes with their prices (GET /v1/volume-types). Needs no credentials. */
export const getVolumeTypes = dataSource<PriceArgs, VolumeType[]>({
  name: 'getVolumeTypes',
  shape: 'list',
  args: priceShapes,
  ask: async (api, args) => camelize(await api.catalogue.volumeTypes(args)),
});
/** `getVolumeTypes` as an output. */
export const getVolumeTypesOutput = getVolumeTypes.output;

/** The types of containers with their prices (GET /v1/container-types). Needs no credentials. */
export const getContainerTypes = dataSource<NoArgs, ContainerType[]>({
  name: 'getContainerTypes',
  shape: 'list',
  args: {},
  ask: async (api) => camelize(await api.catalogue.containerTypes()),
});
/** `getContainerTypes` as an output. */
export const getContainerTypesOutput = getContainerTypes.output;

/** The types of clusters with their prices (GET /v1/cluster-types). Needs no credentials. */
export const getClusterTypes = dataSource<NoArgs, ClusterType[]>({
  name: 'getClusterTypes',
  shape: 'list',
  args: {},
  ask: async (api) => camelize(await api.catalogue.clusterTypes()),
});
/** `getClusterTypes` as an output. */
export const getClusterTypesOutput = getClusterTypes.output;

/** Of what. */
export interface GetLongTermPeriodsArgs {
  /** `instances` or `clusters`. Default: `instances`. */
  of?: 'instances' | 'clusters';
}

/** The periods of long-term contracts with their discounts (GET /v1/long-term/periods/…). Needs no credentials. */
export const getLongTermPeriods = dataSource<GetLongTermPeriodsArgs, LongTermPeriod[]>({
  name: 'getLongTermPeriods',
  shape: 'list',
  args: { of: oneOf(['instances', 'clusters']) },
  ask: async (api, { of = 'instances' }) => camelize(await api.catalogue.longTermPeriods(of)),
});
/** `getLongTermPeriods` as an output. */
export const getLongTermPeriodsOutput = getLongTermPeriods.output;
