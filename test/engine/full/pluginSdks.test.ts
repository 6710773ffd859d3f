// The SDKs of the native plugin: the languages' own compilers accept them, and a program deploys with one.
import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buildPlugin } from '../../../tools/src/plugin/build';
import { buildSdks } from '../../../tools/src/plugin/sdks';
import { run } from '../../../tools/src/pulumiCli/run';
import { PluginStack } from '../support/pluginStack';
import { startCloud } from '../support/testCloud';

// Go compiles what the generators and its SDK are made of, the first time.
jest.setTimeout(900_000);

const root = path.resolve(__dirname, '..', '..', '..');
const hasPython = spawnSync('python3', ['--version']).status === 0;

let folder: string;
let nodejs: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'cloud-compute-sdks-'));
  await buildSdks(path.join(folder, 'sdk'));
  nodejs = path.join(folder, 'sdk', 'nodejs');
  await symlink(path.join(root, 'node_modules'), path.join(nodejs, 'node_modules'));
  await run(process.execPath, [path.join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', nodejs]);
  // As Pulumi's own SDKs are packed: it names the version of the plugin.
  await cp(path.join(nodejs, 'package.json'), path.join(nodejs, 'bin', 'package.json'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

it('a program with the SDK for Node.js deploys, looks up, and destroys', async () => {
  const plugin = (await buildPlugin(path.join(folder, 'plugin'))).folder;
  const test = await startCloud();
  const stack = await PluginStack.create(
    plugin,
    test.emulator.url,
    `const native = require(${JSON.stringify(path.join(nodejs, 'bin'))});
     const provider = new native.Provider('tagged', { defaultTags: { team: 'research' } });
     const data = new native.Volume('data', { size: 50, type: 'NVMe', locationCode: 'FIN-01' }, { provider });
     exports.size = data.size;
     exports.codes = native.getLocationsOutput().result.apply((all) => all.map(({ code }) => code).join());`,
  );
  try {
    const output = await stack.up();
    expect(output).toMatch(/codes\s*: "FIN-01/);
    expect(output).toMatch(/size\s*: 50/);
    expect(await test.cloud.volumes.list()).toEqual([
      expect.objectContaining({
        size: 50,
        tags: expect.arrayContaining([
          expect.objectContaining({ key: 'team', value: 'research' }),
        ]) as unknown,
      }),
    ]);
    expect(await stack.preview('--expect-no-changes')).toMatch(/unchanged/);
    await stack.destroy();
    expect(await test.cloud.volumes.list()).toEqual([]);
  } finally {
    await stack.dispose();
    await test.close();
  }
});

(hasPython ? it : it.skip)('Python compiles every file of its SDK', async () => {
  const python = path.join(folder, 'sdk', 'python');
  await run('python3', ['-m', 'compileall', '-q', python]);
  expect(await readFile(path.join(python, 'pyproject.toml'), 'utf8')).toContain('pulumi_cloud_compute');
});

it('Go compiles its SDK', async () => {
  const go = path.join(folder, 'sdk', 'go');
  const generators = path.join(root, 'tools', 'plugin-sdks');
  const module = await readFile(path.join(generators, 'go.mod'), 'utf8');
  await writeFile(
    path.join(go, 'go.mod'),
    module.replace(/^module .*/m, 'module pulumi-cloud-compute-native/sdk/go'),
  );
  await cp(path.join(generators, 'go.sum'), path.join(go, 'go.sum'));
  const env = { ...process.env, CGO_ENABLED: '0', GOWORK: 'off', GOFLAGS: '' };
  await run(
    'go',
    ['build', '-mod=mod', '-trimpath', '-buildvcs=false', '-tags', 'osusergo,grpcnotrace', './...'],
    {
      cwd: go,
      env,
    },
  );
});
