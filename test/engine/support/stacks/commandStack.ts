// A stack with a folder and a state of its own, deployed by the Pulumi CLI in processes that can be interrupted.
import { clearLock } from '../../../../tools/src/chaos/stack/clearLock';
import type { CommandResult, Interruption } from '../../../../tools/src/chaos/stack/engineProcess';
import { EngineProcess, endAll } from '../../../../tools/src/chaos/stack/engineProcess';
import type { ProgramFolder } from '../../../../tools/src/testing/programFolder';
import { resourcesIn, stateText } from './state';
import type { StateResource } from './state';

export const FLAGS = ['--color=never', '--stack', 'dev'];

/** The environment of the commands of a folder. @param url where the emulator listens. */
export const environmentOf = (folder: ProgramFolder, url: string): Promise<NodeJS.ProcessEnv> =>
  folder.environment({
    CLOUD_COMPUTE_BASE_URL: url,
    CLOUD_COMPUTE_CLIENT_ID: 'emulator',
    CLOUD_COMPUTE_CLIENT_SECRET: 'emulator',
  });

export class CommandStack {
  /** The processes that interrupted commands have left. */
  protected readonly leftProcesses: number[] = [];

  protected constructor(
    protected readonly folder: ProgramFolder,
    protected readonly env: NodeJS.ProcessEnv,
  ) {}

  /** The folder of the engine's state. */
  get state(): string {
    return this.folder.state;
  }

  /** Ends the processes that are left, and removes the folder. */
  async dispose(): Promise<void> {
    endAll(this.leftProcesses);
    await this.folder.dispose();
  }

  /** The resources in state whose type begins with this. */
  protected async resourcesOf(prefix: string): Promise<StateResource[]> {
    return resourcesIn(await stateText(this.folder.state)).filter(({ type }) => type.startsWith(prefix));
  }

  /**
   * Starts the command, interrupts it when `moment` returns true, waits for its end, and clears its lock.
   *
   * @throws Error when the command ended before that.
   */
  protected async interrupt(
    args: readonly string[],
    kind: Interruption,
    moment: () => boolean,
  ): Promise<CommandResult> {
    const engine = new EngineProcess(args, this.folder.path, this.env);
    while (!moment()) {
      if (engine.isOver)
        throw new Error(`The command ended before the interruption:\n${(await engine.ended).output}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    this.leftProcesses.push(...(await engine.interrupt(kind)));
    const ended = await engine.ended;
    await clearLock(this.folder.path, { project: 'test', stack: 'dev' }, (more) => this.run(more));
    return ended;
  }

  /** A command that must succeed. @returns its output. */
  protected async pulumi(...args: string[]): Promise<string> {
    const { code, output } = await this.run(args);
    if (code !== 0) throw new Error(`pulumi ${args.join(' ')} failed (${String(code)}):\n${output}`);
    return output;
  }

  protected run(args: readonly string[]): Promise<CommandResult> {
    return new EngineProcess(args, this.folder.path, this.env).ended;
  }
}
