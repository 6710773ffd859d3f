// A library may bring its own copy of this package. Both copies belong to the same program.
import * as pulumi from '@pulumi/pulumi';
import * as thisCopy from 'pulumi-cloud-compute';
import { orderOf, pendingTag } from '../../../core/pendingTag';
import type { TestCloud } from './support/cloud';
import { startCloud } from './support/cloud';
import { OWNER, collectWarnings, deployTagged, engineOf } from './support/ending';
import { endProgram, run, runInline, valueOf } from './support/program';

const TYPE = 'pulumi-nodejs:dynamic/cloud-compute:Instance';

let otherCopy: typeof thisCopy;
jest.isolateModules(() => {
  // Both copies use the same Pulumi SDK.
  jest.doMock('@pulumi/pulumi', () => pulumi);
  otherCopy = jest.requireActual<typeof thisCopy>('pulumi-cloud-compute');
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

const machine = (copy: typeof thisCopy, name: string) =>
  new copy.Instance(name, { image: 'ubuntu-24.04', instanceType: '1V100.6V', locationCode: 'FIN-01' });

test('the test loads two copies', () => {
  expect(otherCopy.Instance).not.toBe(thisCopy.Instance);
});

test('the stack has one owner', async () => {
  const registered = await run(engineOf(cloud, {}));
  await Promise.all([machine(thisCopy, 'a'), machine(otherCopy, 'b')].map(({ id }) => valueOf(id)));
  await endProgram();
  expect(registered.filter(({ type }) => type.endsWith(':Owner'))).toHaveLength(1);
});

test.each([
  ['in its own process', 'process'],
  ['that runs inline', 'inline'],
])('the end of a program %s reports no resource of the other copy as an orphan', async (_, kind) => {
  const ids = { a: await ordered('a'), b: await ordered('b') };
  cloud.emulator.control.faults.add({
    ...{ kind: 'status', operation: 'deleteInstanceTag', status: 403, times: 'always' },
  });
  const program = () => [machine(thisCopy, 'a'), machine(otherCopy, 'b')];
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
  await Promise.all([machine(thisCopy, 'a'), machine(otherCopy, 'b')].map(({ id }) => valueOf(id)));
  await endProgram();
  expect(warnings).toEqual([expect.stringContaining(`instance left (${left})`)]);
});
