// Generated from the schemas in provider by `npm run generate`; never edited.
import type * as pulumi from '@pulumi/pulumi';
import { isResource } from '../pulumi/isResource';
import { CloudComputeResource, lookUp } from '../resource';
import type { ReadyInstance } from './types';

/** The arguments of {@link InstancesReady}. */
export interface InstancesReadyArgs {
  /** The instances to wait for, deployed with `awaitReady: false`. On change: in place. */
  instanceIds: pulumi.Input<readonly pulumi.Input<string>[]>;
}

const kind = {
  name: 'InstancesReady',
  typeName: 'Ready',
  provider: 'ready',
  ids: { instanceIds: { listOf: ['Instance'] } },
  inputs: { instanceIds: undefined },
  outputs: { instances: undefined },
} as const;

/**
 * A gate that waits until all its instances are ready. It occupies only one of the few parallel
 * creates of the engine and returns their addresses. It also attaches the volumes that they share:
 * see `existingVolumes` of `Instance`.
 *
 * @example
 * const machine = { instanceType: 'CPU.4V.16G', image: 'ubuntu-24.04', locationCode: 'FIN-01' };
 *
 * const machines = ['left', 'right'].map((name) => new Instance(name, { ...machine, awaitReady: false }));
 * const fleet = new InstancesReady('fleet', { instances: machines });
 *
 * export const addresses = fleet.instances.apply((all) => all.map(({ ip }) => ip));
 */
export class InstancesReady extends CloudComputeResource {
  /** The instances to wait for, deployed with `awaitReady: false`. */
  declare readonly instanceIds: pulumi.Output<string[]>;
  /** The instances, in the order of `instanceIds`. */
  declare readonly instances: pulumi.Output<ReadyInstance[]>;

  /**
   * @param name the name in the program, unique among the resources of its type.
   * @param args its arguments.
   * @param opts Pulumi's options; `customTimeouts` are the provider's deadlines.
   */
  constructor(name: string, args: InstancesReadyArgs, opts?: pulumi.CustomResourceOptions) {
    super(kind, name, args, opts);
  }

  /**
   * Looks up an existing gate that this stack does not manage.
   *
   * @param name the name in the program.
   * @param id its id in the cloud; an empty one is an error.
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    opts?: pulumi.CustomResourceOptions,
    ...others: never[]
  ): InstancesReady {
    return new this(name, {} as InstancesReadyArgs, lookUp(kind, name, id, opts, others));
  }

  /** Whether a value is such a resource, also of another copy of this package. */
  static override isInstance(value: unknown): value is InstancesReady {
    return isResource(value, kind.typeName);
  }
}
