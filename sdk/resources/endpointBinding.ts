// Generated from the schemas in provider by `npm run generate`; never edited.
import type * as pulumi from '@pulumi/pulumi';
import { isResource } from '../pulumi/isResource';
import { CloudComputeResource, lookUp } from '../resource';

/** The arguments of {@link EndpointBinding}. */
export interface EndpointBindingArgs {
  /** The service that is made available. On change: replaced. */
  service: pulumi.Input<string>;
  /** Id of the private network that it belongs to, with the prefix `pn_`. On change: replaced. */
  sourcePrivateNetworkId: pulumi.Input<string>;
  /**
   * Address of that network at which the service is available: a free one of a subnet. On change:
   * replaced.
   */
  endpointIp: pulumi.Input<string>;
  /** Id of the instance or cluster that runs the service. On change: replaced. */
  targetWorkloadId: pulumi.Input<string>;
  /** Id of an existing binding to adopt instead of creating one. Only matters at creation. */
  adoptId?: pulumi.Input<string | undefined>;
}

const kind = {
  name: 'EndpointBinding',
  provider: 'endpointBinding',
  deleteFirst: true,
  ids: { targetWorkloadId: ['Instance', 'Cluster'] },
  inputs: {
    service: undefined,
    sourcePrivateNetworkId: undefined,
    endpointIp: undefined,
    targetWorkloadId: undefined,
    adoptId: undefined,
  },
  outputs: {
    endpointId: undefined,
    targetKind: undefined,
    targetPrivateNetworkId: undefined,
    targetOverlayIp: undefined,
    location: undefined,
    createdAt: undefined,
  },
} as const;

/**
 * Makes a service of an instance or a cluster available at an address of a private network.
 * Experimental: the specification of the API names neither its paths nor its required fields, and the
 * API of an account may not offer it.
 *
 * @example
 * const backend = new Instance('backend', {
 *   instanceType: 'CPU.4V.16G',
 *   image: 'ubuntu-24.04',
 *   locationCode: 'FIN-01',
 * });
 *
 * // pulumi config set network <id of a private network>
 * const endpoint = new EndpointBinding('inference', {
 *   service: 'inference',
 *   sourcePrivateNetworkId: new pulumi.Config().require('network'),
 *   endpointIp: '10.0.0.200', // stays the same when the machine is replaced
 *   targetWorkloadId: backend.id,
 * });
 *
 * export const reaches = endpoint.targetOverlayIp;
 */
export class EndpointBinding extends CloudComputeResource {
  /** The service that is made available. */
  declare readonly service: pulumi.Output<string>;
  /** Id of the private network that it belongs to, with the prefix `pn_`. */
  declare readonly sourcePrivateNetworkId: pulumi.Output<string>;
  /** Address of that network at which the service is available: a free one of a subnet. */
  declare readonly endpointIp: pulumi.Output<string>;
  /** Id of the instance or cluster that runs the service. */
  declare readonly targetWorkloadId: pulumi.Output<string>;
  /** Id of an existing binding to adopt instead of creating one. */
  declare readonly adoptId: pulumi.Output<string | undefined>;
  /** Id of the endpoint, with the prefix `ep_`. */
  declare readonly endpointId: pulumi.Output<string>;
  /** Kind of the target, e.g. `instance`. */
  declare readonly targetKind: pulumi.Output<string>;
  /** Id of the private network of the target. */
  declare readonly targetPrivateNetworkId: pulumi.Output<string>;
  /** Address of the target in its private network. */
  declare readonly targetOverlayIp: pulumi.Output<string>;
  /** Location of the target, e.g. `FIN-01`. */
  declare readonly location: pulumi.Output<string>;
  /** When it was created, ISO 8601. */
  declare readonly createdAt: pulumi.Output<string>;

  /**
   * @param name the name in the program, unique among the resources of its type.
   * @param args its arguments.
   * @param opts Pulumi's options; `customTimeouts` are the provider's deadlines.
   */
  constructor(name: string, args: EndpointBindingArgs, opts?: pulumi.CustomResourceOptions) {
    super(kind, name, args, opts);
  }

  /**
   * Looks up an existing endpoint binding that this stack does not manage.
   *
   * @param name the name in the program.
   * @param id its id in the cloud; an empty one is an error.
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    opts?: pulumi.CustomResourceOptions,
    ...others: never[]
  ): EndpointBinding {
    return new this(name, {} as EndpointBindingArgs, lookUp(kind, name, id, opts, others));
  }

  /** Whether a value is such a resource, also of another copy of this package. */
  static override isInstance(value: unknown): value is EndpointBinding {
    return isResource(value, kind.name);
  }
}
