// The examples of the reference for the native plugin: in YAML and in Python, all in one stack. Go compiles its own.
import { cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parse, stringify } from 'yaml';
import { bundlePlugin } from '../../../../tools/src/plugin/bundle';
import {
  hasPython,
  hasPythonPackages,
  installPythonRequirements,
} from '../../../../tools/src/plugin/examples';
import { buildSdks } from '../../../../tools/src/plugin/sdks';
import { CLI_BUILD_FLAGS, goEnvironment } from '../../../../tools/src/pulumiCli/goBuild';
import { ensureLanguageHosts } from '../../../../tools/src/pulumiCli/languageHosts';
import { run } from '../../../../tools/src/pulumiCli/run';
import { ProgramFolder } from '../../../../tools/src/testing/programFolder';
import { keys } from '../../../unit/core/validation/publicKeys';
import { everythingIn } from '../../support/lifecycle';
import { PluginStack } from '../../support/stacks/pluginStack';
import { startCloud } from '../../support/testCloud';

// The first time, Go compiles the hosts and the generators of SDKs.
jest.setTimeout(900_000);

const examples = path.resolve(__dirname, '..', '..', '..', '..', 'examples', 'reference');
const schema = path.resolve(examples, '..', '..', 'schema.json');

let folder: string;
let plugin: string;
let hosts: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'cloud-compute-reference-'));
  plugin = path.join(folder, 'dist', 'plugin');
  await bundlePlugin(plugin);
  hosts = await ensureLanguageHosts();
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** The names of the examples of a language. */
const namesIn = async (language: string): Promise<string[]> =>
  (await readdir(path.join(examples, language))).map((file) => path.parse(file).name);

/** What the package has beside resources: its examples show what does the same with the plugin. */
const components = ['Fleet', 'stackCost'];
/** The explicit provider of a program, with its settings in the stack's config. */
const PROVIDER = 'Provider';

it.each(['yaml', 'python', 'go'])('the folder of %s has an example for each resource', async (language) => {
  const { resources } = JSON.parse(await readFile(schema, 'utf8')) as { resources: Record<string, unknown> };
  // The page of a gate has the name of its class in the package.
  const kinds = Object.keys(resources).map((token) =>
    token.replace(/.*:/, '').replace(/^Ready$/, 'InstancesReady'),
  );
  expect((await namesIn(language)).sort()).toEqual([...kinds, ...components, PROVIDER].sort());
});

let sdks: Promise<string> | undefined;
/** The folder of the SDKs. */
const sdksOnce = (): Promise<string> => (sdks ??= buildInto(path.join(folder, 'dist', 'sdk')));

async function buildInto(target: string): Promise<string> {
  await buildSdks(target, { java: false });
  return target;
}

/** The life of a program with all examples of a language. */
async function live(language: string, executables: readonly string[]): Promise<void> {
  const program = ProgramFolder.at(path.join(folder, language));
  await program.write('id_ed25519.pub', keys.ed25519.text);
  const test = await startCloud({ timeScale: 500, balance: 1_000_000 });
  const { cloud } = test;
  await cloud.sshKeys.create({ name: 'workstation', key: keys.ed25519.text });
  const [network] = await cloud.privateNetworks.list();
  const other = await cloud.privateNetworks.create({ name: 'other' });
  const before = await everythingIn(cloud);
  const stack = await PluginStack.in(program, test.emulator.url, [hosts, ...executables]);
  try {
    await stack.config('network', network?.id ?? '');
    await stack.config('otherNetwork', other.id);
    await stack.configureProvider(test.emulator.url);
    await stack.up();
    await stack.preview('--expect-no-changes');
    const outputs = Object.entries(await stack.outputs());
    expect(outputs.length).toBeGreaterThanOrEqual((await namesIn(language)).length);
    expect(outputs.filter(([, value]) => value === null || value === '' || value === undefined)).toEqual([]);
    await stack.destroy();
    const left = (await everythingIn(cloud)).filter(
      (one) => !before.some((old) => 'id' in old && 'id' in one && old.id === one.id),
    );
    // The shared volume of a cluster stays, unless `deleteSharedVolumes` is true.
    expect(left).toEqual([expect.objectContaining({ name: 'datasets', status: 'detached' })]);
  } finally {
    await stack.dispose();
    await test.close();
  }
}

