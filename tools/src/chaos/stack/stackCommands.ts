// The commands of one user on one stack.
import path from 'node:path';
import type { ProgramFolder } from '../../testing/programFolder';
import { clearLock } from './clearLock';
import type { CommandResult } from './engineProcess';
import { EngineProcess } from './engineProcess';

/** Flags of the commands that deploy. */
export const FLAGS = ['--color=never', '--suppress-outputs'];
export const UP = ['up', '--yes', '--skip-preview'];

const COMMAND = path.resolve(__dirname, '..', '..', '..', '..', 'dist', 'cli', 'index.js');

export class StackCommands {
  /** The name of the stack. */
  name = 'dev';
  /** The ids of processes that a killed engine may have left. */
  readonly leftBehind: number[] = [];
  private readonly commands: CommandResult[] = [];

  constructor(
    readonly folder: ProgramFolder,
    readonly env: NodeJS.ProcessEnv,
  ) {}

  /** Starts a command of the CLI. */
  start(args: readonly string[], flags: readonly string[]): EngineProcess {
    return new EngineProcess(
      [...args, ...flags, ...(flags === FLAGS ? ['--stack', this.name] : [])],
      this.folder.path,
      this.env,
    );
  }

  /** Starts a command of a stack whose program is inline. */
  inline(command: 'up' | 'destroy'): EngineProcess {
    return new EngineProcess(['inline.js', command], this.folder.path, this.env, process.execPath);
  }

  /** Waits for the end of a command, and keeps its output. */
  async ended(engine: EngineProcess): Promise<CommandResult> {
    const ended = await engine.ended;
    this.commands.push(ended);
    return ended;
  }

  /** Runs a command, which may fail. */
  run(
    args: readonly string[],
    flags: readonly string[] = FLAGS,
    env: NodeJS.ProcessEnv = {},
  ): Promise<CommandResult> {
    const { folder, name } = this;
    const stack = flags === FLAGS ? ['--stack', name] : [];
    return this.ended(new EngineProcess([...args, ...flags, ...stack], folder.path, { ...this.env, ...env }));
  }

  /** Runs a command that must succeed. */
  async mustSucceed(args: readonly string[], flags: readonly string[] = FLAGS): Promise<void> {
    const { command, code } = await this.run(args, flags);
    if (code !== 0) throw new Error(`pulumi ${command} failed without any fault: exit code ${String(code)}.`);
  }

  /** Runs the package's own command line, which must succeed. */
  async mustRunCommand(args: readonly string[]): Promise<void> {
    const engine = new EngineProcess([COMMAND, ...args], this.folder.path, this.env, process.execPath);
    const { code } = await this.ended(engine);
    if (code !== 0)
      throw new Error(`pulumi-cloud-compute ${args.join(' ')} failed: exit code ${String(code)}.`);
  }

  /** Removes what a killed engine may leave: a lock, and an empty file beside its checkpoint. */
  cancel(): Promise<void> {
    return clearLock(this.folder.path, { project: 'chaos', stack: this.name }, (args) => this.run(args, []));
  }

  /** The resources in state. */
  async state<T>(): Promise<T[]> {
    const { output } = await this.start(['stack', 'export', '--stack', this.name], []).ended;
    return (JSON.parse(output) as { deployment: { resources?: T[] } }).deployment.resources ?? [];
  }

  /** Whether a resource of the native plugin is in state. */
  async hasPluginResources(): Promise<boolean> {
    return (await this.state<{ type: string }>()).some(({ type }) => type.includes('cloud-compute:index:'));
  }

  /** Writes the state into a file, and returns its path. */
  async exportTo(name: string): Promise<string> {
    const file = path.join(this.folder.path, name);
    await this.mustSucceed(['stack', 'export', '--stack', this.name, '--file', file], []);
    return file;
  }

  /** Whether a command has already printed this text. */
  printed(text: string): boolean {
    return this.commands.some(({ output }) => output.includes(text));
  }

  /** Whether the last command has printed this text. */
  lastPrinted(text: string): boolean {
    return this.commands.at(-1)?.output.includes(text) ?? false;
  }

  /** All commands with their output. */
  transcript(): string[] {
    return this.commands.map(
      ({ command, code, output }) => `$ ${command} → ${String(code ?? 'killed')}\n${output.slice(-3_000)}`,
    );
  }
}
