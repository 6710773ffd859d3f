import type { CallOptions, Query } from '../options';
import { oneOf, optionalObject } from '../http/given';
import { path } from '../http/path';
import type {
  Availability,
  ClusterType,
  ContainerType,
  Currency,
  Image,
  InstanceType,
  Location,
  LongTermPeriod,
  VolumeType,
} from '../schema';
import type { Send } from '../http/send';

/** The currency of prices. */
export interface PriceFilter {
  /** The currency of the prices. Default: `usd`. */
  readonly currency?: Currency | undefined;
}

/** The location and the contract to check for capacity. */
export interface AvailabilityFilter {
  /** Only this location. Default: all locations. */
  readonly locationCode?: string | undefined;
  /** Capacity for spot machines. Default: false. */
  readonly isSpot?: boolean | undefined;
}

function locationQuery(from: string, filter: AvailabilityFilter): Query {
  const { locationCode, isSpot } = optionalObject(`GET ${from}`, 'filter', filter, [
    'locationCode',
    'isSpot',
  ]);
  return { location_code: locationCode, is_spot: isSpot };
}

/** Types, prices and capacity. */
export class CatalogueApi {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /** Images for instances; a deploy needs the `image_type`. Throws a NotFoundError for an unknown type. */
  async images(
    filter: {
      /** Only images that this type supports. Default: all. */
      readonly instanceType?: string | undefined;
    } = {},
    options?: CallOptions,
  ): Promise<Image[]> {
    const { instanceType } = optionalObject('GET /v1/images', 'filter', filter, ['instanceType']);
    return this.#list('/v1/images', { instance_type: instanceType }, options);
  }

  /** Images for clusters. Throws a NotFoundError for an unknown type. */
  async clusterImages(
    filter: {
      /** Only images that this type supports. Default: all. */
      readonly clusterType?: string | undefined;
    } = {},
    options?: CallOptions,
  ): Promise<Image[]> {
    const { clusterType } = optionalObject('GET /v1/images/cluster', 'filter', filter, ['clusterType']);
    return this.#list('/v1/images/cluster', { instance_type: clusterType }, options);
  }

  /** The locations of the cloud. */
  async locations(options?: CallOptions): Promise<Location[]> {
    return this.#list('/v1/locations', {}, options);
  }

  /** Volume types with their prices. Needs no credentials. */
  async volumeTypes(filter: PriceFilter = {}, options?: CallOptions): Promise<VolumeType[]> {
    const { currency } = optionalObject('GET /v1/volume-types', 'filter', filter, ['currency']);
    return this.#list('/v1/volume-types', { currency }, options);
  }

  /** Instance types with their prices. Needs no credentials. */
  async instanceTypes(filter: PriceFilter = {}, options?: CallOptions): Promise<InstanceType[]> {
    const { currency } = optionalObject('GET /v1/instance-types', 'filter', filter, ['currency']);
    return this.#list('/v1/instance-types', { currency }, options);
  }

  /** Container types with their prices. Needs no credentials. */
  async containerTypes(options?: CallOptions): Promise<ContainerType[]> {
    return this.#list('/v1/container-types', {}, options);
  }

  /** Cluster types with their prices. Needs no credentials. */
  async clusterTypes(options?: CallOptions): Promise<ClusterType[]> {
    return this.#list('/v1/cluster-types', {}, options);
  }

  /**
   * The periods of long-term contracts. Needs no credentials.
   *
   * @param of the kind of machine that the contracts are for.
   */
  async longTermPeriods(of: 'instances' | 'clusters', options?: CallOptions): Promise<LongTermPeriod[]> {
    const known = oneOf('GET /v1/long-term/periods/…', 'of', of, ['instances', 'clusters']);
    return this.#list(path`/v1/long-term/periods/${known}`, {}, options);
  }

  /** The instance types with capacity, by location. */
  async instanceAvailability(
    filter: AvailabilityFilter = {},
    options?: CallOptions,
  ): Promise<Availability[]> {
    return this.#capacity('/v1/instance-availability', filter, options);
  }

  /** Whether one instance type has capacity. */
  async instanceTypeAvailability(
    instanceType: string,
    filter: AvailabilityFilter = {},
    options?: CallOptions,
  ): Promise<boolean> {
    return this.#flag(path`/v1/instance-availability/${instanceType}`, filter, options);
  }

  /** The cluster types with capacity, by location. */
  async clusterAvailability(
    filter: Pick<AvailabilityFilter, 'locationCode'> = {},
    options?: CallOptions,
  ): Promise<Availability[]> {
    return this.#capacity('/v1/cluster-availability', filter, options);
  }

  /** Whether one cluster type has capacity. */
  async clusterTypeAvailability(
    clusterType: string,
    filter: Pick<AvailabilityFilter, 'locationCode'> = {},
    options?: CallOptions,
  ): Promise<boolean> {
    return this.#flag(path`/v1/cluster-availability/${clusterType}`, filter, options);
  }

  #capacity(from: string, filter: AvailabilityFilter, options?: CallOptions): Promise<Availability[]> {
    return this.#list(from, locationQuery(from, filter), options);
  }

  async #list<T>(from: string, query: Query, options?: CallOptions): Promise<T[]> {
    return this.#send({ ...options, method: 'GET', path: from, query, expects: 'list' });
  }

  async #flag(from: string, filter: AvailabilityFilter, options?: CallOptions): Promise<boolean> {
    const query = locationQuery(from, filter);
    return this.#send({ ...options, method: 'GET', path: from, query, expects: 'boolean' });
  }
}
