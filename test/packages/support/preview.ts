import { rm } from 'node:fs/promises';
import path from 'node:path';
import { putOnPath } from '../../../tools/src/pulumi';
import { run } from '../../../tools/src/pulumiCli/run';
import { ProgramFolder } from '../../../tools/src/testing/programFolder';

interface Program {
  /** The files of the program, by name. */
  readonly files: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}

const volume = `const data = new Volume('data', { size: 50, type: 'NVMe', locationCode: 'FIN-01' });
if (NotFoundError.name !== 'NotFoundError') throw new Error('The client has no NotFoundError.');`;
const imported = `import { Volume } from 'pulumi-cloud-compute';
import { NotFoundError } from 'pulumi-cloud-compute/client';
${volume}
export const size = data.size;`;
const required = `const { Volume } = require('pulumi-cloud-compute');
const { NotFoundError } = require('pulumi-cloud-compute/client');
${volume}
exports.size = data.size;`;

/** The same program in the forms that Pulumi runs. */
export const programs: Readonly<Record<string, Program>> = {
  'CommonJS in JavaScript': { files: { 'package.json': '{"main": "index.js"}', 'index.js': required } },
  'an ES module, .mjs': { files: { 'package.json': '{"main": "index.mjs"}', 'index.mjs': imported } },
  'an ES module, "type": "module", that awaits': {
    files: {
      'package.json': '{"main": "index.js", "type": "module"}',
      'index.js': `${imported}\nawait Promise.resolve();`,
    },
  },
  'TypeScript without settings': { files: { 'package.json': '{}', 'index.ts': imported } },
  'TypeScript in a strict project': {
    files: {
      'package.json': '{}',
      'index.ts': imported,
      'tsconfig.json': JSON.stringify({
        compilerOptions: { target: 'es2020', module: 'nodenext', moduleResolution: 'nodenext', strict: true },
        files: ['index.ts'],
      }),
    },
  },
  'TypeScript with tsx': {
    // ts-node cannot load a module of this type.
    files: { 'package.json': '{"main": "index.ts", "type": "module"}', 'index.ts': imported },
    env: { NODE_OPTIONS: '--import tsx' },
  },
};

/** Previews of a new stack, each with another program. */
export class Previews {
  private constructor(
    private readonly folder: ProgramFolder,
    private readonly env: NodeJS.ProcessEnv,
  ) {}

  /**
   * @param options `modules`: the folder of the packages; `node`: the folder of the Node.js that runs the programs;
   *   `url`: where the emulator listens.
   */
  static async start({
    modules,
    node,
    url,
  }: Readonly<Record<'modules' | 'node' | 'url', string>>): Promise<Previews> {
    const folder = await ProgramFolder.create({
      modules,
      files: { 'Pulumi.yaml': 'name: fresh\nruntime: nodejs\n' },
    });
    const env = await folder.environment({
      CLOUD_COMPUTE_BASE_URL: url,
      CLOUD_COMPUTE_CLIENT_ID: 'emulator',
      CLOUD_COMPUTE_CLIENT_SECRET: 'emulator',
    });
    putOnPath(env, node);
    await run('pulumi', ['stack', 'init', 'dev'], { cwd: folder.path, env });
    return new Previews(folder, env);
  }

  /** The output of `pulumi preview`. */
  async show({ files, env = {} }: Program): Promise<string> {
    const cwd = this.folder.path;
    for (const [name, text] of Object.entries(files)) await this.folder.write(name, text);
    try {
      return await run('pulumi', ['preview', '--stack', 'dev', '--non-interactive', '--diff'], {
        cwd,
        env: { ...this.env, ...env },
      });
    } finally {
      for (const name of Object.keys(files)) await rm(path.join(cwd, name));
    }
  }

  async dispose(): Promise<void> {
    await this.folder.dispose();
  }
}
