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

/** Whether the program runs in a unit test, on `pulumi.runtime.setMocks`. */
export function isMocked(): boolean {
  const monitor = pulumi.runtime.getMonitor();
  return monitor !== undefined && 'mocks' in monitor;
}
