// A program with a state of its own, deployed by the Pulumi CLI in a process that can be interrupted.
import type { CommandResult, Interruption } from '../../../../tools/src/chaos/stack/engineProcess';
import { endAll, runningPlugins } from '../../../../tools/src/chaos/stack/engineProcess';
import { ProgramFolder } from '../../../../tools/src/testing/programFolder';
import { CommandStack, environmentOf, FLAGS } from './commandStack';
import type { StateResource } from './state';

export type { Interruption } from '../../../../tools/src/chaos/stack/engineProcess';

const QUICKLY = ['--yes', '--skip-preview', '--suppress-outputs', ...FLAGS];
const PREFIX = 'pulumi-nodejs:dynamic/cloud-compute:';

export class InterruptibleStack extends CommandStack {
  /** @param url where the emulator listens. */
  static async create(url: string, program: string): Promise<InterruptibleStack> {
    const folder = await ProgramFolder.create({ program: textOf(program), project: 'test' });
    const stack = new InterruptibleStack(folder, await environmentOf(folder, url));
    await stack.pulumi('stack', 'init', 'dev');
    return stack;
  }

  /** Replaces the program; `cc` is the package. */
  async program(body: string): Promise<void> {
    await this.folder.write('index.js', textOf(body));
  }

  /** These commands must succeed, and return their output. */
  up = (...more: string[]): Promise<string> => this.pulumi('up', ...QUICKLY, ...more);
  destroy = (): Promise<string> => this.pulumi('destroy', ...QUICKLY);
  removeFromState = (urn: string): Promise<string> => this.pulumi('state', 'delete', urn, '--yes', ...FLAGS);

  interruptUp = (kind: Interruption, moment: () => boolean): Promise<CommandResult> =>
    this.interrupt(['up', ...QUICKLY], kind, moment);
  interruptDestroy = (kind: Interruption, moment: () => boolean): Promise<CommandResult> =>
    this.interrupt(['destroy', ...QUICKLY], kind, moment);

  /** The resources of this package in state, without the hidden owner. */
  async resources(): Promise<StateResource[]> {
    return (await this.resourcesOf(PREFIX)).filter(({ type }) => !type.endsWith(':Owner'));
  }

  /** The plugins of interrupted commands that still run. */
  runningPlugins(): Promise<number[]> {
    return runningPlugins(this.leftProcesses);
  }

  /** Kills all processes that interrupted commands left, as a shutdown of the computer would. */
  switchOff(): void {
    endAll(this.leftProcesses);
  }
}

const textOf = (body: string): string => `const cc = require('pulumi-cloud-compute');\n${body}\n`;

/** The URN of a resource of the program. */
export const urnOf = (kind: string, name: string): string =>
  `urn:pulumi:dev::test::pulumi-nodejs:dynamic/cloud-compute:${kind}::${name}`;
