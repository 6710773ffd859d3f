// The account of a stack under the native plugin: it never changes silently.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buildPlugin } from '../../../tools/src/plugin/build';
import { PluginStack } from '../support/pluginStack';
import type { TestCloud } from '../support/testCloud';
import { startCloud } from '../support/testCloud';

jest.setTimeout(300_000);

const volume = (name: string) =>
  `new cc.Volume('${name}', { name: '${name}', type: 'NVMe', locationCode: 'FIN-01', size: 10 });`;
const UP = ['up', '--yes', '--skip-preview', '--stack', 'dev', '--color=never'];

let target: string;
let plugin: string;
let test: TestCloud;
let stack: PluginStack | undefined;

beforeAll(async () => {
  target = await mkdtemp(path.join(os.tmpdir(), 'cloud-compute-plugin-'));
  plugin = (await buildPlugin(target)).folder;
});

beforeEach(async () => {
  test = await startCloud({
    clients: [
      { id: 'emulator', secret: 'emulator' },
      { id: 'other', secret: 'other' },
    ],
  });
});

afterEach(async () => {
  await stack?.dispose();
  stack = undefined;
  await test.close();
});

afterAll(() => rm(target, { recursive: true, force: true }));

const requests = () => test.emulator.control.requests.counts()['createVolume'] ?? 0;

it('creates nothing with the credentials of another account after a run that was killed', async () => {
  stack = await PluginStack.create(plugin, test.emulator.url, volume('data'));
  await stack.interruptUp('kill the plugin', () => requests() > 0);
  stack.use({ id: 'other', secret: 'other' });
  expect(await stack.fails(...UP)).toContain('Nothing is created, because this stack was created with other');
  expect(requests()).toBe(1);
});

it('creates nothing with the credentials of another account before it has seen what is in state', async () => {
  stack = await PluginStack.create(plugin, test.emulator.url, volume('data'));
  await stack.up();
  await stack.program(`${volume('first')} ${volume('data')}`);
  stack.use({ id: 'other', secret: 'other' });
  // Whether the new or the old volume fails first is left to the engine.
  expect(await stack.fails(...UP)).toContain('was created with other credentials or at another address');
  expect(requests()).toBe(1);
});
