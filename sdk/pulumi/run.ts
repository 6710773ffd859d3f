import * as pulumi from '@pulumi/pulumi';
import { isMockMonitor } from './undeclared';

/** The key of a program that runs without an engine. */
const withoutEngine = {};

/** An object that is the same during one run of one program, and different in each other run. */
const currentRun = (): object => pulumi.runtime.getMonitor() ?? withoutEngine;

/**
 * Makes a value once for each run of a program. Several runs may share a process: inline programs of the Automation API,
 * also at the same time, and unit tests that call `setMocks` again.
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

/** The key of what the copies of this package in one process share: a program and its libraries may each have a copy. */
const SHARED = Symbol.for('pulumi-cloud-compute: what the copies of the package share');

/** Like `perRun`, but for all copies of this package, of all versions: so a name and its type are fixed for ever. */
export function perRunOfAllCopies<T>(name: string, make: () => T): () => T {
  return () => {
    const place = globalThis as { [SHARED]?: WeakMap<object, Map<string, unknown>> | undefined };
    const runs = (place[SHARED] ??= new WeakMap());
    const run = currentRun();
    const things = runs.get(run) ?? new Map<string, unknown>();
    runs.set(run, things);
    if (!things.has(name)) things.set(name, make());
    return things.get(name) as T;
  };
}

/** Whether the program runs in a unit test, on `pulumi.runtime.setMocks`. */
export function isMocked(): boolean {
  const monitor = pulumi.runtime.getMonitor();
  return monitor !== undefined && isMockMonitor(monitor);
}
