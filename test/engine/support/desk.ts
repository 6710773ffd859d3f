// Somebody at a machine of his own: a program, a state, and the Pulumi CLI as a process that can be struck.
import type { Blow, Ended } from '../../../tools/src/chaos/stack/engineProcess';
import { EngineProcess, endAll, livingPlugins } from '../../../tools/src/chaos/stack/engineProcess';
import { ProgramFolder } from '../../../tools/src/testing/programFolder';
import type { StateResource } from './stack';

export type { Blow } from '../../../tools/src/chaos/stack/engineProcess';

const FLAGS = ['--color=never', '--stack', 'dev'];
const QUICKLY = ['--yes', '--skip-preview', '--suppress-outputs', ...FLAGS];
const PREFIX = 'pulumi-nodejs:dynamic/cloud-compute:';

export class Desk {
  private readonly leftBehind: number[] = [];

  private constructor(
    private readonly folder: ProgramFolder,
    private readonly env: NodeJS.ProcessEnv,
  ) {}

  /** @param url where the emulator listens. */
  static async create(url: string, program: string): Promise<Desk> {
    const folder = await ProgramFolder.create({ program: textOf(program), project: 'test' });
    const env = await folder.environment({
      CLOUD_COMPUTE_BASE_URL: url,
      CLOUD_COMPUTE_CLIENT_ID: 'emulator',
      CLOUD_COMPUTE_CLIENT_SECRET: 'emulator',
    });
    const desk = new Desk(folder, env);
    await desk.must('stack', 'init', 'dev');
    return desk;
  }

  /** Another program from here on; `cc` is the package. */
  async program(body: string): Promise<void> {
    await this.folder.write('index.js', textOf(body));
  }

  /** Commands that have to succeed answer what they printed. */
  up = (...more: string[]): Promise<string> => this.must('up', ...QUICKLY, ...more);
  destroy = (): Promise<string> => this.must('destroy', ...QUICKLY);
  giveUp = (urn: string): Promise<string> => this.must('state', 'delete', urn, '--yes', ...FLAGS);

  /**
   * Begins it, strikes it once `moment` has come, and waits until it has ended; a lock that it left is cleared.
   *
   * @throws Error when it ended before the moment came.
   */
  strikeUp = (blow: Blow, moment: () => boolean): Promise<Ended> => this.strike('up', blow, moment);
  strikeDestroy = (blow: Blow, moment: () => boolean): Promise<Ended> => this.strike('destroy', blow, moment);

  private async strike(command: 'up' | 'destroy', blow: Blow, moment: () => boolean): Promise<Ended> {
    const engine = new EngineProcess([command, ...QUICKLY], this.folder.path, this.env);
    while (!moment()) {
      if (engine.isOver)
        throw new Error(`It ended before it could be struck:\n${(await engine.ended).output}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    this.leftBehind.push(...(await engine.strike(blow)));
    const ended = await engine.ended;
    await new EngineProcess(['cancel', '--yes', 'dev'], this.folder.path, this.env).ended;
    return ended;
  }

  /** The resources of this package in state, without the hidden owner. */
  async resources(): Promise<StateResource[]> {
    const { deployment } = JSON.parse(await this.must('stack', 'export', '--stack', 'dev')) as {
      deployment: { resources?: StateResource[] };
    };
    return (deployment.resources ?? []).filter(
      ({ type }) => type.startsWith(PREFIX) && !type.endsWith(':Owner'),
    );
  }

  /** The plugins of what was struck that run still. */
  survivors(): Promise<number[]> {
    return livingPlugins(this.leftBehind);
  }

  /** The computer is switched off: what struck engines left running, the program included, ends as well. */
  switchOff(): void {
    endAll(this.leftBehind);
  }

  /** Ends what killed engines left running, and forgets the folder. */
  async dispose(): Promise<void> {
    endAll(this.leftBehind);
    await this.folder.dispose();
  }

  private async must(...args: string[]): Promise<string> {
    const { code, output } = await new EngineProcess(args, this.folder.path, this.env).ended;
    if (code !== 0) throw new Error(`pulumi ${args.join(' ')} failed (${String(code)}):\n${output}`);
    return output;
  }
}

const textOf = (body: string): string => `const cc = require('pulumi-cloud-compute');\n${body}\n`;

/** The URN of a resource of a desk's program. */
export const urnOf = (kind: string, name: string): string =>
  `urn:pulumi:dev::test::pulumi-nodejs:dynamic/cloud-compute:${kind}::${name}`;
