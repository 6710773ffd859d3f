import type { ChildProcess } from 'node:child_process';
import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import type { Interruption } from '../plan';

export type { Interruption } from '../plan';

const ask = promisify(execFile);
const PULUMI = 'pulumi';
/** How long the rest of the output may come after the end of a process. */
const LATE_OUTPUT_MS = 10_000;
const isPlugin = /dynamic-provider|\/plugin\/index\.js /;
const isCli = /^\S*pulumi (up|destroy)\b/;

/** The end of a command of the engine. */
export interface CommandResult {
  readonly command: string;
  readonly code: number | null;
  readonly output: string;
}

/** A command of the Pulumi CLI, or of a process that runs it, which can be interrupted. */
export class EngineProcess {
  private readonly child: ChildProcess;
  private output = '';
  /** Resolves when the process has ended, for any reason. */
  readonly ended: Promise<CommandResult>;

  constructor(
    args: readonly string[],
    cwd: string,
    env: NodeJS.ProcessEnv,
    private readonly program = PULUMI,
  ) {
    // A process group of its own, so that a Ctrl-C reaches the engine and not this process.
    const options = { cwd, env, detached: true } as const;
    this.child = spawn(program, program === PULUMI ? [...args, '--non-interactive'] : args, {
      ...options,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    this.ended = new Promise((resolve, reject) => {
      this.child.once('error', reject);
      // On a busy machine, output comes after 'exit'. Processes that a killed engine leaves may prevent 'close'.
      this.child.once('exit', (code) => {
        const end = () => {
          resolve({ command: args.join(' '), code, output: this.output });
        };
        const timer = setTimeout(end, code === null ? 0 : LATE_OUTPUT_MS);
        this.child.once('close', () => {
          clearTimeout(timer);
          end();
        });
      });
    });
  }

  get isOver(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** Interrupts the command. Returns the ids of all its processes, because a killed engine does not end them. */
  async interrupt(kind: Interruption): Promise<readonly number[]> {
    const { pid } = this.child;
    if (pid === undefined || this.isOver) return [];
    const descendants = await descendantsOf(pid);
    const plugins = descendants.filter(({ command }) => isPlugin.test(command)).map((one) => one.pid);
    // A terminal sends its signals also to the program that runs the CLI.
    const clis =
      this.program === PULUMI
        ? [pid]
        : descendants.filter(({ command }) => isCli.test(command)).map((one) => one.pid);
    const whole = this.program === PULUMI ? clis : [pid, ...clis];
    const cli = kind === 'kill the plugin' ? [] : kind === 'kill the CLI' ? clis : whole;
    const targets = kind === 'kill the CLI' ? cli : kind.startsWith('kill') ? [...plugins, ...cli] : cli;
    for (const target of targets) signal(target, kind.startsWith('kill') ? 'SIGKILL' : 'SIGINT');
    if (kind === 'Ctrl-C twice') {
      await new Promise((resolve) => setTimeout(resolve, 300));
      for (const target of whole) signal(target, 'SIGINT');
    }
    return descendants.map((one) => one.pid);
  }
}

/** Ends processes that still run. */
export function endAll(pids: readonly number[]): void {
  for (const pid of pids) signal(pid, 'SIGKILL');
}

/** The processes that are plugins of this package and still run. */
export async function runningPlugins(pids: readonly number[]): Promise<number[]> {
  return (await everyProcess())
    .filter(({ pid, command }) => pids.includes(pid) && isPlugin.test(command))
    .map(({ pid }) => pid);
}

/** It is no error if the process is gone already. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

interface Listed {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

async function everyProcess(): Promise<Listed[]> {
  const { stdout } = await ask('ps', ['-A', '-o', 'pid=,ppid=,args='], { maxBuffer: 16 * 1024 * 1024 });
  return stdout.split('\n').flatMap((line): Listed[] => {
    const [, id, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return command === undefined ? [] : [{ pid: Number(id), parent: Number(parent), command }];
  });
}

async function descendantsOf(pid: number): Promise<Listed[]> {
  const all = await everyProcess();
  const below = (parent: number): Listed[] =>
    all.filter((one) => one.parent === parent).flatMap((one) => [one, ...below(one.pid)]);
  return below(pid);
}
