/* eslint-disable @typescript-eslint/no-unsafe-declaration-merging, @typescript-eslint/no-empty-object-type --
   the interface declares the properties that Pulumi sets on the object */
import * as pulumi from '@pulumi/pulumi';
import type { ReadyInputs, ReadyOutputs } from '../provider/resources/instancesReady';
import { Instance } from './instance';
import { resourceClass } from './resource';
import type { Outputs } from './types';

/** What to wait for. */
export interface ReadyArgs {
  /** The instances, or their ids, deployed with `awaitReady: false`. On change: waited for in place. */
  instances: readonly (Instance | pulumi.Input<string>)[];
}

/**
 * A gate that waits for a whole fleet in one of the engine's few places and hands out the addresses.
 *
 * @example
 * const machines = names.map((name) => new Instance(name, { ...machine, awaitReady: false }));
 * const fleet = new Ready('fleet', { instances: machines });
 * export const addresses = fleet.instances.apply((all) => all.map(({ ip }) => ip));
 */
export class Ready extends resourceClass<ReadyInputs, ReadyOutputs>({
  name: 'Ready',
  provider: 'ready',
  properties: { instanceIds: undefined, instances: undefined },
}) {
  constructor(name: string, args: ReadyArgs, opts?: pulumi.CustomResourceOptions) {
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

export interface Ready extends Outputs<ReadyInputs, ReadyOutputs> {}

/** JavaScript programs leave the arguments out, or give a single instance. */
const instancesIn = (args: Partial<ReadyArgs> | undefined): ReadyArgs['instances'] | undefined =>
  Array.isArray(args?.instances) ? args.instances : undefined;
