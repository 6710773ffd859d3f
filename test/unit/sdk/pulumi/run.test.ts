// Values that belong to one run of a program, also if several programs run in the same process.
import * as pulumi from '@pulumi/pulumi';
import * as state from '@pulumi/pulumi/runtime/state';
import { client } from 'pulumi-cloud-compute/client';
import { currentOwner } from '../../../../sdk/owner/owner';
import { isMocked, parallelism, perRun } from '../../../../sdk/pulumi/run';
import { configFor } from '../support/cloud';
import { run, runOnMocks, valueOf } from '../support/program';

// Runs an inline program like the Automation API. The function exists at run time, but not in the declarations.
const { withLocalStorage: inline } = state as unknown as {
  withLocalStorage: <T>(program: () => Promise<T>) => Promise<T>;
};

test('a value is created once per run', async () => {
  let made = 0;
  const thing = perRun(() => (made += 1));
  await runOnMocks();
  expect([thing(), thing()]).toEqual([1, 1]);
  await runOnMocks();
  expect([thing(), thing()]).toEqual([2, 2]);
});

test('programs that run at the same time have their own owner and client', async () => {
  const program = (name: string) =>
    inline(async () => {
      const registered = await run({
        preview: false,
        config: configFor(`http://127.0.0.1/${name}`),
        answer: ({ inputs }) => ({ id: name, state: { ...inputs, owner: name } }),
      });
      await new Promise(setImmediate);
      const first = await valueOf(currentOwner() as pulumi.Output<string>);
      await new Promise(setImmediate);
      const second = await valueOf(currentOwner() as pulumi.Output<string>);
      return { client: client(), owners: [first, second], registered: registered.length };
    });
  const [a, b] = await Promise.all([program('a'), program('b')]);
  expect(a).toMatchObject({ owners: ['a', 'a'], registered: 1 });
  expect(b).toMatchObject({ owners: ['b', 'b'], registered: 1 });
  expect(a.client).not.toBe(b.client);
});

test('isMocked distinguishes mocks from an engine', async () => {
  await runOnMocks();
  expect(isMocked()).toBe(true);
  await run();
  expect(isMocked()).toBe(false);
  pulumi.runtime.resetOptions('project', 'stack', 1, '', '127.0.0.1:1', false, '');
  expect(isMocked()).toBe(false);
  pulumi.runtime.disconnectSync();
});

test.each([
  ['16', 16],
  ['0', undefined],
  ['many', undefined],
  [undefined, undefined],
])('the parallelism is a positive number from the environment: %j', (text, places) => {
  const variable = jest.replaceProperty(process, 'env', { PULUMI_NODEJS_PARALLEL: text });
  expect(parallelism()).toBe(places);
  variable.restore();
});
