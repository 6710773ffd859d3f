import * as pulumi from '@pulumi/pulumi';

import type { Shape } from '../../core/validation/shape';
import { required, wholeNumber } from '../../core/validation/shape';
import { checkArguments } from '../checks/checkArguments';
import type { InstanceArgs } from '../instance';
import { Instance } from '../instance';
import { refuseProvider } from '../checks/checkOptions';
import { InstancesReady } from './instancesReady';
import type { ReadyInstance } from '../resources/types';

/** What each machine of a fleet is to be; the fleet does the waiting. */
export type FleetInstanceArgs = Omit<InstanceArgs, 'awaitReady' | 'adoptId'>;

/** What a fleet is to be. */
export interface FleetArgs {
  /** How many machines. On change: the last ones come and go, the others stay. */
  count: number;
  /**
   * What each machine is to be; with a function, by its index, counted from 0. A `hostname` given for all gets
   * the index behind it, e.g. `worker-0`. On change: what an `Instance` does.
   */
  instance: FleetInstanceArgs | ((index: number) => FleetInstanceArgs);
}

/**
 * Machines that come up together. All are ordered at once and waited for in one of the engine's few places, so the
 * engine's parallelism does not hold them back. One that fails is named, and replaced by the next `pulumi up`.
 *
 * @example
 * const workers = new Fleet('workers', {
 *   count: 20,
 *   instance: { instanceType: '1H100.80S.30V', image: 'ubuntu-24.04', locationCode: 'FIN-01', sshKeyIds: [key.id] },
 * });
 * export const addresses = workers.addresses;
 */
export class Fleet extends pulumi.ComponentResource {
  /** The machines, as resources. */
  readonly instances: readonly Instance[];
  /** The machines once all of them are ready, in the order of `instances`. */
  readonly machines: pulumi.Output<ReadyInstance[]>;
  /** Their public addresses once all of them are ready; null for one that the internet does not reach. */
  readonly addresses: pulumi.Output<(string | null)[]>;
  /** Their private addresses once all of them are ready; null for one on no private network. */
  readonly privateAddresses: pulumi.Output<(string | null)[]>;

  /**
   * @param name the name in the program; the machines are `<name>-0`, `<name>-1`, …
   * @param args what it is to be.
   * @param opts Pulumi's options; they hold for the machines too, as for every component.
   */
  constructor(name: string, args: FleetArgs, opts: pulumi.ComponentResourceOptions = {}) {
    refuseProvider(name, opts);
    super('cloud-compute:index:Fleet', name, {}, opts);
    checkArguments<FleetArgs>(`The fleet ${JSON.stringify(name)}`, args, {
      count: required(wholeNumber({ min: 0 }), '3'),
      instance: required(eachMachine, '{ instanceType, image, locationCode }'),
    });
    const { count, instance } = args;
    const argsOf = typeof instance === 'function' ? instance : (index: number) => numbered(instance, index);
    this.instances = Array.from(
      { length: count },
      (_, index) =>
        new Instance(`${name}-${String(index)}`, { ...argsOf(index), awaitReady: false }, { parent: this }),
    );
    this.machines = new InstancesReady(name, { instances: this.instances }, { parent: this }).instances;
    this.addresses = this.machines.apply((machines) => machines.map(({ ip }) => ip));
    this.privateAddresses = this.machines.apply((machines) => machines.map(({ privateIp }) => privateIp));
    this.registerOutputs({ addresses: this.addresses, privateAddresses: this.privateAddresses });
  }
}

/** What each machine is to be, or a function that says it; the machines themselves are checked by the provider. */
const eachMachine: Shape = (value, path) =>
  typeof value === 'function' || (typeof value === 'object' && !Array.isArray(value))
    ? []
    : [{ path, reason: 'must be an object, what an Instance takes, or a function of the index' }];

/** Host names that are all the same tell nobody which machine it is. */
const numbered = (args: FleetInstanceArgs, index: number): FleetInstanceArgs =>
  args.hostname === undefined
    ? args
    : { ...args, hostname: pulumi.interpolate`${args.hostname}-${String(index)}` };
