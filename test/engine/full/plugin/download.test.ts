// The plugin as users get it: a tarball that the engine finds and downloads by itself, and that needs no Node.js.
import { spawnSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { create, list } from 'tar';
import { stringify } from 'yaml';
import { version } from '../../../../package.json';
import { CHECKSUMS, buildPlugin } from '../../../../tools/src/plugin/build';
import { EXECUTABLE, bundlePlugin } from '../../../../tools/src/plugin/bundle';
import { PLATFORMS, RUNTIMES, thisPlatform } from '../../../../tools/src/plugin/runtimes';
import { buildSdks, compileNodejsSdk } from '../../../../tools/src/plugin/sdks';
import { findExecutable } from '../../../../tools/src/pulumiCli/executables';
import { ensureLanguageHosts } from '../../../../tools/src/pulumiCli/languageHosts';
import { run } from '../../../../tools/src/pulumiCli/run';
import { ProgramFolder } from '../../../../tools/src/testing/programFolder';
import type { PluginServer } from '../../support/pluginServer';
import { servePlugins } from '../../support/pluginServer';
import { PluginStack } from '../../support/stacks/pluginStack';
import type { TestCloud } from '../../support/testCloud';
import { startCloud } from '../../support/testCloud';

// The first time, the runtimes of six platforms are downloaded, and Go compiles the generators of the SDKs.
jest.setTimeout(1_800_000);

/** The version of an SDK for which the server has a plugin of this version. */
const NEXT = '99.0.0';
const NOWHERE = '99.9.9';
const platform = thisPlatform() ?? 'linux-amd64';
const tarballOf = (of: string, on: string = platform) => `${EXECUTABLE}-v${of}-${on}.tar.gz`;

let folder: string;
/** What the plugin server has. */
let served: string;
/** The content of this computer's tarball. */
let plugin: string;
/** All that is on PATH: Pulumi and its host for YAML. */
let bin: string;
/** The SDKs, which name the server. */
let sdks: string;
let server: PluginServer;
let cloud: TestCloud;
const stacks: PluginStack[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'cloud-compute-download-'));
  served = path.join(folder, 'served');
  await mkdir(served);
  server = await servePlugins(served);
  plugin = (await buildPlugin(served, { publication: publication() })).folder;
  sdks = path.join(folder, 'sdk');
  await buildSdks(sdks, { publication: publication(), java: false });
  const hosts = await ensureLanguageHosts();
  bin = path.join(folder, 'bin');
  await mkdir(bin);
  for (const name of ['pulumi', 'pulumi-language-yaml'])
    await symlink(path.join((await findExecutable(name, [hosts])) ?? hosts, name), path.join(bin, name));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  cloud = await startCloud();
  server.requests.length = 0;
});
afterEach(async () => {
  for (const stack of stacks.splice(0)) await stack.dispose();
  await cloud.close();
});

const publication = () => ({ pluginDownloadURL: server.url, goModule: 'example.com/gpu-cloud/sdk/go' });

const YAML = {
  'Pulumi.yaml': stringify({
    name: 'test',
    runtime: 'yaml',
    resources: {
      data: {
        type: 'cloud-compute:Volume',
        properties: { size: 50, type: 'NVMe', locationCode: 'FIN-01' },
      },
    },
  }),
};

/** A stack whose commands may download plugins. */
async function stackOf(
  files: Readonly<Record<string, string>>,
  variables: NodeJS.ProcessEnv = {},
): Promise<PluginStack> {
  const program = await ProgramFolder.create({ files, project: 'test' });
  const stack = await PluginStack.in(program, cloud.emulator.url, [], {
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: undefined,
    ...variables,
  });
  stacks.push(stack);
  return stack;
}

const volumes = () => cloud.cloud.volumes.list();