it('the examples in YAML create each resource', async () => {
  interface Program {
    readonly outputs: Record<string, unknown>;
  }
  const parts = await Promise.all(
    (await namesIn('yaml')).map(async (name) => {
      const part = parse(await readFile(path.join(examples, 'yaml', `${name}.yaml`), 'utf8')) as Program;
      // Several examples may have an output of the same name.
      const outputs = Object.entries(part.outputs).map(([output, value]) => [`${name}-${output}`, value]);
      return { ...part, outputs: Object.fromEntries(outputs) as Record<string, unknown> };
    }),
  );
  const section = (key: string) =>
    Object.assign({}, ...parts.map((part) => part[key as keyof Program])) as object;
  await mkdir(path.join(folder, 'yaml'));
  await writeFile(
    path.join(folder, 'yaml', 'Pulumi.yaml'),
    stringify({
      ...{
        name: 'reference',
        runtime: 'yaml',
        plugins: { providers: [{ name: 'cloud-compute', path: plugin }] },
      },
      ...{ config: section('config'), variables: section('variables') },
      ...{ resources: section('resources'), outputs: section('outputs') },
    }),
  );
  await live('yaml', []);
});

(hasPython() && hasPythonPackages() ? it : it.skip)(
  'the examples in Python create each resource',
  async () => {
    const sdks = await sdksOnce();
    const program = path.join(folder, 'python');
    await cp(path.join(examples, 'python'), program, { recursive: true });
    await writeFile(path.join(program, 'requirements.txt'), `${path.join(sdks, 'python')}\n`);
    const modules = await namesIn('python');
    // Each example declares the removal of orphans; a stack has one.
    const lines = [
      'import functools',
      'import pulumi_cloud_compute as cloud',
      'cloud.OrphanRemoval = functools.cache(cloud.OrphanRemoval)',
      ...modules.map((name) => `import ${name}`),
    ];
    await writeFile(path.join(program, '__main__.py'), `${lines.join('\n')}\n`);
    await writeFile(
      path.join(program, 'Pulumi.yaml'),
      stringify({
        ...{ name: 'reference', runtime: 'python' },
        plugins: { providers: [{ name: 'cloud-compute', path: plugin }] },
      }),
    );
    const environment = path.join(folder, 'venv');
    await live('python', [
      await installPythonRequirements(program, environment, (command, args, options) =>
        run(command, args, options),
      ),
    ]);
  },
);

it('Go compiles its examples', async () => {
  const module = path.join(folder, 'examples', 'go');
  await sdksOnce();
  // The module of the example finds the SDK beside it.
  await cp(path.join(examples, '..', '..', 'plugin', 'examples', 'go'), module, { recursive: true });
  for (const name of await namesIn('go'))
    await cp(path.join(examples, 'go', `${name}.go`), path.join(module, name, 'main.go'));
  await run('go', ['vet', ...CLI_BUILD_FLAGS, './...'], { cwd: module, env: goEnvironment(process.env) });
});

it('the SDKs have the functions that the pages of data sources name', async () => {
  const [pages, sdk] = [
    path.join(examples, '..', '..', 'docs', 'reference', 'data-sources'),
    await sdksOnce(),
  ];
  const textsIn = async (...parts: string[]): Promise<string> => {
    const from = path.join(...parts);
    const files = (await readdir(from)).filter((file) => /\.(md|py|go)$/.test(file));
    return (await Promise.all(files.map((file) => readFile(path.join(from, file), 'utf8')))).join('\n');
  };
  const named = [...(await textsIn(pages)).matchAll(/`cloud\.(\w+_output|\w+Output)`/g)].map(
    ([, name = '']) => name,
  );
  const python = await textsIn(sdk, 'python', 'pulumi_cloud_compute');
  const go = await textsIn(sdk, 'go', 'cloudcompute');
  expect(named.length).toBe(2 * (await readdir(pages)).length);
  expect(
    named.filter((name) => !python.includes(`\ndef ${name}(`) && !go.includes(`\nfunc ${name}(ctx `)),
  ).toEqual([]);
});
