import { spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { ProgramFolder } from '../../../tools/dist/testing/programFolder';
import type { Cloud } from './cloud';

const PROJECT = 'bench';

/** The result of an operation of the engine. */
export interface Operation {
  /** Wall time of the whole command. */
  readonly seconds: number;
  readonly succeeded: boolean;
  readonly output: string;
}

/** A resource in state. */
export interface StateResource {
  readonly type: string;
  readonly id?: string;
  readonly inputs?: Record<string, unknown>;
  readonly outputs?: Record<string, unknown>;
}

export interface StackOptions {
  readonly program: string;
  readonly files?: Readonly<Record<string, string>>;
  /** The folder of the built native plugin, if the program uses it. */
  readonly plugin?: string;
  readonly cloud?: Cloud;
  readonly environment?: Readonly<Record<string, string>>;
}

export interface OperationOptions {
  /** How many resources the engine handles at once. Default: the engine's own. */
  readonly parallel?: number;
  /** Whether a failure is returned instead of thrown. */
  readonly mayFail?: boolean;
}

/** A stack of a program under the `pulumi` command, run as a user runs it. */
export class BenchStack {
  private constructor(
    private readonly folder: ProgramFolder,
    private readonly env: NodeJS.ProcessEnv,
  ) {}

  static async create({ program, files, plugin, cloud, environment }: StackOptions): Promise<BenchStack> {
    const folder = await ProgramFolder.create({ program, project: PROJECT, plugin, ...(files && { files }) });
    const env = await folder.environment({ ...cloud?.environment, ...environment });
    const stack = new BenchStack(folder, env);
    await stack.pulumi(['stack', 'init', 'dev']);
    return stack;
  }

  up(options: OperationOptions = {}): Promise<Operation> {
    return this.pulumi(['up', '--yes', '--skip-preview', ...flags(options)], options);
  }

  /** A preview that must find no change. */
  emptyPreview(options: OperationOptions = {}): Promise<Operation> {
    return this.pulumi(['preview', '--expect-no-changes', ...flags(options)], options);
  }

  refresh(options: OperationOptions = {}): Promise<Operation> {
    return this.pulumi(
      ['refresh', '--yes', '--skip-preview', '--expect-no-changes', ...flags(options)],
      options,
    );
  }

  destroy(options: OperationOptions = {}): Promise<Operation> {
    return this.pulumi(['destroy', '--yes', '--skip-preview', ...flags(options)], options);
  }

  /** The dynamic resources in state, without the hidden owner. */
  async resources(): Promise<StateResource[]> {
    const { output } = await this.pulumi(['stack', 'export']);
    const { deployment } = JSON.parse(output) as { deployment: { resources?: StateResource[] } };
    return (deployment.resources ?? []).filter(
      ({ type }) => type.startsWith('pulumi-nodejs:dynamic') && !type.endsWith(':Owner'),
    );
  }

  /** The size of the state file. */
  async stateBytes(): Promise<number> {
    const file = path.join(this.folder.path, 'state', '.pulumi', 'stacks', PROJECT, 'dev.json');
    return (await stat(file)).size;
  }

  dispose(): Promise<void> {
    return this.folder.dispose();
  }

  private async pulumi(
    args: readonly string[],
    { mayFail = false }: OperationOptions = {},
  ): Promise<Operation> {
    const started = performance.now();
    const { code, output } = await run('pulumi', [...args, '--non-interactive'], this.folder.path, this.env);
    const seconds = (performance.now() - started) / 1000;
    if (code !== 0 && !mayFail) {
      throw new Error(`pulumi ${args.join(' ')} failed (exit code ${String(code)}):\n${output.slice(-4000)}`);
    }
    return { seconds, succeeded: code === 0, output };
  }
}

/** Runs `work` on a stack whose folder is deleted afterwards; its resources in the cloud stay. */
export async function onStack<T>(options: StackOptions, work: (stack: BenchStack) => Promise<T>): Promise<T> {
  const stack = await BenchStack.create(options);
  try {
    return await work(stack);
  } finally {
    await stack.dispose();
  }
}

const flags = ({ parallel }: OperationOptions): string[] => [
  '--color=never',
  '--suppress-outputs',
  ...(parallel === undefined ? [] : ['--parallel', String(parallel)]),
];

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

function run(command: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const chunks: Buffer[] = [];
    const errors: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
    child.once('error', reject);
    child.once('close', (code) => {
      const output = code === 0 ? chunks : [...chunks, ...errors];
      resolve({ code, output: Buffer.concat(output).toString() });
    });
  });
}
