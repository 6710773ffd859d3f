import { AsyncResource } from 'node:async_hooks';
import * as pulumi from '@pulumi/pulumi';
import { valueOf } from './undeclared';

/**
 * The context of the import of this package: that of the process, or of an inline program that imports it. Destroyed,
 * because Jest would report an open handle; it keeps the context.
 */
const contextOfImport = new AsyncResource('pulumi-cloud-compute').emitDestroy();

/** The end-of-run work of programs that run in a process of their own. */
const atExit: (() => void)[] = [];

/**
 * Does `work` when the program has registered all its resources, and before the engine ends the run.
 *
 * A program in a process of its own has ended when the process has nothing left to do, also after an error. An inline
 * program of the Automation API has ended when its function has returned and `registrations` returns the same number
 * twice in a row; after an error it may never end.
 *
 * @param registrations how many resources are registered, once all of them have their ids.
 */
export function atEndOfRun(registrations: () => Promise<number>, work: () => Promise<void>): void {
  const monitor = pulumi.runtime.getMonitor();
  if (hasOwnProcess(monitor)) {
    if (atExit.length === 0) process.once('beforeExit', workAtExit);
    atExit.push(() => {
      // If several programs ran one after the other in this process, only the last one still has an engine.
      if (pulumi.runtime.getMonitor() === monitor) keepRunAlive(work);
    });
    return;
  }
  keepRunAlive(async () => {
    // Pulumi reports an error of the program.
    await valueOf(pulumi.runtime.getStackResource()?.outputs).catch(() => undefined);
    for (let before = -1, now = await registrations(); now !== before; now = await registrations()) {
      before = now;
      // Functions that are applied to outputs may register more.
      await new Promise(setImmediate);
    }
    await work();
  });
}

/** Whether the engine ends the process of the program when it ends. It does not end an inline program. */
export const endsWithEngine = (): boolean => hasOwnProcess(pulumi.runtime.getMonitor());

/**
 * Whether a program runs in a process of its own. Pulumi passes the address of the engine to such a process, and separates
 * the settings of inline programs by the asynchronous context.
 */
const hasOwnProcess = (monitor: unknown): boolean =>
  process.env['PULUMI_NODEJS_MONITOR'] !== undefined &&
  contextOfImport.runInAsyncScope(() => pulumi.runtime.getMonitor()) === monitor;

function workAtExit(): void {
  for (const work of atExit.splice(0)) work();
}

/** Prevents the engine from ending the run before the work is done. */
function keepRunAlive(work: () => Promise<void>): void {
  const done = pulumi.runtime.rpcKeepAlive();
  void work().finally(done);
}
