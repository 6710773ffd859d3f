import * as pulumi from '@pulumi/pulumi';
import { addressOf, isMockMonitor } from './undeclared';

/** The key of a program that runs without an engine. */
const withoutEngine = {};

/** An object that identifies the current run of a program. */
const currentRun = (): object => pulumi.runtime.getMonitor() ?? withoutEngine;

/**
 * Creates a value once per run of a program. Several runs may share a process: inline programs of the Automation API,
 * even in parallel, and unit tests that call `setMocks` again.
 */
export function perRun<T>(make: () => T): () => T {
  const made = new WeakMap<object, { value: T }>();
  return () => {
    const run = currentRun();
    const known = made.get(run);
    if (known) return known.value;
    const value = make();
    made.set(run, { value });
    return value;
  };
}

/**
 * The key of values that all copies of this package in a process share: a program and its libraries may each have a
 * copy.
 */
const SHARED = Symbol.for('pulumi-cloud-compute: what the copies of the package share');

/**
 * Whether the engine of this run has started this process. It does not start the process of an inline program.
 */
export function isStartedByEngine(): boolean {
  const address = addressOf(pulumi.runtime.getMonitor());
  return address !== undefined && address === process.env['PULUMI_NODEJS_MONITOR'];
}

/**
 * Like `perRun`, but shared by all copies of this package, of all versions: a name and its type must never change. In
 * a process that the engine has started, each copy of Pulumi's SDK has its own connection to the engine.
 */
export function perRunOfAllCopies<T>(name: string, make: () => T): () => T {
  return () => {
    const place = globalThis as { [SHARED]?: WeakMap<object, Map<string, unknown>> | undefined };
    const runs = (place[SHARED] ??= new WeakMap());
    const run = isStartedByEngine() ? process : currentRun();
    const things = runs.get(run) ?? new Map<string, unknown>();
    runs.set(run, things);
    if (!things.has(name)) things.set(name, make());
    return things.get(name) as T;
  };
}

/** Whether the program runs in a unit test with `pulumi.runtime.setMocks`. */
export function isMocked(): boolean {
  const monitor = pulumi.runtime.getMonitor();
  return monitor !== undefined && isMockMonitor(monitor);
}

/**
 * How many resources the engine creates at once, by `--parallel`, PULUMI_PARALLEL or default. Undefined for
 * inline programs: there is no documented way to find it out.
 */
export function parallelism(): number | undefined {
  const places = Number(process.env['PULUMI_NODEJS_PARALLEL']);
  return Number.isInteger(places) && places > 0 ? places : undefined;
}
