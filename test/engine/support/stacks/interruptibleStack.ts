// A program with a state of its own, deployed by the Pulumi CLI in a process that can be interrupted.
import { clearLock } from '../../../../tools/src/chaos/stack/clearLock';
import type { Interruption, CommandResult } from '../../../../tools/src/chaos/stack/engineProcess';
import { EngineProcess, endAll, runningPlugins } from '../../../../tools/src/chaos/stack/engineProcess';
import { ProgramFolder } from '../../../../tools/src/testing/programFolder';
import { resourcesIn, stateText } from './state';
import type { StateResource } from './state';

export type { Interruption } from '../../../../tools/src/chaos/stack/engineProcess';

const FLAGS = ['--color=never', '--stack', 'dev'];
const QUICKLY = ['--yes', '--skip-preview', '--suppress-outputs', ...FLAGS];
const PREFIX = 'pulumi-nodejs:dynamic/cloud-compute:';

export class InterruptibleStack {
  private readonly leftProcesses: number[] = [];

  private constructor(
    private readonly folder: ProgramFolder,
    private readonly env: NodeJS.ProcessEnv,
  ) {}

  /** @param url where the emulator listens. */
  static async create(url: string, program: string): Promise<InterruptibleStack> {
    const folder = await ProgramFolder.create({ program: textOf(program), project: 'test' });
    const env = await folder.environment({
      CLOUD_COMPUTE_BASE_URL: url,
      CLOUD_COMPUTE_CLIENT_ID: 'emulator',
      CLOUD_COMPUTE_CLIENT_SECRET: 'emulator',
    });
    const stack = new InterruptibleStack(folder, env);
    await stack.must('stack', 'init', 'dev');
    return stack;
  }

  /** The folder of the engine's state. */
  get state(): string {
    return this.folder.state;
  }

  /** Replaces the program; `cc` is the package. */
  async program(body: string): Promise<void> {
    await this.folder.write('index.js', textOf(body));
  }

  /** These commands must succeed, and return their output. */
  up = (...more: string[]): Promise<string> => this.must('up', ...QUICKLY, ...more);
  destroy = (): Promise<string> => this.must('destroy', ...QUICKLY);
  removeFromState = (urn: string): Promise<string> => this.must('state', 'delete', urn, '--yes', ...FLAGS);

  /**
   * Starts the command, interrupts it when `moment` returns true, waits for its end, and clears its lock.
   *
   * @throws Error when the command ended before that.
   */
  interruptUp = (kind: Interruption, moment: () => boolean): Promise<CommandResult> =>
    this.interrupt('up', kind, moment);
  interruptDestroy = (kind: Interruption, moment: () => boolean): Promise<CommandResult> =>
    this.interrupt('destroy', kind, moment);

  private async interrupt(
    command: 'up' | 'destroy',
    kind: Interruption,
    moment: () => boolean,
  ): Promise<CommandResult> {
    const engine = new EngineProcess([command, ...QUICKLY], this.folder.path, this.env);
    while (!moment()) {
      if (engine.isOver)
        throw new Error(`The command ended before the interruption:\n${(await engine.ended).output}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    this.leftProcesses.push(...(await engine.interrupt(kind)));
    const ended = await engine.ended;
    await clearLock(this.folder.path, { project: 'test', stack: 'dev' }, (args) => this.run(args));
    return ended;
  }

  /** The resources of this package in state, without the hidden owner. */
  async resources(): Promise<StateResource[]> {
    return resourcesIn(await stateText(this.folder.state)).filter(
      ({ type }) => type.startsWith(PREFIX) && !type.endsWith(':Owner'),
    );
  }

  /** The plugins of interrupted commands that still run. */
  runningPlugins(): Promise<number[]> {
    return runningPlugins(this.leftProcesses);
  }

  /** Kills all processes that interrupted commands left, as a shutdown of the computer would. */
  switchOff(): void {
    endAll(this.leftProcesses);
  }

  /** Ends the processes that are left, and removes the folder. */
  async dispose(): Promise<void> {
    endAll(this.leftProcesses);
    await this.folder.dispose();
  }

  private async must(...args: string[]): Promise<string> {
    const { code, output } = await this.run(args);
    if (code !== 0) throw new Error(`pulumi ${args.join(' ')} failed (${String(code)}):\n${output}`);
    return output;
  }

  private run(args: readonly string[]): Promise<CommandResult> {
    return new EngineProcess(args, this.folder.path, this.env).ended;
  }
}

const textOf = (body: string): string => `const cc = require('pulumi-cloud-compute');\n${body}\n`;

/** The URN of a resource of the program. */
export const urnOf = (kind: string, name: string): string =>
  `urn:pulumi:dev::test::pulumi-nodejs:dynamic/cloud-compute:${kind}::${name}`;
