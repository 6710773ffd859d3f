import * as pulumi from '@pulumi/pulumi';
import { kindOf } from '../../core/validation/shape';
import { noteGate } from '../checks/gates';
import { Instance } from '../resources/instance';
import { InstancesReady as GeneratedClass } from '../resources/instancesReady';
import { ProgramError } from '../pulumi/programError';

/**
 * The arguments of {@link InstancesReady}: `instances` or `instanceIds`. On change: waits for the new ones in place.
 */
export type InstancesReadyArgs =
  | {
      /** The instances or their ids, deployed with `awaitReady: false`. Either this or `instanceIds` is required. */
      instances: readonly (Instance | pulumi.Input<string>)[];
      /** Only without `instances`. */
      instanceIds?: undefined;
    }
  | {
      /** The ids of the instances, deployed with `awaitReady: false`. The native plugin has this input only. */
      instanceIds: readonly pulumi.Input<string>[];
      /** Only without `instanceIds`. */
      instances?: undefined;
    };

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
    const gate = `the gate ${JSON.stringify(name)}`;
    const [argument, instances] = instancesIn(args);
    if (instances === undefined)
      throw new ProgramError(
        `${argument} of ${gate} must be a list of instances or their ids: { instances: [trainer] }.`,
      );
    if (argument === 'instances' && args.instanceIds !== undefined)
      throw new ProgramError(`instances and instanceIds of ${gate} are the same: leave one of them out.`);
    instances.forEach((instance: unknown, index) => {
      if (isInstanceOrId(instance)) return;
      const kind = pulumi.Resource.isInstance(instance) ? `a ${instance.constructor.name}` : kindOf(instance);
      throw new ProgramError(
        `${argument}[${String(index)}] of ${gate} is ${kind}, not an Instance or its id.`,
      );
    });
    noteGate(instances);
    const instanceIds = instances.map((instance) => (Instance.isInstance(instance) ? instance.id : instance));
    super(name, { instanceIds }, opts);
  }
}

/**
 * The name of the argument that is given, and its list; undefined if it is no list. In JavaScript, programs may omit the
 * arguments or pass a single instance.
 */
function instancesIn(
  args: { instances?: unknown; instanceIds?: unknown } | undefined,
): [argument: 'instances' | 'instanceIds', list: readonly (Instance | pulumi.Input<string>)[] | undefined] {
  const argument =
    args?.instances === undefined && args?.instanceIds !== undefined ? 'instanceIds' : 'instances';
  const list = args?.[argument];
  return [argument, Array.isArray(list) ? list : undefined];
}

const isInstanceOrId = (value: unknown): boolean =>
  typeof value === 'string' ||
  Instance.isInstance(value) ||
  pulumi.Output.isInstance(value) ||
  value instanceof Promise;
