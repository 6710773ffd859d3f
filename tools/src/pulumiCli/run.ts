import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { isNativeError } from 'node:util/types';

const longestMessage = 300;
const longestOutput = 1_000_000;

/** A command that could not be started, failed, or was cancelled. The message is a clause without a full stop. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

export interface RunOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** Ends the command and all processes that it started. */
  signal?: AbortSignal;
  /** Milliseconds until the command is cancelled in any case. */
  limit?: number;
  /** Milliseconds without new output, and without a change of `measure`, until the command is cancelled. */
  idleLimit?: number;
  /** Another measure of progress, such as the size of a download. */
  measure?: () => Promise<number>;
}

/**
 * Runs a command without a shell and without standard input, and returns its standard output. A time limit or the
 * signal ends all processes that the command started.
 */
export async function run(
  command: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<string> {
  options.signal?.throwIfAborted();
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: options.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own, so that the whole of it can be ended.
    detached: process.platform !== 'win32',
    windowsHide: true,
  });

  let stdout = '';
  let stderr = '';
  let received = 0;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    received += text.length;
    stdout = (stdout + text).slice(-longestOutput);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    received += text.length;
    stderr = (stderr + text).slice(-longestOutput);
  });

  let abortReason: string | undefined;
  const giveUp = (reason: string): void => {
    abortReason ??= reason;
    endTree(child);
  };
  const onAbort = (): void => {
    giveUp('it was interrupted');
  };
  options.signal?.addEventListener('abort', onAbort, { once: true });
  const stopWatching = watch(options, () => received, giveUp);

  try {
    const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (...end) => {
        resolve(end);
      });
    });
    if (abortReason !== undefined) throw new CommandError(abortReason);
    if (code !== 0)
      throw new CommandError(
        condense(stderr) || `it ended with ${signal ?? `exit code ${code ?? 'unknown'}`}`,
      );
    return stdout;
  } catch (error) {
    options.signal?.throwIfAborted();
    if (error instanceof CommandError) throw error;
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    const reason = missing ? 'was not found' : `could not be started (${messageOf(error)})`;
    throw new CommandError(`${command} ${reason}`, { cause: error });
  } finally {
    stopWatching();
    options.signal?.removeEventListener('abort', onAbort);
  }
}

function watch(options: RunOptions, received: () => number, giveUp: (reason: string) => void): () => void {
  const timers: NodeJS.Timeout[] = [];
  const { limit, idleLimit, measure } = options;
  if (limit !== undefined) {
    timers.push(setTimeout(giveUp, limit, `it took longer than ${seconds(limit)}`));
  }
  if (idleLimit !== undefined) {
    let last = -1;
    let changedAt = performance.now();
    const look = async (): Promise<void> => {
      const now = received() + ((await measure?.()) ?? 0);
      if (now !== last) {
        last = now;
        changedAt = performance.now();
      } else if (performance.now() - changedAt >= idleLimit) {
        giveUp(`it made no progress for ${seconds(idleLimit)}`);
      }
    };
    const timer = setInterval(() => {
      look().catch((error: unknown) => {
        giveUp(messageOf(error));
      });
    }, idleLimit / 10);
    timers.push(timer);
  }
  return () => {
    for (const timer of timers) clearTimeout(timer);
  };
}

function endTree(child: ChildProcess): void {
  if (child.pid === undefined) return;
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(child.pid), '/T', '/F'], { windowsHide: true });
    return;
  }
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch (error) {
    // The group may have ended a moment ago.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** The end of a command's error output as one line, without a closing full stop, cut to a readable length. */
export function condense(text: string): string {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    // Go reports each download; these lines do not contain the reason.
    .filter((line) => line !== '' && !line.startsWith('go: downloading'));
  const line = lines.slice(-4).join(' ').replace(/\s+/g, ' ').replace(/\.$/, '');
  return line.length <= longestMessage ? line : `…${line.slice(-longestMessage)}`;
}

export function messageOf(error: unknown): string {
  return isNativeError(error) ? error.message : String(error);
}

function seconds(milliseconds: number): string {
  return `${Math.round(milliseconds / 100) / 10} seconds`;
}
