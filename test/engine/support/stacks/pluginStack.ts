// A stack whose resources the native plugin serves, deployed by the Pulumi CLI in a process that can be interrupted.
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { CommandResult, Interruption } from '../../../../tools/src/chaos/stack/engineProcess';
import { SCHEMA_CLASSES } from '../../../../tools/src/plugin/schemaClasses';
import { run } from '../../../../tools/src/pulumiCli/run';
import { ProgramFolder } from '../../../../tools/src/testing/programFolder';
import { putOnPath } from '../../../../tools/src/pulumi';
import { CommandStack, environmentOf, FLAGS } from './commandStack';
import type { StateResource } from './state';

const PREFIX = 'cloud-compute:';

export class PluginStack extends CommandStack {
  /**
   * @param plugin the folder of the built plugin.
   * @param url where the emulator listens.
   * @param program the body of the program; `cc` has the classes of the schema.
   */
  static async create(plugin: string, url: string, program: string): Promise<PluginStack> {
    const files = { 'sdk.js': SCHEMA_CLASSES };
    const folder = await ProgramFolder.create({ program: textOf(program), files, project: 'test', plugin });
    return PluginStack.in(folder, url);
  }

  /**
   * The stack of a folder with a program.
   *
   * @param executables folders for the front of PATH.
   * @param variables other variables than those of tests; undefined removes one.
   */
  static async in(
    folder: ProgramFolder,
    url: string,
    executables: readonly string[] = [],
    variables: NodeJS.ProcessEnv = {},
  ): Promise<PluginStack> {
    const env = await environmentOf(folder, url);
    for (const each of executables) putOnPath(env, each);
    Object.assign(env, variables);
    const stack = new PluginStack(folder, env);
    await stack.pulumi('stack', 'init', 'dev');
    return stack;
  }

  /** The folder of the project. */
  get path(): string {
    return this.folder.path;
  }

  /** From now on, the commands use these credentials. */
  use({ id, secret }: { readonly id: string; readonly secret: string }): void {
    Object.assign(this.env, { CLOUD_COMPUTE_CLIENT_ID: id, CLOUD_COMPUTE_CLIENT_SECRET: secret });
  }

  /** From now on, the commands run as if on another computer: it has no plugins and no notes of earlier runs. */
  moveTo(computer: string): void {
    this.env['PULUMI_HOME'] = path.join(this.folder.path, 'computers', computer);
  }

  /** A command that must succeed. @returns its output. */
  command = (...args: string[]): Promise<string> => this.pulumi(...args);

  /** Another command than `pulumi`, in the folder and the environment of the stack. It must succeed. */
  execute = (command: string, ...args: string[]): Promise<string> =>
    run(command, args, { cwd: this.folder.path, env: this.env });

  /** Replaces the program. */
  async program(body: string): Promise<void> {
    await this.folder.write('index.js', textOf(body));
  }

  /** Replaces the whole program: it gets no `cc`. */
  async write(text: string): Promise<void> {
    await this.folder.write('index.js', text);
  }

  /** These commands must succeed, and return their output. */
  up = (...more: string[]): Promise<string> =>
    this.pulumi('up', '--yes', '--skip-preview', ...FLAGS, ...more);
  preview = (...more: string[]): Promise<string> => this.pulumi('preview', ...FLAGS, ...more);
  refresh = (): Promise<string> => this.pulumi('refresh', '--yes', '--skip-preview', ...FLAGS);
  destroy = (): Promise<string> => this.pulumi('destroy', '--yes', '--skip-preview', ...FLAGS);
  config = (...args: string[]): Promise<string> => this.pulumi('config', 'set', '--stack', 'dev', ...args);

  /** Sets what the examples `Provider` of the reference read: the credentials of an emulator. */
  async configureProvider(url: string): Promise<void> {
    await this.config('researchUrl', url);
    await this.config('researchClientId', 'emulator');
    await this.config('--secret', 'researchClientSecret', 'emulator');
  }

  /** Renames a resource in state. */
  rename = (urn: string, name: string): Promise<string> =>
    this.pulumi('state', 'rename', urn, name, '--yes', '--stack', 'dev');

  /** Removes what earlier runs have noted on this computer, as if the next one ran on another. */
  forgetNotes = (): Promise<void> =>
    rm(path.join(this.env['PULUMI_HOME'] ?? '', 'cloud-compute'), { recursive: true, force: true });

  /** Reads existing resources into the state. */
  import = (kind: string, name: string, id: string, ...more: string[]): Promise<string> =>
    this.pulumi(
      ...['import', `${PREFIX}index:${kind}`, name, id, '--yes', '--generate-code=false', ...FLAGS, ...more],
    );

  /** Imports everything that a file names, unprotected, so that the stack can be destroyed. */
  importFile = (file: string): Promise<string> =>
    this.pulumi('import', '--file', file, '--yes', '--generate-code=false', '--protect=false', ...FLAGS);

  /** A command that must fail. @returns its output. */
  async fails(...args: string[]): Promise<string> {
    const { code, output } = await this.run(args);
    if (code === 0) throw new Error(`pulumi ${args.join(' ')} succeeded:\n${output}`);
    return output;
  }

  /** Interrupts an `up` when `moment` returns true, waits for its end, and clears its lock. */
  interruptUp = (kind: Interruption, moment: () => boolean): Promise<CommandResult> =>
    this.interrupt(['up', '--yes', '--skip-preview', ...FLAGS], kind, moment);

  /** The outputs of the program. */
  async outputs(): Promise<Record<string, unknown>> {
    const text = await this.pulumi('stack', 'output', '--json', '--stack', 'dev');
    return JSON.parse(text) as Record<string, unknown>;
  }

  /** The resources of this package in state, without providers. */
  resources = (): Promise<StateResource[]> => this.resourcesOf(PREFIX);
}

const textOf = (body: string): string => `const cc = require('./sdk.js');\n${body}\n`;
