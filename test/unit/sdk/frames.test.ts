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

test('what many resources have in common is written once, and each line is that of its own place', () => {
  const writer = Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace');
  const asked: string[] = [];
  Error.prepareStackTrace = (error, frames) => {
    asked.push(...frames.map(String));
    return [String(error), ...frames.map((frame) => `\n    at ${String(frame.getLineNumber())}`)].join('');
  };
  const showAll = showOnlyTheProgram();
  const here = () => new Error('within').stack;
  const first = [1, 2].map(here);
  const second = [1, 2].map(here);
  showAll();
  if (writer) Object.defineProperty(Error, 'prepareStackTrace', writer);
  else Reflect.deleteProperty(Error, 'prepareStackTrace');
  expect(first[0]).toMatch(/^Error: within\n {4}at \d+\n {4}at \d+/);
  expect(first[1]).toBe(first[0]);
  const lines = (stack?: string) => stack?.split('\n').map((line) => line.replace(/\D/g, '')) ?? [];
  expect(lines(second[0])[1]).toBe(lines(first[0])[1]);
  expect(Number(lines(second[0])[2])).toBe(Number(lines(first[0])[2]) + 1);
  expect(asked.filter((frame) => frame.includes('here'))).toHaveLength(1);
});

test('stack traces are again what they were afterwards', () => {
  const writer = Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace');
  const showAll = showOnlyTheProgram();
  expect(Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace')).not.toEqual(writer);
  showAll();
  expect(Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace')).toEqual(writer);
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
