// The SDKs of the native plugin: programs in several languages deploy with them.
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buildPlugin } from '../../../tools/src/plugin/build';
import {
  EXAMPLES,
  hasPython,
  hasPythonPackages,
  installPythonRequirements,
} from '../../../tools/src/plugin/examples';
import { buildSdks } from '../../../tools/src/plugin/sdks';
import { ensureLanguageHosts } from '../../../tools/src/pulumiCli/languageHosts';
import { goEnvironment } from '../../../tools/src/pulumiCli/goBuild';
import { run } from '../../../tools/src/pulumiCli/run';
import { ProgramFolder } from '../../../tools/src/testing/programFolder';
import { PluginStack } from '../support/pluginStack';
import { startCloud } from '../support/testCloud';

// Go compiles what the generators and its SDK are made of, the first time.
jest.setTimeout(900_000);

const root = path.resolve(__dirname, '..', '..', '..');
/** The layout of plugin/, so that the examples find the plugin and the SDKs. */
let folder: string;
let plugin: string;
let nodejs: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'cloud-compute-sdks-'));
  plugin = (await buildPlugin(path.join(folder, 'dist'))).folder;
  await buildSdks(path.join(folder, 'dist', 'sdk'));
  nodejs = path.join(folder, 'dist', 'sdk', 'nodejs');
  await symlink(path.join(root, 'node_modules'), path.join(nodejs, 'node_modules'));
  await run(process.execPath, [path.join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', nodejs]);
  // As Pulumi's own SDKs are packed: it names the version of the plugin.
  await cp(path.join(nodejs, 'package.json'), path.join(nodejs, 'bin', 'package.json'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

it('a program with the SDK for Node.js deploys, looks up, and destroys', async () => {
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

describe('the example', () => {
  /** The life of an example, in a copy of its folder. */
  async function deploy(example: string, prepare?: (copy: ProgramFolder) => Promise<string>): Promise<void> {
    const copy = ProgramFolder.at(path.join(folder, 'examples', path.basename(example)));
    await cp(example, copy.path, { recursive: true });
    const executables = [hosts, ...(prepare ? [await prepare(copy)] : [])];
    const test = await startCloud();
    const stack = await PluginStack.in(copy, test.emulator.url, executables);
    try {
      const output = await stack.up();
      expect(output).toMatch(/Price of the provider’s resources: \S+ USD\/h \(\+/);
      expect(output).toMatch(/ip\s*: "\d+\./);
      await stack.preview('--expect-no-changes');
      const { volumes, instances } = test.cloud;
      const [machine] = await instances.list();
      expect(machine?.tags).toContainEqual(expect.objectContaining({ key: 'team', value: 'vision' }));
      await stack.config('team', 'research');
      await stack.up();
      expect(await instances.list()).toEqual([
        expect.objectContaining({
          id: machine?.id,
          tags: [expect.objectContaining({ key: 'team', value: 'research' })] as unknown,
        }),
      ]);
      await stack.destroy();
      expect([await instances.list(), await volumes.list()]).toEqual([[], []]);
    } finally {
      await stack.dispose();
      await test.close();
    }
  }

  let hosts: string;
  beforeAll(async () => {
    hosts = await ensureLanguageHosts();
  });

  it('in YAML deploys, changes and destroys', () => deploy(EXAMPLES.yaml));

  (hasPython() && hasPythonPackages() ? it : it.skip)('in Python deploys, changes and destroys', () =>
    deploy(EXAMPLES.python, (copy) =>
      installPythonRequirements(copy.path, path.join(folder, 'venv'), (command, args, options) =>
        run(command, args, options),
      ),
    ),
  );
});

(hasPython() ? it : it.skip)('Python compiles every file of its SDK', async () => {
  const python = path.join(folder, 'dist', 'sdk', 'python');
  await run('python3', ['-m', 'compileall', '-q', python]);
  expect(await readFile(path.join(python, 'pyproject.toml'), 'utf8')).toContain('pulumi_cloud_compute');
});

it('Go compiles its SDK', async () => {
  const go = path.join(folder, 'dist', 'sdk', 'go');
  const generators = path.join(root, 'tools', 'plugin-sdks');
  const module = await readFile(path.join(generators, 'go.mod'), 'utf8');
  await writeFile(
    path.join(go, 'go.mod'),
    module.replace(/^module .*/m, 'module pulumi-cloud-compute-native/sdk/go'),
  );
  await cp(path.join(generators, 'go.sum'), path.join(go, 'go.sum'));
  await run(
    'go',
    ['build', '-mod=mod', '-trimpath', '-buildvcs=false', '-tags', 'osusergo,grpcnotrace', './...'],
    { cwd: go, env: goEnvironment(process.env) },
  );
});
