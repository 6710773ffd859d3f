// A rehearsal of a release: the scripts publish everything to registries on this computer, and the commands of the pages
// install it into empty folders.
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parse, stringify } from 'yaml';
import { version } from '../../package.json';
import { pageNames, readPage } from '../../tools/src/docs/page';
import { LOCAL_GO_MODULE } from '../../tools/src/generate/pulumi/publication';
import { CHECKSUMS } from '../../tools/src/plugin/build';
import { EXECUTABLE } from '../../tools/src/plugin/bundle';
import { EXAMPLES, hasPython, hasPythonPackages } from '../../tools/src/plugin/examples';
import { PLATFORMS, thisPlatform } from '../../tools/src/plugin/runtimes';
import { putOnPath } from '../../tools/src/pulumi';
import { CLI_BUILD_FLAGS, goEnvironment } from '../../tools/src/pulumiCli/goBuild';
import { ensureLanguageHosts } from '../../tools/src/pulumiCli/languageHosts';
import { run } from '../../tools/src/pulumiCli/run';
import { EmulatorProcess } from '../../tools/src/testing/emulatorProcess';
import { ProgramFolder } from '../../tools/src/testing/programFolder';
import type { PluginServer } from '../engine/support/pluginServer';
import { servePlugins } from '../engine/support/pluginServer';
import { PluginStack } from '../engine/support/stacks/pluginStack';
import { outputOf } from '../engine/support/texts/commandOutput';
import { follow } from '../engine/support/texts/guide';
import { Checkout } from './support/checkout';
import { root } from './support/packed';
import type { Registry } from './support/registries';
import { npmRegistry, npmUser, pythonIndex } from './support/registries';

// The first time, the runtimes of six platforms are downloaded, and Go compiles the generators of the SDKs.
jest.setTimeout(1_800_000);

/** The module that the pages show as an example. */
const GO_REPOSITORY = 'github.com/OWNER/REPO';
const HOMEPAGE = `https://${GO_REPOSITORY}`;
const GO_MODULE = `${GO_REPOSITORY}/sdk/go`;
const GO_COMMANDS = path.join(root, 'test', 'engine', 'support', 'stacks', 'goProgram', 'main.go');
const tarballOf = (platform: string) => `${EXECUTABLE}-v${version}-${platform}.tar.gz`;
const TARBALL = `/v${version}/${tarballOf(thisPlatform() ?? 'linux-amd64')}`;

let folder: string;
let npm: Registry;
let python: Registry;
let server: PluginServer;
/** Where the pages' commands find the registries. */
let variables: NodeJS.ProcessEnv;
let checkout: Checkout;
/** What was published without credentials of npm. */
let refused: Awaited<ReturnType<typeof published>>;
/** What was published when the release broke off, and what the next one printed. */
let interrupted: Awaited<ReturnType<typeof published>>;
let output: string;
/** The folder with Pulumi and its hosts for YAML and Python. */
let hosts: string;

/** npm passes its settings to what it runs in small letters, and changesets reads only those; a user may set both. */
const npmSettings = (settings: Readonly<Record<string, string>>): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(settings).flatMap(([name, value]) => [
      [`npm_config_${name}`, value],
      [`NPM_CONFIG_${name.toUpperCase()}`, value],
    ]),
  );

/** Without scripts of other packages, one of which compiles an optional module, and with what was just read. */
const QUICK = { ignore_scripts: 'true', prefer_offline: 'true', audit: 'false' };
// `npm run --silent` would also silence the errors of what a script runs.
const EXACT = { ignore_scripts: 'false', prefer_offline: 'false', loglevel: 'notice' };

/** Everything that is published. */
const published = async () => ({
  npm: await Promise.all(
    ['pulumi-cloud-compute', 'cloud-compute-emulator', 'pulumi-cloud-compute-native'].map(packument),
  ),
  python: await readdir(path.join(folder, 'python')),
  tags: await checkout.tags(),
});

interface Packument {
  /** None: the package is not there. */
  readonly versions?: Readonly<Record<string, { readonly dist: { readonly tarball: string } }>>;
}
const packument = async (name: string): Promise<Packument> =>
  (await (await fetch(`${npm.url}/${name}`)).json()) as Packument;

