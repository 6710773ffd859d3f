// Where package managers put the packages: a workspace whose stacks are two levels down, and a library with a resource.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pnpm, yarn } from '../../tools/src/cache/packageManagers';
import { run } from '../../tools/src/pulumiCli/run';
import { ProgramFolder } from '../../tools/src/testing/programFolder';
import type { TestCloud } from '../engine/support/testCloud';
import { startCloud } from '../engine/support/testCloud';
import { outputOf } from '../engine/support/texts/commandOutput';
import { pack, temporaryFolder } from './support/packed';
import { sdks } from './support/versions';

jest.setTimeout(600_000);

let cloud: TestCloud;
let temporary: Awaited<ReturnType<typeof temporaryFolder>>;
let tarball: string;
beforeAll(async () => {
  [cloud, temporary] = await Promise.all([startCloud(), temporaryFolder()]);
  tarball = `file:${await pack('pulumi-cloud-compute', temporary.folder)}`;
});
afterAll(async () => {
  await temporary.remove();
  await cloud.close();
});

const PULUMI_YAML = 'name: stack\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n';
const LIBRARY = `const { Volume } = require('pulumi-cloud-compute');
exports.disk = (name) => new Volume(name, { size: 50, type: 'NVMe', locationCode: 'FIN-01' });`;

/** Writes the workspace. @param sibling how the package manager writes a package of the same workspace. */
async function writeWorkspace(folder: string, sibling: string): Promise<void> {
  const sdk = { '@pulumi/pulumi': sdks.newestOfOldestNode };
  const ours = { 'pulumi-cloud-compute': tarball };
  const stack = (name: string, dependencies: object) => ({
    [`stacks/${name}/package.json`]: JSON.stringify({
      name,
      main: 'index.js',
      dependencies: { ...sdk, disks: sibling, ...dependencies },
    }),
    [`stacks/${name}/Pulumi.yaml`]: PULUMI_YAML,
    [`stacks/${name}/index.js`]: "require('disks').disk('data');",
  });
  const files = {
    'package.json': JSON.stringify({
      name: 'workspace',
      private: true,
      workspaces: ['stacks/*', 'libraries/*'],
    }),
    'pnpm-workspace.yaml': 'packages: [stacks/*, libraries/*]\n',
    'libraries/disks/package.json': JSON.stringify({
      ...{ name: 'disks', version: '1.0.0', main: 'index.js' },
      dependencies: ours,
      peerDependencies: sdk,
      devDependencies: sdk,
    }),
    'libraries/disks/index.js': LIBRARY,
    ...stack('declared', ours),
    ...stack('undeclared', {}),
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
}

/** The output of a preview, failed or not. */
async function preview(folder: string): Promise<string> {
  const env = await ProgramFolder.at(folder).environment({
    CLOUD_COMPUTE_BASE_URL: cloud.emulator.url,
    CLOUD_COMPUTE_CLIENT_ID: 'emulator',
    CLOUD_COMPUTE_CLIENT_SECRET: 'emulator',
  });
  await outputOf('pulumi', ['stack', 'init', 'dev'], { cwd: folder, env });
  const args = ['preview', '--stack', 'dev', '--non-interactive', '--diff'];
  return outputOf('pulumi', args, { cwd: folder, env }).catch((error: unknown) => String(error));
}

const FOUND = /\+ pulumi-nodejs:dynamic\/cloud-compute:Volume: \(create\)/;
const SENTENCE = "Add it to the program's own package.json";

interface Layout {
  readonly sibling: string;
  /** The command that installs the workspace, and its settings. */
  readonly install: () => Promise<readonly [command: string, args: readonly string[], env?: object]>;
  /** What a stack shows that has the package only by the library. */
  readonly undeclared: RegExp | string;
}

const withPnpm =
  (linker: string): Layout['install'] =>
  async () => {
    const { script, env } = await pnpm();
    const settings = { npm_config_node_linker: linker, npm_config_ignore_scripts: 'true' };
    return [process.execPath, [script, 'install', '--prefer-offline'], { ...env, ...settings }];
  };

const layouts: Readonly<Record<string, Layout>> = {
  npm: {
    sibling: '*',
    install: () =>
      Promise.resolve([
        'npm',
        ['install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'],
      ]),
    undeclared: FOUND,
  },
  'pnpm, strict': {
    sibling: 'workspace:*',
    install: withPnpm('isolated'),
    undeclared: SENTENCE,
  },
  'pnpm, hoisted': {
    sibling: 'workspace:*',
    install: withPnpm('hoisted'),
    undeclared: FOUND,
  },
  'Yarn with node_modules': {
    sibling: 'workspace:*',
    install: async () => {
      const { script, env } = await yarn();
      return [process.execPath, [script, 'install'], env];
    },
    undeclared: FOUND,
  },
};

describe.each(Object.entries(layouts))('%s', (name, { sibling, install, undeclared }) => {
  let folder: string;
  beforeAll(async () => {
    folder = path.join(temporary.folder, name.replaceAll(/\W+/g, '-'));
    await writeWorkspace(folder, sibling);
    const [command, args, env] = await install();
    await run(command, args, { cwd: folder, env: { ...process.env, ...env }, idleLimit: 300_000 });
  });

  it('finds the package of a stack whose package.json names it', async () => {
    expect(await preview(path.join(folder, 'stacks', 'declared'))).toMatch(FOUND);
  });

  it('finds it by a library, or the first resource says where it belongs', async () => {
    const output = await preview(path.join(folder, 'stacks', 'undeclared'));
    expect(output).toMatch(undeclared);
    expect(output).not.toContain('Cannot find module');
  });
});
