// The set-up of tests of the native plugin: it is built once, and each test has a cloud and stacks of its own.
import type { EmulatorOptions } from 'cloud-compute-emulator';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { bundlePlugin } from '../../../../tools/src/plugin/bundle';
import { PluginStack } from './pluginStack';
import type { TestCloud } from '../testCloud';
import { startCloud } from '../testCloud';

/** What the tests of a file use. */
export interface PluginTest {
  readonly emulator: TestCloud['emulator'];
  readonly cloud: TestCloud['cloud'];
  /** The folder of the plugin. */
  readonly folder: string;
  /** Creates the stack of a test, at this address of its cloud; it is removed after the test. */
  readonly deploy: (program: string, url?: string) => Promise<PluginStack>;
}

/** Registers the set-up in a file of tests. */
export function pluginTest(options: EmulatorOptions = {}): PluginTest {
  let target: string;
  let plugin: string;
  let running: TestCloud;
  const stacks: PluginStack[] = [];

  beforeAll(async () => {
    target = await mkdtemp(path.join(os.tmpdir(), 'cloud-compute-plugin-'));
    plugin = path.join(target, 'plugin');
    await bundlePlugin(plugin);
  });
  beforeEach(async () => {
    running = await startCloud(options);
  });
  afterEach(async () => {
    for (const stack of stacks.splice(0)) await stack.dispose();
    await running.close();
  });
  afterAll(() => rm(target, { recursive: true, force: true }));

  return {
    get emulator() {
      return running.emulator;
    },
    get cloud() {
      return running.cloud;
    },
    get folder() {
      return plugin;
    },
    deploy: async (program, url = running.emulator.url) => {
      const stack = await PluginStack.create(plugin, url, program);
      stacks.push(stack);
      return stack;
    },
  };
}
