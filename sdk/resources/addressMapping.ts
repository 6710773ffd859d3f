// Generated from the schemas in provider by `npm run generate`; never edited.
import type * as pulumi from '@pulumi/pulumi';
import { isResource } from '../pulumi/isResource';
import { CloudComputeResource, lookUp } from '../resource';
import type { SuggestedLocation } from './types';

/** The arguments of {@link AddressMapping}. */
export interface AddressMappingArgs {
  /** The service that the mapping is for. On change: replaced. */
  service: pulumi.Input<string>;
  /** Location of the mapping, e.g. `FIN-01`. On change: replaced. */
  locationCode: pulumi.Input<SuggestedLocation>;
  /** Id of the private network that it belongs to, with the prefix `pn_`. On change: replaced. */
  sourcePrivateNetworkId: pulumi.Input<string>;
  /**
   * Block of addresses of that network, e.g. `10.0.8.0/24`. One service maps an address once in a
   * location. On change: replaced.
   */
  sourceCidr: pulumi.Input<string>;
  /** Id of the private network that the block is mapped to, with the prefix `pn_`. On change: replaced. */
  targetPrivateNetworkId: pulumi.Input<string>;
  /** Block of addresses of the other network, e.g. `10.16.8.0/24`. On change: replaced. */
  targetCidr: pulumi.Input<string>;
  /** Id of an existing mapping to adopt instead of creating one. Only matters at creation. */
  adoptId?: pulumi.Input<string | undefined>;
}

const kind = {
  name: 'AddressMapping',
  provider: 'addressMapping',
  deleteFirst: true,
  inputs: {
    service: undefined,
    locationCode: undefined,
    sourcePrivateNetworkId: undefined,
    sourceCidr: undefined,
    targetPrivateNetworkId: undefined,
    targetCidr: undefined,
    adoptId: undefined,
  },
  outputs: { createdAt: undefined },
} as const;

/**
 * Maps a block of addresses of one private network to a block of another one. Experimental: the
 * specification of the API names neither its paths nor its required fields, and the API of an account
 * may not offer it.
 *
 * @example
 * // pulumi config set network <id of a private network>
 * // pulumi config set otherNetwork <id of another one>
 * const config = new pulumi.Config();
 *
 * const mapping = new AddressMapping('archive', {
 *   service: 'storage',
 *   locationCode: 'FIN-01',
 *   sourcePrivateNetworkId: config.require('network'),
 *   sourceCidr: '10.0.8.0/24',
 *   targetPrivateNetworkId: config.require('otherNetwork'),
 *   targetCidr: '10.16.8.0/24',
 * });
 *
 * export const mappedSince = mapping.createdAt;
 */
export class AddressMapping extends CloudComputeResource {
  /** The service that the mapping is for. */
  declare readonly service: pulumi.Output<string>;
  /** Location of the mapping, e.g. `FIN-01`. */
  declare readonly locationCode: pulumi.Output<string>;
  /** Id of the private network that it belongs to, with the prefix `pn_`. */
  declare readonly sourcePrivateNetworkId: pulumi.Output<string>;
  /**
   * Block of addresses of that network, e.g. `10.0.8.0/24`. One service maps an address once in a
   * location.
   */
  declare readonly sourceCidr: pulumi.Output<string>;
  /** Id of the private network that the block is mapped to, with the prefix `pn_`. */
  declare readonly targetPrivateNetworkId: pulumi.Output<string>;
  /** Block of addresses of the other network, e.g. `10.16.8.0/24`. */
  declare readonly targetCidr: pulumi.Output<string>;
  /** Id of an existing mapping to adopt instead of creating one. */
  declare readonly adoptId: pulumi.Output<string | undefined>;
  /** When it was created, ISO 8601. */
  declare readonly createdAt: pulumi.Output<string>;

  /**
   * @param name the name in the program, unique among the resources of its type.
   * @param args its arguments.
   * @param opts Pulumi's options; `customTimeouts` are the provider's deadlines.
   */
  constructor(name: string, args: AddressMappingArgs, opts?: pulumi.CustomResourceOptions) {
    super(kind, name, args, opts);
  }

  /**
   * Looks up an existing address mapping that this stack does not manage.
   *
   * @param name the name in the program.
   * @param id its id in the cloud; an empty one is an error.
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    opts?: pulumi.CustomResourceOptions,
    ...others: never[]
  ): AddressMapping {
    return new this(name, {} as AddressMappingArgs, lookUp(kind, name, id, opts, others));
  }

  /** Whether a value is such a resource, also of another copy of this package. */
  static override isInstance(value: unknown): value is AddressMapping {
    return isResource(value, kind.name);
  }
}
