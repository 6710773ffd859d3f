// What interrupted runs of the native plugin leave, and how the next runs name and remove it.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buildPlugin } from '../../../tools/src/plugin/build';
import { PluginStack } from '../support/pluginStack';
import type { TestCloud } from '../support/testCloud';
import { startCloud } from '../support/testCloud';

jest.setTimeout(300_000);

const PLACE = `locationCode: 'FIN-01'`;
const MACHINE = `new cc.Instance('trainer', {
  hostname: 'trainer', image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', ${PLACE},
});`;
const volume = (name: string) => `new cc.Volume('${name}', { size: 10, type: 'NVMe', ${PLACE} });`;

let target: string;
let plugin: string;
let test: TestCloud;
let stack: PluginStack | undefined;

beforeAll(async () => {
  target = await mkdtemp(path.join(os.tmpdir(), 'cloud-compute-plugin-'));
  plugin = (await buildPlugin(target)).folder;
});

beforeEach(async () => {
  test = await startCloud();
});

afterEach(async () => {
  await stack?.dispose();
  stack = undefined;
  await test.close();
});

afterAll(() => rm(target, { recursive: true, force: true }));

const stackOf = async (program: string): Promise<PluginStack> =>
  (stack = await PluginStack.create(plugin, test.emulator.url, program));

const isOrdered = () => (test.emulator.control.requests.counts()['deployInstance'] ?? 0) > 0;

it('does not wait for the orders of a run that ended well', async () => {
  const stack = await stackOf(volume('first'));
  expect(await stack.up()).not.toContain('Ordered by this stack');
  await stack.program(volume('first') + volume('second'));
  expect(await stack.up()).not.toContain('an earlier run was interrupted');
});

it('names the machine of a killed run at the end of each run, until a command removes it', async () => {
  const stack = await stackOf(MACHINE);
  await stack.interruptUp('kill both', isOrdered);
  const [orphan] = await test.cloud.instances.list();
  const id = orphan?.id ?? '';
  await stack.program(volume('data'));
  const output = await stack.up();
  expect(output).toMatch(
    new RegExp(
      `Ordered by this stack, billed, and not a resource of this program:\\s+instance trainer \\(${id}\\)`,
    ),
  );
  expect(output).toMatch(new RegExp(`orphans remove --state state\\.json ${id}`));
  expect(await stack.preview()).toContain(id);
  expect(await stack.destroy()).toContain(id);
  expect((await test.cloud.instances.list()).map((one) => one.id)).toEqual([id]);
});
