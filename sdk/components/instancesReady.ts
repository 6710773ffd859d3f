import * as pulumi from '@pulumi/pulumi';
import { Instance } from '../instance';
import { InstancesReady as GeneratedClass } from '../resources/instancesReady';

/** The arguments of {@link InstancesReady}. */
export interface InstancesReadyArgs {
  /** The instances, or their ids, deployed with `awaitReady: false`. On change: waited for in place. */
  instances: readonly (Instance | pulumi.Input<string>)[];
}

/**
 * A gate that waits until all its instances are ready, in one of the few places that the engine has for creates, and
 * hands out their addresses.
 *
 * @example
 * const machines = names.map((name) => new Instance(name, { ...machine, awaitReady: false }));
 * const fleet = new InstancesReady('fleet', { instances: machines });
 * export const addresses = fleet.instances.apply((all) => all.map(({ ip }) => ip));
 */
export class InstancesReady extends GeneratedClass {
  constructor(name: string, args: InstancesReadyArgs, opts?: pulumi.CustomResourceOptions) {
    const instances = instancesIn(args);
    if (instances === undefined) {
      throw new pulumi.RunError(
        `instances of the gate ${JSON.stringify(name)} must be a list of instances or their ids: { instances: [trainer] }.`,
      );
    }
    const instanceIds = instances.map((instance) => (Instance.isInstance(instance) ? instance.id : instance));
    super(name, { instanceIds }, opts);
  }
}

/** JavaScript programs leave the arguments out, or give a single instance. */
const instancesIn = (
  args: Partial<InstancesReadyArgs> | undefined,
): InstancesReadyArgs['instances'] | undefined =>
  Array.isArray(args?.instances) ? args.instances : undefined;
