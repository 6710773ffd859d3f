import { executionAsyncResource } from 'node:async_hooks';

let tick: object | undefined;

/**
 * Keeps one of the objects that `process.nextTick` creates alive. V8 discards its description of a kind of object if a
 * garbage collection finds none alive. After several such collections it creates them without optimisation; then every
 * tick of the process, about ten per request, costs two or three times as much until the process ends.
 */
export function keepTicksFast(): void {
  if (tick !== undefined) return;
  process.nextTick(() => {
    tick = executionAsyncResource();
  });
}
