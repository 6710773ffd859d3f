import * as pulumi from '@pulumi/pulumi';
import { omitUndefined } from '../../core/values/omitUndefined';
import { pluginToken } from '../../core/urn';
import type { Shape } from '../../core/validation/shape';
import { required, wholeNumber } from '../../core/validation/shape';
import { checkArguments, checkConstructor, kindUnlessObject } from '../checks/checkArguments';
import type { InstanceArgs } from '../resources/instance';
import { Instance } from '../resources/instance';
import { checkComponentOptions, isLater } from '../checks/options/checkOptions';
import { ProgramError } from '../pulumi/programError';
import { timeoutsOf } from '../checks/options/timeouts';
import { InstancesReady } from './instancesReady';
import type { ReadyInstance } from '../resources/types';

/** The arguments of each machine of a {@link Fleet}. The fleet itself waits for the machines. */
export type FleetInstanceArgs = Omit<InstanceArgs, 'awaitReady' | 'adoptId'>;

/** The arguments of a {@link Fleet}. */
export interface FleetArgs {
  /** Number of machines. On change: the last ones are created or deleted, the others stay. */
  count: number;
  /**
   * The arguments of each machine, or a function that returns them for an index, counted from 0. A single `hostname`
   * for all gets the index as suffix, e.g. `worker-0`. On change: as for an `Instance`.
   */
  instance: FleetInstanceArgs | ((index: number) => FleetInstanceArgs);
}

/**
 * Machines that are ordered together. One resource waits for all of them, so the parallelism of the
 * engine does not limit their number. An error names each machine that failed; the next
 * `pulumi up` replaces it. A shared volume in `existingVolumes` is attached to all machines.
 *
 * @example
 * const workers = new Fleet('workers', {
 *   count: 3,
 *   instance: {
 *     instanceType: '1V100.6V',
 *     image: 'ubuntu-24.04-cuda-12.8-open-docker',
 *     locationCode: 'FIN-01',
 *     sshKeyIds: [getSshKeyOutput({ name: 'workstation' }).id],
 *   },
 * });
 *
 * export const addresses = workers.addresses;
 */
export class Fleet extends pulumi.ComponentResource {
  /** The machines, as resources. */
  readonly instances: readonly Instance[];
  /** The machines once all of them are ready, in the order of `instances`. */
  readonly machines: pulumi.Output<ReadyInstance[]>;
  /** Public addresses once all machines are ready; null for a machine that is not reachable from the internet. */
  readonly addresses: pulumi.Output<(string | null)[]>;
  /** Private addresses once all machines are ready; null for a machine that is on no private network. */
  readonly privateAddresses: pulumi.Output<(string | null)[]>;

  /**
   * @param name the name in the program; the machines are named `<name>-0`, `<name>-1`, …
   * @param args the arguments of the fleet.
   * @param opts Pulumi's options, which also apply to the machines; `customTimeouts` are also the deadlines of the wait
   * for them.
   */
  constructor(name: string, args: FleetArgs, givenOpts?: pulumi.ComponentResourceOptions | null) {
    const opts = givenOpts ?? {};
    checkConstructor({ name: 'Fleet' }, name, {}, opts);
    checkComponentOptions(name, opts);
    timeoutsOf(name, opts);
    super(pluginToken('Fleet'), name, {}, opts);
    const what = `The fleet ${JSON.stringify(name)}`;
    checkArguments<FleetArgs>(what, args, {
      count: required(wholeNumber({ min: 0, max: MOST_MACHINES }), '3'),
      instance: required(eachMachine, '{ instanceType, image, locationCode }'),
    });
    const { count, instance } = args;
    const argsOf = typeof instance === 'function' ? instance : (index: number) => numbered(instance, index);
    this.instances = Array.from({ length: count }, (_, index) => {
      const [machineName, machine] = [`${name}-${String(index)}`, argsOf(index)];
      // A promise or an output would lose its value below.
      const wrong = wrongArguments(machine);
      if (typeof instance === 'function' && wrong)
        throw new ProgramError(`${what}: the function instance returns ${wrong}. ${RETURNS_ARGUMENTS}`);
      checkConstructor({ name: 'Instance' }, machineName, machine, {});
      for (const [input, reason] of Object.entries(OF_SINGLE_INSTANCES))
        if ((machine as Readonly<Record<string, unknown>>)[input] !== undefined)
          throw new ProgramError(`${what}: ${input} ${reason}.`);
      return new Instance(
        machineName,
        { ...machine, awaitReady: false },
        { ...optionsOf(opts), parent: this },
      );
    });
    const { customTimeouts } = opts;
    const gate = new InstancesReady(
      name,
      { instances: this.instances },
      { ...(customTimeouts && { customTimeouts }), parent: this },
    );
    this.machines = gate.instances;
    const ofEach = <T>(value: (machine: ReadyInstance) => T) =>
      // The mocks of a unit test may return no machines.
      this.machines.apply((machines: ReadyInstance[] | undefined) => machines?.map(value) as T[]);
    this.addresses = ofEach(({ ip }) => ip);
    this.privateAddresses = ofEach(({ privateIp }) => privateIp);
    this.registerOutputs({ addresses: this.addresses, privateAddresses: this.privateAddresses });
  }
}

/** The engine needs minutes and gigabytes for more. */
const MOST_MACHINES = 10_000;

const RETURNS_ARGUMENTS =
  'It must return the arguments of an Instance, { instanceType, image, locationCode }.';

/** What a function has returned in the place of the arguments of a machine. */
function wrongArguments(returned: unknown): string | undefined {
  if (returned === null) return 'null';
  return typeof (returned as { then?: unknown } | undefined)?.then === 'function'
    ? 'a promise: wait for what it needs before the fleet, so that it is not async'
    : kindUnlessObject(returned);
}

/** The arguments of an `Instance` that a fleet does not take; the compiler refuses them too. */
const OF_SINGLE_INSTANCES = {
  awaitReady:
    'is set by the fleet, which waits for all machines: remove it from the arguments of each machine',
  adoptId: 'is the id of a single machine: write an Instance with it beside the fleet',
} satisfies Record<Exclude<keyof InstanceArgs, keyof FleetInstanceArgs>, string>;

/** The arguments of each machine, or a function that returns them. The provider checks the arguments themselves. */
const eachMachine: Shape = (value, path) =>
  typeof value === 'function' || (typeof value === 'object' && !Array.isArray(value))
    ? []
    : [{ path, reason: 'must be an object with the arguments of an Instance, or a function of the index' }];

/** The options that Pulumi does not pass on from a component to its children. */
const optionsOf = ({
  customTimeouts,
  deletedWith,
  dependsOn,
  ignoreChanges,
  replaceOnChanges,
  retainOnDelete,
}: pulumi.ComponentResourceOptions): pulumi.CustomResourceOptions =>
  omitUndefined({ customTimeouts, deletedWith, dependsOn, ignoreChanges, replaceOnChanges, retainOnDelete });

/** Adds the index to a common host name, so that the names differ. */
const numbered = (args: FleetInstanceArgs, index: number): FleetInstanceArgs =>
  // The checks of an instance explain why a host name is wrong.
  (typeof args.hostname === 'string' && args.hostname !== '') || isLater(args.hostname)
    ? { ...args, hostname: pulumi.interpolate`${args.hostname}-${String(index)}` }
    : args;
