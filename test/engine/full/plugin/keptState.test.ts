// State of an older plugin is read by this one. For each released version, `kept` has a file with a program, its state
// and its cloud. `KEEP_STATE=1` writes the file of the version in package.json.
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { version } from '../../../../package.json';
import { bundlePlugin } from '../../../../tools/src/plugin/bundle';
import { keys } from '../../../unit/core/validation/publicKeys';
import { everythingIn } from '../../support/lifecycle';
import { PluginStack } from '../../support/stacks/pluginStack';
import { startCloud } from '../../support/testCloud';

jest.setTimeout(300_000);

/** What a file of `kept` holds. */
interface Kept {
  readonly program: string;
  readonly state: object;
  /** The snapshot of the emulator. */
  readonly cloud: string;
}

const kept = path.join(__dirname, 'kept');

/** Most kinds of resources, with values of each type. */
const PROGRAM = `
  const place = { locationCode: 'FIN-01' };
  const key = new cc.SshKey('key', { key: ${JSON.stringify(keys.ed25519.text)} });
  const setup = new cc.StartupScript('setup', { script: '#!/bin/bash\\ntrue\\n' });
  const data = new cc.Volume('data', { ...place, size: 50, type: 'NVMe' });
  new cc.Tag('team', { resourceType: 'volume', resourceId: data.id, key: 'team', value: 'vision' });
  const workers = new cc.InstanceGroup('workers', {
    ...place, instanceType: 'CPU.4V.16G', template: { image: 'ubuntu-24.04', osVolume: { size: 50 } },
  });
  new cc.Instance('member', { instanceGroupId: workers.id, groupRevision: workers.revision });
  new cc.Instance('trainer', {
    ...place, instanceType: 'CPU.4V.16G', image: 'ubuntu-24.04', osVolume: { size: 50 },
    volumes: [{ name: 'scratch', size: 20, type: 'NVMe' }], existingVolumes: [data.id],
    sshKeyIds: [key.id], startupScriptId: setup.id, tags: { team: 'vision' },
  });
  new cc.Cluster('train', {
    ...place, clusterType: '16H100', image: 'ubuntu-22.04-cuda-12.4-cluster', sshKeyIds: [key.id],
    sharedVolume: { name: 'datasets', size: 100 }, deleteSharedVolumes: true,
  });`;

let folder: string;
let plugin: string;
let snapshot: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'cloud-compute-kept-'));
  plugin = path.join(folder, 'plugin');
  await bundlePlugin(plugin);
});
beforeEach(async () => {
  snapshot = path.join(await mkdtemp(path.join(folder, 'cloud-')), 'cloud.json');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Cloud = Awaited<ReturnType<typeof startCloud>>;

/** Runs `work` with a stack of the program, and the cloud of the snapshot. */
async function withStack<T>(
  program: string,
  work: (stack: PluginStack, cloud: Cloud) => Promise<T>,
): Promise<T> {
  const cloud = await startCloud({ snapshot, timeScale: 500 });
  try {
    const stack = await PluginStack.create(plugin, cloud.emulator.url, program);
    try {
      return await work(stack, cloud);
    } finally {
      await stack.dispose();
    }
  } finally {
    await cloud.close();
  }
}

if (process.env['KEEP_STATE'] !== undefined)
  it('the state of this version is kept', async () => {
    const state = await withStack(PROGRAM, async (stack) => {
      await stack.up();
      return JSON.parse(await stack.command('stack', 'export', '--stack', 'dev')) as object;
    });
    const file: Kept = { program: PROGRAM, state, cloud: await readFile(snapshot, 'utf8') };
    await mkdir(kept, { recursive: true });
    // Where the program was is no part of the state that a plugin reads, and names folders of this computer.
    const text = JSON.stringify(file, (key, value: unknown) =>
      ['sourcePosition', 'stackTrace'].includes(key) ? undefined : value,
    );
    await writeFile(path.join(kept, `${version}.json`), `${text}\n`);
  });

const files = existsSync(kept) ? readdirSync(kept) : [];

it.each(files)('a stack of %s has no changes, and its destroy leaves nothing', async (name) => {
  const { program, state, cloud } = JSON.parse(await readFile(path.join(kept, name), 'utf8')) as Kept;
  await writeFile(snapshot, cloud);
  await withStack(program, async (stack, test) => {
    const before = path.join(stack.path, 'before.json');
    await writeFile(before, JSON.stringify(state));
    await stack.command('stack', 'import', '--stack', 'dev', '--file', before);
    expect(await everythingIn(test.cloud)).not.toEqual([]);
    await stack.preview('--expect-no-changes');
    expect(await stack.refresh()).not.toMatch(/updated|deleted/);
    await stack.destroy();
    expect(await everythingIn(test.cloud)).toEqual([]);
  });
});
