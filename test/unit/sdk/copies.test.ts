// A library that a program uses may bring a copy of this package of its own: together they are one program.
import * as pulumi from '@pulumi/pulumi';
import * as ours from 'pulumi-cloud-compute';
import { orderOf, pendingTag } from '../../../core/pendingTag';
import type { TestCloud } from './cloud';
import { startCloud } from './cloud';
import type { Registered } from './program';
import { endProgram, run, runInline, valueOf } from './program';

const OWNER = '0a1b2c3d4e5f';
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
  warnings = [];
  jest.spyOn(console, 'warn').mockImplementation((text: string) => void warnings.push(text));
});
afterEach(async () => {
  jest.restoreAllMocks();
  await cloud.close();
});

/** A machine that carries a pending tag, which does not come off. */
async function ordered(name: string): Promise<string> {
  const identity = { owner: OWNER, urn: `urn:pulumi:stack::project::${TYPE}::${name}` };
  return cloud.client.instances.deploy({
    ...{ hostname: name, description: 'trains', image: 'ubuntu-24.04' },
    ...{ instance_type: '1V100.6V', location_code: 'FIN-01' },
    tags: [pendingTag(orderOf(identity), Date.now())],
  });
}

const engine = (ids: Record<string, string>) => ({
  preview: false,
  config: cloud.config,
  answer: ({ name, type, inputs }: Registered) =>
    type.endsWith(':Owner')
      ? { id: OWNER, state: { ...inputs, owner: OWNER } }
      : { id: ids[name] ?? name, state: inputs },
});

const machine = (copy: typeof ours, name: string) =>
  new copy.Instance(name, { image: 'ubuntu-24.04', instanceType: '1V100.6V', locationCode: 'FIN-01' });

test('the test loads two copies', () => {
  expect(theirs.Instance).not.toBe(ours.Instance);
});

test('the stack has one owner', async () => {
  const registered = await run(engine({}));
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
  if (kind === 'inline') await runInline(engine(ids), () => void program());
  else {
    await run(engine(ids));
    await Promise.all(program().map(({ id }) => valueOf(id)));
    await endProgram();
  }
  expect(warnings.join('\n')).toContain('pulumi-pending');
  expect(warnings.join('\n')).not.toContain('not a resource of this program');
});

test('an orphan is reported once', async () => {
  const left = await ordered('left');
  await run(engine({}));
  await Promise.all([machine(ours, 'a'), machine(theirs, 'b')].map(({ id }) => valueOf(id)));
  await endProgram();
  expect(warnings).toEqual([expect.stringContaining(`instance left (${left})`)]);
});
