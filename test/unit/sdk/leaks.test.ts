import { execFileSync } from 'node:child_process';
import { noteNoTraces } from '../../../sdk/leaks';

/** What the SDK does for each of its promises. */
function sdk(debugPromiseLeaks: boolean) {
  const traces: (string | undefined)[] = [];
  return {
    traces,
    debugPromiseLeaks,
    debuggablePromise: (promise: Promise<unknown>, context: unknown) => {
      traces.push(new Error(String(context)).stack);
      return promise;
    },
  };
}

test('the promises of the SDK note no stack trace, and errors of everybody else do', async () => {
  const { stackTraceLimit } = Error;
  const module = sdk(false);
  noteNoTraces(module);
  await expect(module.debuggablePromise(Promise.resolve('value'), 'a property')).resolves.toBe('value');
  expect(module.traces).toEqual([expect.stringContaining('a property')]);
  expect(module.traces[0]).not.toContain('leaks.test.ts');
  expect(Error.stackTraceLimit).toBe(stackTraceLimit);
  expect(new Error('after').stack).toContain('leaks.test.ts');
});

test('everything is noted for whoever looks for a promise that leaks', async () => {
  const module = sdk(true);
  noteNoTraces(module);
  await module.debuggablePromise(Promise.resolve(), 'a property');
  expect(module.traces[0]).toContain('leaks.test.ts');
});

test.each([
  ['', false],
  ['true', true],
])('the SDK that is installed calls it for its promises (PULUMI_DEBUG_PROMISE_LEAKS=%j)', (leaks, noted) => {
  const program = `
    require('pulumi-cloud-compute');
    const settings = require('@pulumi/pulumi/runtime/settings');
    const seen = [];
    const { add } = Set.prototype;
    Set.prototype.add = function (promise) { seen.push(promise?._debugStackTrace); return add.call(this, promise); };
    settings.rpcKeepAlive()();
    console.log(JSON.stringify(seen.filter((trace) => trace !== undefined)));`;
  const output = execFileSync(process.execPath, ['-e', program], {
    encoding: 'utf8',
    env: { ...process.env, PULUMI_DEBUG_PROMISE_LEAKS: leaks },
  });
  const [trace] = JSON.parse(output) as string[];
  expect(trace).toMatch(noted ? /^Error\n +at / : /^Error$/);
});