(hasPython() && hasPythonPackages() ? describe : describe.skip)('a release', () => {
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'cloud-compute-release-'));
    const served = path.join(folder, 'served');
    await Promise.all([mkdir(served), mkdir(path.join(folder, 'npm'))]);
    [npm, python, server] = await Promise.all([
      npmRegistry(path.join(folder, 'npm')),
      pythonIndex(path.join(folder, 'python')),
      servePlugins(served),
    ]);
    hosts = await ensureLanguageHosts();
    variables = {
      ...npmSettings({ registry: npm.url, cache: path.join(folder, 'npm-cache'), ...QUICK }),
      PIP_INDEX_URL: `${python.url}/simple/`,
      PIP_DISABLE_PIP_VERSION_CHECK: '1',
    };
    checkout = await Checkout.create(folder, {
      ...process.env,
      ...variables,
      ...npmSettings({ userconfig: await npmUser(npm, folder), ...EXACT }),
      TWINE_REPOSITORY_URL: python.url,
      TWINE_USERNAME: 'release',
      TWINE_PASSWORD: 'on this machine only',
    });
    await expect(checkout.npm('release:publish')).rejects.toThrow(
      'The release is refused: pluginDownloadURL and goModule in the field pulumiPackage of package.json are empty',
    );
    await checkout.setAddresses(HOMEPAGE, {
      pluginDownloadURL: `${server.url}/v\${VERSION}`,
      goModule: GO_MODULE,
    });
    await expect(checkout.npm('release:build')).rejects.toThrow(
      /These files differ from the generated ones: .*schema\.json/,
    );
    await checkout.npm('generate');
    await checkout.refusePrepack();
    await checkout.commit('chore: set the addresses');
    await checkout.npm('release:build');
    await expect(checkout.npm('release:publish')).rejects.toThrow(
      `The release is refused: ${server.url}/v${version}/${tarballOf(PLATFORMS[0])} answered 404.`,
    );
    await cp(path.join(checkout.path, 'plugin', 'dist'), path.join(served, `v${version}`), {
      recursive: true,
      filter: (source) => /dist$|\.tar\.gz$/.test(source) || path.basename(source) === CHECKSUMS,
    });
    const nobody = npmSettings({ userconfig: path.join(folder, 'nobody') });
    await expect(checkout.npm('release:publish', nobody)).rejects.toThrow(
      /ENEEDAUTH[^]*The release is refused: npm does not know who publishes/,
    );
    refused = await published();
    // It breaks off at npm, which proves the origin of a package only in CI.
    await expect(checkout.npm('release:publish', npmSettings({ provenance: 'true' }))).rejects.toThrow(
      'EUSAGE',
    );
    interrupted = await published();
    output = await checkout.npm('release:publish');
  });
  afterAll(async () => {
    await Promise.all([npm.stop(), python.stop(), server.close()]);
    await rm(folder, { recursive: true, force: true });
  });

  it('publishes every package, the module for Go and the tags of both versions', async () => {
    const there = await published();
    // npm proves the origin of a package only if it names its repository.
    for (const { versions } of there.npm)
      expect(versions).toEqual({
        [version]: expect.objectContaining({
          repository: { type: 'git', url: `git+${HOMEPAGE}.git` },
        }) as unknown,
      });
    expect(there.python).toEqual([`pulumi_cloud_compute-${version}-py3-none-any.whl`]);
    const tags = there.tags.match(/refs\/tags\/[^\s^]+$/gm);
    expect(tags?.sort()).toEqual([
      `refs/tags/cloud-compute-emulator@${version}`,
      `refs/tags/pulumi-cloud-compute@${version}`,
      `refs/tags/sdk/go/v${version}`,
    ]);
  });

  it('publishes nothing without the credentials of npm', () => {
    for (const { versions } of refused.npm) expect(versions).toBeUndefined();
    expect(refused).toMatchObject({ python: [], tags: '' });
  });

  it('that broke off continues with what is missing', async () => {
    const { python: wheel, tags } = await published();
    expect(interrupted.python).toEqual(wheel);
    expect(interrupted.tags).not.toBe('');
    expect(tags).toContain(interrupted.tags);
    for (const { versions } of interrupted.npm) expect(versions).toBeUndefined();
    expect(output.match(/is published already/g)).toHaveLength(2);
  });

  it('that is repeated changes nothing', async () => {
    const before = await published();
    const repeated = await checkout.npm('release:publish');
    expect(repeated.match(/is published already/g)).toHaveLength(3);
    expect(repeated).toContain('No unpublished projects to publish');
    await expect(published()).resolves.toEqual(before);
  });

  it('is not continued from another commit', async () => {
    const before = await published();
    const first = (await checkout.command('git', 'rev-parse', 'HEAD')).trim();
    await checkout.commit('fix: something');
    await expect(checkout.npm('release:publish')).rejects.toThrow(
      `The release is refused: version ${version} is released, perhaps in part, from commit ${first}, and this is `,
    );
    await expect(published()).resolves.toEqual(before);
    await checkout.command('git', 'reset', '--quiet', '--soft', first);
  });

  describe('is installed by the commands of the pages', () => {
    let emulator: EmulatorProcess;
    /** The executable of the emulator from npm. */
    let command: string;
    beforeAll(async () => {
      const project = await emptyFolder('readme');
      const block = readPage('README.md', checkout.path).blocks.find(
        ({ language, text }) => language === 'sh' && text.startsWith('npm install '),
      );
      await shell(block?.text ?? '', project);
      command = path.join(project, 'node_modules', '.bin', 'cloud-compute-emulator');
      emulator = await EmulatorProcess.start(
        ['--port', '0', '--time-scale', '200', '--check-replies'],
        command,
      );
    });
    afterAll(() => emulator.stop());
    beforeEach(() => {
      server.requests.length = 0;
    });

    it('npm installs the bytes that were published', async () => {
      const lock = JSON.parse(await readFile(path.join(folder, 'readme', 'package-lock.json'), 'utf8')) as {
        readonly packages: Readonly<Record<string, { version: string; integrity: string }>>;
      };
      for (const name of ['pulumi-cloud-compute', 'cloud-compute-emulator']) {
        const { tarball } = (await packument(name)).versions?.[version]?.dist ?? { tarball: '' };
        const bytes = new Uint8Array(await (await fetch(tarball)).arrayBuffer());
        expect(lock.packages[`node_modules/${name}`]).toMatchObject({
          version,
          integrity: `sha512-${createHash('sha512').update(bytes).digest('base64')}`,
        });
      }
    });

    it('the page about the first steps holds from its first line to its last', async () => {
      const steps = ProgramFolder.at(await emptyFolder('first-steps'));
      const name = path.join('docs', 'guides', 'getting-started.md');
      await follow(name, { folder: steps, emulator: command, variables });
      expect(server.requests).toEqual([]);
    });

    it('the SDK for Node.js deploys and destroys, with the plugin that it names', async () => {
      const project = await emptyFolder('nodejs');
      await shell(shown(/^npm install @pulumi\/pulumi pulumi-cloud-compute-native$/), project);
      await writeFile(
        path.join(project, 'index.js'),
        `const native = require('pulumi-cloud-compute-native');
        new native.Volume('data', { size: 50, type: 'NVMe', locationCode: 'FIN-01' });`,
      );
      await writeFile(path.join(project, 'Pulumi.yaml'), 'name: test\nruntime: nodejs\nmain: index.js\n');
      const stack = await stackIn(project);
      await live(stack);
    });

    it('the SDK for Python', async () => {
      const project = await exampleIn('python');
      await run('python3', ['-m', 'venv', path.join(project, 'venv')]);
      const bin = path.join(project, 'venv', 'bin');
      await shell(shown(/^pip install pulumi-cloud-compute$/), project, {}, [bin]);
      await live(await stackIn(project, [hosts, bin]));
    });

    it('a project in YAML, by the command that adds the plugin', async () => {
      const stack = await stackIn(await exampleIn('yaml'), [hosts]);
      const [, ...args] = shown(/^pulumi package add cloud-compute@\S+ --server \S+$/).split(' ');
      await stack.command(...args);
      expect(server.requests).toEqual([TARBALL]);
      server.requests.length = 0;
      stack.moveTo('another computer');
      await live(stack);
    });

    it('a computer that gets the plugin beforehand', async () => {
      const project = await emptyFolder('beforehand');
      await shell(shown(/^pulumi plugin install resource cloud-compute \S+ --server \S+$/), project, {
        PULUMI_HOME: project,
        PULUMI_SKIP_UPDATE_CHECK: 'true',
      });
      const there = path.join(project, 'plugins', `resource-cloud-compute-v${version}`, EXECUTABLE);
      expect((await stat(there)).isFile()).toBe(true);
    });

    it('the SDK for Go, from the tag in the repository', async () => {
      const project = await exampleIn('go');
      const go = goEnvironment(process.env);
      const setting = async (name: string) => (await run('go', ['env', name], { env: go })).trim();
      const env = {
        ...go,
        // The other modules come from what Go has downloaded before; the SDK must not get into that folder.
        GOPROXY: `file://${path.join(await setting('GOMODCACHE'), 'cache', 'download')},${await setting('GOPROXY')}`,
        GOMODCACHE: path.join(folder, 'go-modules'),
        GOFLAGS: '-modcacherw',
        GOPRIVATE: GO_REPOSITORY,
        GIT_CONFIG_COUNT: '1',
        GIT_CONFIG_KEY_0: `url.file://${checkout.origin}.insteadOf`,
        GIT_CONFIG_VALUE_0: HOMEPAGE,
      };
      for (const name of ['go.mod', 'go.sum']) await rm(path.join(project, name));
      await cp(GO_COMMANDS, path.join(project, 'main.go'));
      for (const name of ['main.go', 'program.go']) {
        const file = path.join(project, name);
        await writeFile(file, (await readFile(file, 'utf8')).replace(LOCAL_GO_MODULE, GO_MODULE));
      }
      await run('go', ['mod', 'init', 'program'], { cwd: project, env });
      await shell(shown(/^go get \S+@\S+$/), project, env);
      // The API needs more modules than the SDK; their versions are those of Pulumi's SDK.
      const flags = [...CLI_BUILD_FLAGS, '-mod=mod', '-o', 'program'];
      await run('go', ['build', ...flags, '.'], { cwd: project, env });
      const stack = await stackIn(project);
      const program = path.join(project, 'program');
      await live(stack, {
        up: () => stack.execute(program, 'up'),
        destroy: () => stack.execute(program, 'destroy'),
      });
    });

    /** Deploys with a plugin that is downloaded, and destroys. */
    async function live(
      stack: PluginStack,
      commands: Pick<PluginStack, 'up' | 'destroy'> = stack,
    ): Promise<void> {
      try {
        await commands.up();
        await expect(emulator.get('/v1/volumes')).resolves.toEqual(
          expect.arrayContaining([expect.objectContaining({ type: 'NVMe' })]),
        );
        expect(server.requests).toEqual([TARBALL]);
        await commands.destroy();
        await emulator.mustBeEmpty();
      } finally {
        await stack.dispose();
      }
    }

    /** A stack whose commands download plugins. */
    const stackIn = (project: string, executables: readonly string[] = []): Promise<PluginStack> =>
      PluginStack.in(ProgramFolder.at(project), emulator.url, executables, {
        PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: undefined,
      });
  });

  /** The command on the pages that has this form; all pages must show the same. */
  function shown(form: RegExp): string {
    const commands = pageNames(checkout.path)
      .flatMap((name) => readPage(name, checkout.path).blocks)
      .filter(({ language }) => language === 'sh' || language === 'bash')
      .flatMap(({ text }) => text.split('\n'))
      .map((line) => line.replace(/\s+#.*/, ''))
      .filter((line) => form.test(line));
    const [command = '', ...others] = new Set(commands);
    expect([command, others]).toEqual([expect.stringMatching(form), []]);
    return command;
  }

  /** Runs commands of a page. @param executables folders for the front of PATH. */
  async function shell(
    text: string,
    cwd: string,
    more: NodeJS.ProcessEnv = {},
    executables: readonly string[] = [hosts],
  ): Promise<void> {
    const env = { ...process.env, ...variables, ...more };
    for (const each of executables) putOnPath(env, each);
    await outputOf('bash', ['-euo', 'pipefail', '-c', text], { cwd, env });
  }

  async function emptyFolder(name: string): Promise<string> {
    const project = path.join(folder, name);
    await mkdir(project);
    return project;
  }

  /** The program of plugin/examples in this language, for the published SDK. */
  async function exampleIn(language: 'yaml' | 'python' | 'go'): Promise<string> {
    const project = path.join(folder, language);
    await cp(EXAMPLES[language], project, { recursive: true });
    const settings = path.join(project, 'Pulumi.yaml');
    const { plugins: _built, ...others } = parse(await readFile(settings, 'utf8')) as {
      readonly plugins: unknown;
    };
    await writeFile(settings, stringify(others));
    return project;
  }
});