describe('the tarball', () => {
  it.each(PLATFORMS)('of %s holds the runtime, its licence and the plugin, in at most 60 MB', async (on) => {
    const file = path.join(served, tarballOf(version, on));
    expect((await stat(file)).size).toBeLessThan(60_000_000);
    const entries = new Map<string, { readonly executable: boolean; readonly size: number }>();
    await list({
      file,
      strict: true,
      onReadEntry: ({ path: name, mode = 0, size }) =>
        entries.set(name, { executable: (mode & 0o111) !== 0, size: Math.round(size / 1e6) }),
    });
    const windows = on.startsWith('windows');
    const executables = [...entries].filter(([, { executable }]) => executable).map(([name]) => name);
    expect([...entries.keys()].sort()).toEqual(
      ['LICENSE-node', 'index.js', 'index.js.LEGAL.txt', ...(windows ? ['node.exe'] : ['node'])].concat(
        windows ? `${EXECUTABLE}.cmd` : EXECUTABLE,
      ),
    );
    if (!windows) expect(executables.sort()).toEqual(['node', EXECUTABLE]);
    expect(entries.get(windows ? 'node.exe' : 'node')?.size).toBeGreaterThan(80);
    await expect(readFile(path.join(served, CHECKSUMS), 'utf8')).resolves.toMatch(
      new RegExp(`^[0-9a-f]{64}  ${tarballOf(version, on)}$`, 'm'),
    );
  });

  it('of this computer has the pinned Node.js, and says its version with an empty PATH', () => {
    const printedBy = (name: string) =>
      spawnSync(path.join(plugin, name), ['--version'], {
        env: { PATH: '' },
        encoding: 'utf8',
      }).stdout.trim();
    expect(printedBy(EXECUTABLE)).toBe(version);
    expect(printedBy('node')).toBe(`v${RUNTIMES[platform].version}`);
  });
});

it('a project in YAML needs the address once, and no Node.js on any computer', async () => {
  const stack = await stackOf(YAML, { PATH: bin });
  stack.moveTo('first');
  await stack.command('package', 'add', `cloud-compute@${version}`, '--server', server.url);
  expect(server.requests).toEqual([`/${tarballOf(version)}`]);
  stack.moveTo('second');
  await stack.up();
  await expect(volumes()).resolves.toEqual([expect.objectContaining({ size: 50 })]);
  expect(server.requests).toHaveLength(2);
  stack.moveTo('third');
  await stack.destroy();
  await expect(volumes()).resolves.toEqual([]);
  expect(server.requests).toHaveLength(3);
});

describe('the SDK for Node.js', () => {
  let sdk: string;
  beforeAll(async () => {
    sdk = await compileNodejsSdk(sdks);
  });

  /** A program with the SDK, as if it had this version. */
  async function programWith(of: string): Promise<Record<string, string>> {
    const manifest = path.join(sdk, 'package.json');
    const text = await readFile(manifest, 'utf8');
    await writeFile(manifest, text.replace(/("version": ")[^"]+/g, `$1${of}`));
    return {
      'index.js': `const native = require(${JSON.stringify(sdk)});
        new native.Volume('data', { size: 50, type: 'NVMe', locationCode: 'FIN-01' });`,
    };
  }

  it('names the address, so that `up` and `destroy` download the plugin', async () => {
    const stack = await stackOf(await programWith(version));
    stack.moveTo('first');
    await stack.up();
    expect(server.requests).toEqual([`/${tarballOf(version)}`]);
    stack.moveTo('second');
    await stack.destroy();
    await expect(volumes()).resolves.toEqual([]);
    expect(server.requests).toHaveLength(2);
  });

  it('of a version that the server lacks fails before anything is created', async () => {
    const stack = await stackOf(await programWith(NOWHERE));
    await expect(stack.fails('up', '--yes', '--skip-preview', '--stack', 'dev')).resolves.toContain(
      `404 HTTP error fetching plugin from ${server.url}/${tarballOf(NOWHERE)}`,
    );
    await expect(volumes()).resolves.toEqual([]);
  });

  it('newer than the plugin that a lying server has under its name works, and says what to do', async () => {
    await copyFile(path.join(served, tarballOf(version)), path.join(served, tarballOf(NEXT)));
    const stack = await stackOf(await programWith(NEXT));
    const output = await stack.up();
    expect(output).toContain(`expected to have version >=${NEXT}, but has ${version}`);
    expect(output).toContain(
      `asks for version ${NEXT} of the plugin cloud-compute, but this is version ${version}, which may lack what the ` +
        'program uses.',
    );
    expect(output).toContain(`\`pulumi plugin rm resource cloud-compute ${NEXT} --yes\``);
    await stack.destroy();
  });

  it('older than the plugin of a folder works without a word', async () => {
    const newer = path.join(folder, 'newer');
    await bundlePlugin(newer, { version: NEXT });
    const stack = await stackOf({
      ...(await programWith(version)),
      'Pulumi.yaml': stringify({
        name: 'test',
        runtime: 'nodejs',
        plugins: { providers: [{ name: 'cloud-compute', path: newer }] },
      }),
    });
    await expect(stack.up()).resolves.not.toMatch(/warning|version/i);
    await stack.destroy();
    await expect(volumes()).resolves.toEqual([]);
  });
});

