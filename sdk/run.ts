import * as pulumi from '@pulumi/pulumi';

/** Stands for the run of a program that no engine runs. */
const withoutEngine = {};

/** What is one and the same for the whole of one run of one program, and another for every other run. */
const currentRun = (): object => pulumi.runtime.getMonitor() ?? withoutEngine;

/**
 * Something that every run of a program has one of. Several runs may share a process: inline programs of the
 * Automation API, also at the same time, and unit tests that call `setMocks` again.
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

/** Where the copies of this package in one process find each other: a program and its libraries may each bring one. */
const SHARED = Symbol.for('pulumi-cloud-compute: what the copies of the package share');

/** Like `perRun`, but one for all copies of this package, of whatever version: the name and the type are fixed for ever. */
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
  return monitor !== undefined && 'mocks' in monitor;
}
