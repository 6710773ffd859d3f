import * as pulumi from '@pulumi/pulumi';
import { kindOf } from '../../core/validation/shape';
import { noteGate } from '../checks/gates';
import { Instance } from '../resources/instance';
import { InstancesReady as GeneratedClass } from '../resources/instancesReady';
import { ProgramError } from '../pulumi/programError';

/** The arguments of {@link InstancesReady}. */
export interface InstancesReadyArgs {
  /** The instances or their ids, deployed with `awaitReady: false`. On change: waits for the new ones in place. */
  instances: readonly (Instance | pulumi.Input<string>)[];
}

/**
 * A gate that waits until all its instances are ready. It occupies only one of the few parallel creates of the
 * engine, and returns their addresses. It also attaches the volumes that they share: see `existingVolumes` of
 * `Instance`.
 *
 * @example
 * const machine = { instanceType: 'CPU.4V.16G', image: 'ubuntu-24.04', locationCode: 'FIN-01' };
 *
 * const machines = ['left', 'right'].map((name) => new Instance(name, { ...machine, awaitReady: false }));
 * const fleet = new InstancesReady('fleet', { instances: machines });
 *
 * export const addresses = fleet.instances.apply((all) => all.map(({ ip }) => ip));
 */
export class InstancesReady extends GeneratedClass {
  constructor(name: string, args: InstancesReadyArgs, opts?: pulumi.CustomResourceOptions) {
    const instances = instancesIn(args);
    if (instances === undefined) {
      throw new ProgramError(
        `instances of the gate ${JSON.stringify(name)} must be a list of instances or their ids: { instances: [trainer] }.`,
      );
    }
    instances.forEach((instance: unknown, index) => {
      if (isInstanceOrId(instance)) return;
      const kind = pulumi.Resource.isInstance(instance) ? `a ${instance.constructor.name}` : kindOf(instance);
      throw new ProgramError(
        `instances[${String(index)}] of the gate ${JSON.stringify(name)} is ${kind}, not an Instance or its id.`,
      );
    });
    noteGate(instances);
    const instanceIds = instances.map((instance) => (Instance.isInstance(instance) ? instance.id : instance));
    super(name, { instanceIds }, opts);
  }
}

/** In JavaScript, programs may omit the arguments or pass a single instance. */
const instancesIn = (
  args: Partial<InstancesReadyArgs> | undefined,
): InstancesReadyArgs['instances'] | undefined =>
  Array.isArray(args?.instances) ? args.instances : undefined;

const isInstanceOrId = (value: unknown): boolean =>
  typeof value === 'string' ||
  Instance.isInstance(value) ||
  pulumi.Output.isInstance(value) ||
  value instanceof Promise;
