import { executionAsyncResource } from 'node:async_hooks';

let tick: object | undefined;

/**
 * Keeps one of the objects that `process.nextTick` creates. V8 forgets the shape of objects when none exists at a
 * garbage collection. After several such collections it treats the shape as unstable; then every tick of the process,
 * about ten per request, costs two or three times as much permanently.
 */
export function keepTicksFast(): void {
  if (tick !== undefined) return;
  process.nextTick(() => {
    tick = executionAsyncResource();
  });
}
