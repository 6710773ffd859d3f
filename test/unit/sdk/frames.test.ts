import * as pulumi from '@pulumi/pulumi';
import { SshKey } from 'pulumi-cloud-compute';
import { showOnlyTheProgram } from '../../../sdk/frames';
import { runOnMocks } from './program';

interface Position {
  readonly uri: string;
}

/** What the SDK notes of where a resource stands. */
const Notes = pulumi.Resource as unknown as {
  stackTrace: (this: unknown, skip: number) => (Position | undefined)[];
};

afterEach(() => {
  delete process.env['PULUMI_DEBUG_PROMISE_LEAKS'];
});

test('a resource stands where the program makes it, and nothing but the program is noted', async () => {
  await runOnMocks();
  const { stackTrace } = Notes;
  const traces: (Position | undefined)[][] = [];
  Notes.stackTrace = function (skip) {
    traces.push(stackTrace.call(this, skip + 1));
    return [];
  };
  new SshKey('me', { key: 'ssh-ed25519 AAAA me@laptop' });
  Notes.stackTrace = stackTrace;
  const [trace] = traces;
  const files = trace?.map((position) => position?.uri ?? '');
  expect(files?.[0]).toMatch(/frames\.test\.ts$/);
  expect(files?.filter((file) => /\/(resource|sshKey|run)\.[jt]s$/.test(file))).toEqual([]);
});

test('errors note no stack trace meanwhile, and do so again afterwards', () => {
  const before = {
    limit: Error.stackTraceLimit,
    writer: Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace'),
  };
  const showAll = showOnlyTheProgram();
  expect(new Error('within').stack).not.toContain('frames.test.ts');
  showAll();
  expect(new Error('after').stack).toContain('frames.test.ts');
  expect(Error.stackTraceLimit).toBe(before.limit);
  expect(Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace')).toEqual(before.writer);
});

test('everything is noted for whoever looks for a promise that leaks', () => {
  process.env['PULUMI_DEBUG_PROMISE_LEAKS'] = 'true';
  const showAll = showOnlyTheProgram();
  expect(new Error('within').stack).toContain('frames.test.ts');
  showAll();
});

test('an error of a constructor tells where the program called it', async () => {
  await runOnMocks();
  const nameless = () => new SshKey('', { key: 'ssh-ed25519 AAAA me@laptop' });
  let stack: string | undefined;
  try {
    nameless();
  } catch (error) {
    ({ stack } = error as Error);
  }
  expect(stack).toContain('frames.test.ts');
});
