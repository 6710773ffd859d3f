// The programs of the reference for the native plugin: all of a language in one stack. pluginJava.test.ts has Java.
import { cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parse, stringify } from 'yaml';
import { bundlePlugin } from '../../../../tools/src/plugin/bundle';
import {
  EXAMPLES,
  hasPython,
  hasPythonPackages,
  installPythonRequirements,
} from '../../../../tools/src/plugin/examples';
import { buildSdks } from '../../../../tools/src/plugin/sdks';
import { ensureLanguageHosts } from '../../../../tools/src/pulumiCli/languageHosts';
import { run } from '../../../../tools/src/pulumiCli/run';
import { ProgramFolder } from '../../../../tools/src/testing/programFolder';
import { buildGoProgram, goCommands } from '../../support/languages/exampleLife';
import { liveTogether, programsIn, withOwnOutputs } from '../../support/languages/referenceLife';

// The first time, Go compiles the hosts and the generators of SDKs.
jest.setTimeout(900_000);

const root = path.resolve(__dirname, '..', '..', '..', '..');

/** The layout of plugin/, so that the module of Go finds the SDK. */
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

/** What the package has beside resources: its examples show what does the same with the plugin. */
const components = ['Fleet', 'stackCost'];
/** The explicit provider of a program, with its settings in the stack's config. */
const PROVIDER = 'Provider';

it.each(['yaml', 'python', 'go', 'java'])(
  'the folder of %s has an example for each resource',
  async (language) => {
    const schema = JSON.parse(await readFile(path.join(root, 'schema.json'), 'utf8')) as {
      resources: Record<string, unknown>;
    };
    // The page of a gate has the name of its class in the package.
    const kinds = Object.keys(schema.resources).map((token) =>
      token.replace(/.*:/, '').replace(/^Ready$/, 'InstancesReady'),
    );
    const files = await readdir(path.join(root, 'examples', 'reference', language));
    expect(files.map((file) => path.parse(file).name).sort()).toEqual(
      [...kinds, ...components, PROVIDER].sort(),
    );
  },
);

let sdks: Promise<string> | undefined;
/** The folder of the SDKs. */
const sdksOnce = (): Promise<string> => (sdks ??= buildInto(path.join(folder, 'dist', 'sdk')));

async function buildInto(target: string): Promise<string> {
  await buildSdks(target, { java: false });
  return target;
}

/** A new folder for a program in a language. */
async function programFolder(language: string): Promise<ProgramFolder> {
  const program = path.join(folder, 'examples', language);
  await mkdir(program, { recursive: true });
  return ProgramFolder.at(program);
}

/** The text of a Pulumi.yaml. */
const projectOf = (runtime: string, more: object = {}): string =>
  stringify({
    ...{ name: 'reference', runtime },
    plugins: { providers: [{ name: 'cloud-compute', path: plugin }] },
    ...more,
  });

it('the programs in YAML run', async () => {
  const texts = await programsIn('yaml', 'yaml');
  const parts = [...texts].map(([name, text]) => {
    const part = parse(text) as Record<string, Record<string, unknown>>;
    const outputs = Object.entries(part['outputs'] ?? {});
    return {
      ...part,
      // Several programs have an output of the same name.
      outputs: Object.fromEntries(outputs.map(([output, value]) => [`${name}-${output}`, value])),
    };
  });
  const section = (key: string) =>
    Object.assign({}, ...parts.map((part: Record<string, object>) => part[key])) as object;
  const program = await programFolder('yaml');
  const sections = ['config', 'variables', 'resources', 'outputs'];
  await program.write(
    'Pulumi.yaml',
    projectOf('yaml', Object.fromEntries(sections.map((key) => [key, section(key)]))),
  );
  await liveTogether(program, texts, { executables: [hosts] });
});

(hasPython() && hasPythonPackages() ? it : it.skip)('the programs in Python run', async () => {
  const texts = await programsIn('python', 'py');
  const program = await programFolder('python');
  await program.write('requirements.txt', `${path.join(await sdksOnce(), 'python')}\n`);
  for (const [name, text] of texts) await program.write(`${name}.py`, withOwnOutputs(name, text));
  // Each example declares the removal of orphans; a stack has one.
  const lines = [
    'import functools',
    'import pulumi_cloud_compute as cloud',
    'cloud.OrphanRemoval = functools.cache(cloud.OrphanRemoval)',
    ...[...texts.keys()].map((name) => `import ${name}`),
  ];
  await program.write('__main__.py', `${lines.join('\n')}\n`);
  await program.write('Pulumi.yaml', projectOf('python'));
  const environment = path.join(folder, 'venv');
  const installed = await installPythonRequirements(program.path, environment, (command, args, options) =>
    run(command, args, options),
  );
  await liveTogether(program, texts, { executables: [hosts, installed] });
});

/** Takes the place of the class in the programs in Go: each declares the removal of orphans, but a stack has one. */
const ONE_ORPHAN_REMOVAL = `package once

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	cloud "pulumi-cloud-compute-native/sdk/go/cloudcompute"
)

var made = map[*pulumi.Context]*cloud.OrphanRemoval{}

func NewOrphanRemoval(ctx *pulumi.Context, name string, args *cloud.OrphanRemovalArgs) (*cloud.OrphanRemoval, error) {
	if one, ok := made[ctx]; ok {
		return one, nil
	}
	one, err := cloud.NewOrphanRemoval(ctx, name, args)
	made[ctx] = one
	return one, err
}
`;

/** A program in Go as a package, whose variable `Program` is its function. */
const asGoPackage = (name: string, text: string): string =>
  withOwnOutputs(name, text)
    .replace('package main\n', `package ${name}\n`)
    .replace('func main() {\n\tpulumi.Run(', 'var Program = pulumi.RunFunc(')
    .replace(/\n\t\}\)\n\}\n$/, '\n\t})\n')
    .replace('cloud.NewOrphanRemoval(ctx, "orphans",', 'once.NewOrphanRemoval(ctx, "orphans",')
    .replace(/^import \(\n/m, (start) =>
      text.includes('.NewOrphanRemoval(ctx, "orphans",') ? `${start}\t"gpu-box-go/once"\n` : start,
    );

it('the programs in Go run, and are formatted', async () => {
  const texts = await programsIn('go', 'go');
  await sdksOnce();
  const program = await programFolder('go');
  await cp(EXAMPLES.go, program.path, { recursive: true });
  await program.write('Pulumi.yaml', projectOf('go'));
  const write = async (name: string, text: string): Promise<void> => {
    await mkdir(path.join(program.path, name));
    await writeFile(path.join(program.path, name, 'main.go'), text);
  };
  for (const [name, text] of texts) await write(name, text);
  expect(await run('gofmt', ['-l', ...texts.keys()], { cwd: program.path })).toBe('');

  for (const [name, text] of texts) await program.write(path.join(name, 'main.go'), asGoPackage(name, text));
  await write('once', ONE_ORPHAN_REMOVAL);
  const names = [...texts.keys()];
  await program.write(
    'program.go',
    [
      ...['package main', 'import (', '"github.com/pulumi/pulumi/sdk/v3/go/pulumi"'],
      ...[...names.map((name) => `"gpu-box-go/${name}"`), ')'],
      'func program(ctx *pulumi.Context) error {',
      `for _, part := range []pulumi.RunFunc{${names.map((name) => `${name}.Program`).join(', ')}} {`,
      'if err := part(ctx); err != nil { return err }',
      ...['}', 'return nil', '}', ''],
    ].join('\n'),
  );
  await buildGoProgram(program.path);
  await liveTogether(program, texts, { commands: goCommands });
});
