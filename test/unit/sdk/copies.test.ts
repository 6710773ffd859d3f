// A library may bring its own copy of this package; both copies belong to the same program.
import * as pulumi from '@pulumi/pulumi';
import * as ours from 'pulumi-cloud-compute';
import { orderOf, pendingTag } from '../../../core/pendingTag';
import type { TestCloud } from './cloud';
import { startCloud } from './cloud';
import { OWNER, collectWarnings, deployTagged, engineOf } from './ending';
import { endProgram, run, runInline, valueOf } from './program';

const TYPE = 'pulumi-nodejs:dynamic/cloud-compute:Instance';

let theirs: typeof ours;
jest.isolateModules(() => {
  // The copies of a package share what both ask for.
  jest.doMock('@pulumi/pulumi', () => pulumi);
  theirs = jest.requireActual<typeof ours>('pulumi-cloud-compute');
});

let cloud: TestCloud;
let warnings: string[];
beforeEach(async () => {
  cloud = await startCloud();
  warnings = collectWarnings();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await cloud.close();
});

/** Orders a machine with a pending tag. */
function ordered(name: string): Promise<string> {
  const identity = { owner: OWNER, urn: `urn:pulumi:stack::project::${TYPE}::${name}` };
  return deployTagged(cloud, name, pendingTag(orderOf(identity), Date.now()));
}

const machine = (copy: typeof ours, name: string) =>
  new copy.Instance(name, { image: 'ubuntu-24.04', instanceType: '1V100.6V', locationCode: 'FIN-01' });

test('the test loads two copies', () => {
  expect(theirs.Instance).not.toBe(ours.Instance);
});

test('the stack has one owner', async () => {
  const registered = await run(engineOf(cloud, {}));
  await Promise.all([machine(ours, 'a'), machine(theirs, 'b')].map(({ id }) => valueOf(id)));
  await endProgram();
  expect(registered.filter(({ type }) => type.endsWith(':Owner'))).toHaveLength(1);
});

test.each([
  ['that has the process to itself', 'process'],
  ['that runs inline', 'inline'],
])('the end of a program %s does not report a resource of the other copy as an orphan', async (_, kind) => {
  const ids = { a: await ordered('a'), b: await ordered('b') };
  cloud.emulator.control.faults.add({
    ...{ kind: 'status', operation: 'deleteInstanceTag', status: 403, times: 'always' },
  });
  const program = () => [machine(ours, 'a'), machine(theirs, 'b')];
  if (kind === 'inline') await runInline(engineOf(cloud, ids), () => void program());
  else {
    await run(engineOf(cloud, ids));
    await Promise.all(program().map(({ id }) => valueOf(id)));
    await endProgram();
  }
  expect(warnings.join('\n')).toContain('pulumi-pending');
  expect(warnings.join('\n')).not.toContain('not a resource of this program');
});

test('an orphan is reported once', async () => {
  const left = await ordered('left');
  await run(engineOf(cloud, {}));
  await Promise.all([machine(ours, 'a'), machine(theirs, 'b')].map(({ id }) => valueOf(id)));
  await endProgram();
  expect(warnings).toEqual([expect.stringContaining(`instance left (${left})`)]);
});
