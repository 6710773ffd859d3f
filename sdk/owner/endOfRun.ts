// When a run of a program has registered all that it will register.
import { AsyncResource } from 'node:async_hooks';
import * as pulumi from '@pulumi/pulumi';
import { valueOf } from '../valueOf';

/** Outside all inline programs: Pulumi keeps the settings of those apart by their asynchronous context. */
const outside = new AsyncResource('pulumi-cloud-compute');

/** What is to be done at the end of programs that have the process to themselves. */
const atExit: (() => void)[] = [];

/**
 * Does `work` once the program has registered all that it will, and before the engine takes the run for ended.
 *
 * A program that has the process to itself is over when the process has nothing more to do, also after an error. An
 * inline program of the Automation API is over when its function has returned and `registrations` answers, twice in
 * a row, the same number of resources, all of which have their ids; after an error it may never be.
 */
export function atEndOfRun(registrations: () => Promise<number>, work: () => Promise<void>): void {
  const monitor = pulumi.runtime.getMonitor();
  if (outside.runInAsyncScope(() => pulumi.runtime.getMonitor()) === monitor) {
    if (atExit.length === 0) process.once('beforeExit', workAtExit);
    atExit.push(() => {
      // Of two programs in one process, one after the other, only the last has an engine.
      if (pulumi.runtime.getMonitor() === monitor) holdingTheRun(work);
    });
    return;
  }
  holdingTheRun(async () => {
    // Pulumi reports an error of the program.
    await valueOf(pulumi.runtime.getStackResource()?.outputs).catch(() => undefined);
    for (let before = -1, now = await registrations(); now !== before; now = await registrations()) {
      before = now;
      // What a resource's outputs are applied to may register more.
      await new Promise(setImmediate);
    }
    await work();
  });
}

function workAtExit(): void {
  for (const work of atExit.splice(0)) work();
}

/** The engine does not take the run for ended before the work is done. If the run fails, it does. */
function holdingTheRun(work: () => Promise<void>): void {
  const done = pulumi.runtime.rpcKeepAlive();
  void work().finally(done);
}
