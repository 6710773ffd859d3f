import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { OFFLINE } from '../pulumiCli/offline';
import { ensurePulumi, putOnPath } from '../pulumi';

const root = path.resolve(__dirname, '..', '..', '..');

export interface ProgramFolderOptions {
  /** The text of `index.js`; without it, `files` hold the program. */
  readonly program?: string;
  /** Further files, by their names; they replace the others. */
  readonly files?: Readonly<Record<string, string>>;
  /** Name of the Pulumi project; if left out, there is no `Pulumi.yaml`. */
  readonly project?: string;
  /** The folder of the built native plugin, if the project uses it. */
  readonly plugin?: string | undefined;
  /** The folder of the program's packages. Default: the packages of this repository. */
  readonly modules?: string;
}

/**
 * A folder for a program of plain JavaScript, which finds its packages in this repository. None of its files mentions
 * TypeScript, so that no compiler is loaded to run it.
 */
export class ProgramFolder {
  private constructor(readonly path: string) {}

  static async create({
    program,
    files = {},
    project,
    plugin,
    modules = path.join(root, 'node_modules'),
  }: ProgramFolderOptions): Promise<ProgramFolder> {
    const folder = new ProgramFolder(await mkdtemp(path.join(os.tmpdir(), 'cloud-compute-program-')));
    await symlink(modules, path.join(folder.path, 'node_modules'), 'dir');
    await folder.write('package.json', JSON.stringify({ name: 'program', main: 'index.js' }));
    if (project !== undefined) await folder.write('Pulumi.yaml', projectText(project, plugin));
    if (program !== undefined) await folder.write('index.js', program);
    for (const [name, text] of Object.entries(files)) await folder.write(name, text);
    return folder;
  }

  /** A folder that holds a program already. `dispose` removes it. */
  static at(folder: string): ProgramFolder {
    return new ProgramFolder(folder);
  }

  /** The folder of the engine's state. */
  get state(): string {
    return path.join(this.path, 'state');
  }

  async write(name: string, text: string): Promise<void> {
    await writeFile(path.join(this.path, name), text);
  }

  /** The environment that keeps the engine in this folder: its home, its state, and only the given cloud. */
  async environment(cloud: Readonly<Record<string, string>> = {}): Promise<NodeJS.ProcessEnv> {
    await mkdir(this.state, { recursive: true });
    const { PULUMI_PARALLEL: _parallel, ...inherited } = process.env;
    const env: NodeJS.ProcessEnv = {
      ...inherited,
      PULUMI_HOME: path.join(this.path, 'home'),
      PULUMI_BACKEND_URL: `file://${this.state}`,
      PULUMI_CONFIG_PASSPHRASE: 'on this machine only',
      ...OFFLINE,
      CLOUD_COMPUTE_BASE_URL: '',
      CLOUD_COMPUTE_CLIENT_ID: '',
      CLOUD_COMPUTE_CLIENT_SECRET: '',
      ...cloud,
    };
    putOnPath(env, await ensurePulumi());
    return env;
  }

  async dispose(): Promise<void> {
    await rm(this.path, { recursive: true, force: true });
  }
}

const projectText = (name: string, plugin: string | undefined): string =>
  [
    ...[`name: ${name}`, 'runtime:', '  name: nodejs', '  options:', '    typescript: false'],
    ...(plugin === undefined
      ? []
      : ['plugins:', '  providers:', '    - name: cloud-compute', `      path: ${plugin}`]),
    '',
  ].join('\n');
