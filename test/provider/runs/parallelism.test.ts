import { UNKNOWN } from '../../../provider/schema/unknown';
import { warn } from '../../../provider/run/progress';
import { currentRun } from '../../../provider/run/run';
import { InProcessStack } from '../support/inProcessStack';
import { warnedBy } from '../support/warnings';

jest.mock('../../../provider/run/progress');

const machine = { image: 'ubuntu-24.04', instanceType: '1H100.80S.30V', locationCode: 'FIN-01' };

let stack: InProcessStack;
beforeEach(async () => {
  stack = await InProcessStack.start();
});
afterEach(() => stack.stop());

/** The warnings at the end of a preview of so many new machines. */
async function preview(count: number, more: object): Promise<string> {
  stack.newProcess();
  for (let index = 0; index < count; index += 1)
    await stack
      .resource('instance', `worker-${String(index)}`, { ...machine, __preview: true, ...more })
      .problems();
  return warnedBy(() => currentRun().phase.finish());
}

test('a preview warns once of more machines than the engine creates at once, with the time and the remedy', async () => {
  expect(await preview(60, { __parallel: 8 })).toBe(
    '60 machines, 8 at a time: about 12 min. With `--parallel 60` (or PULUMI_PARALLEL=60): about 2 min.',
  );
  expect(jest.mocked(warn).mock.calls[0]?.[0]).toBe('urn:pulumi:dev::test::pulumi:pulumi:Stack::test-dev');
});

test('a preview uses the type in a new group for its new members', async () => {
  stack.newProcess();
  const group = { name: 'workers', instanceType: '8H100.80S.176V', locationCode: 'FIN-01' };
  const template = { image: 'ubuntu-24.04' };
  await stack.resource('instanceGroup', 'workers', { ...group, template, __preview: true }).problems();
  for (const name of ['one', 'two'])
    await stack
      .resource('instance', name, { instanceGroupId: UNKNOWN, __preview: true, __parallel: 1 })
      .problems();
  expect(await warnedBy(() => currentRun().phase.finish())).toContain(
    '2 machines, 1 at a time: about 8 min.',
  );
});

test.each<[string, number, object]>([
  ['as many machines as places', 8, { __parallel: 8 }],
  ['machines that nobody waits for', 9, { __parallel: 8, awaitReady: false }],
  ['an unknown number of places', 9, {}],
  ['an update, whose preview has warned', 9, { __parallel: 8, __preview: undefined }],
])('a preview does not warn of %s', async (_, count, more) => {
  expect(await preview(count, more)).toBe('');
});

test('a preview does not count machines that exist', async () => {
  const args = { ...machine, hostname: 'trainer' };
  const trainer = await stack.up('instance', 'trainer', args);
  stack.newProcess();
  await trainer.problems({ ...args, __preview: true, __parallel: 1 });
  await stack.resource('instance', 'other', { ...machine, __preview: true, __parallel: 1 }).problems();
  expect(await warnedBy(() => currentRun().phase.finish())).toBe('');
});