describe('a plugin that cannot be installed', () => {
  /** What `pulumi plugin install` prints, on a computer without plugins. */
  async function installed(name: string, from: string, ...args: string[]): Promise<string> {
    const { PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: _, ...env } = process.env;
    return run(
      path.join(bin, 'pulumi'),
      ['plugin', 'install', 'resource', 'cloud-compute', ...args, '--server', from],
      {
        cwd: folder,
        env: { ...env, PULUMI_HOME: path.join(folder, 'homes', name), PULUMI_SKIP_UPDATE_CHECK: 'true' },
      },
    );
  }

  /** The address of a server that has another file under the name of this version. */
  async function lyingServer(name: string, write: (file: string) => Promise<unknown>): Promise<string> {
    await mkdir(path.join(served, name));
    await write(path.join(served, name, tarballOf(version)));
    return `${server.url}/${name}`;
  }

  it('says that no server has this version for this platform', async () => {
    await expect(installed('missing', server.url, NOWHERE)).rejects.toThrow(
      `404 HTTP error fetching plugin from ${server.url}/${tarballOf(NOWHERE)}`,
    );
  });

  it('says that the command needs a version', async () => {
    await expect(installed('latest', server.url)).rejects.toThrow(
      'failed to download plugin: cloud-compute: failed',
    );
  });

  it('says that the tarball is cut off', async () => {
    const whole = await readFile(path.join(served, tarballOf(version)));
    const url = await lyingServer('cut', (file) => writeFile(file, whole.subarray(0, 3_000_000)));
    await expect(installed('cut', url, version)).rejects.toThrow(/untarring file .*: unexpected EOF/);
  });

  it('says that a page came instead of the tarball', async () => {
    const url = await lyingServer('page', (file) => writeFile(file, '<html>Sign in</html>'));
    await expect(installed('page', url, version)).rejects.toThrow('uncompressing: gzip: invalid header');
  });

  it('says that the tarball holds something else, but only when it is used', async () => {
    const other = path.join(folder, 'other');
    await mkdir(other);
    await writeFile(path.join(other, 'README'), 'another project');
    const url = await lyingServer('other', (file) => create({ gzip: true, file, cwd: other }, ['README']));
    const adding = await stackOf(YAML, { PATH: bin });
    await expect(
      adding.fails('package', 'add', `cloud-compute@${version}`, '--server', url),
    ).resolves.toContain('expected "cloud-compute" to have an executable named');
    await installed('other', url, version);
    const stack = await stackOf(YAML, { PATH: bin, PULUMI_HOME: path.join(folder, 'homes', 'other') });
    await expect(stack.fails('preview', '--stack', 'dev')).resolves.toMatch(
      /failed to load plugin .*loading PulumiPlugin\.yaml: .*no such file or directory/,
    );
  });
});
