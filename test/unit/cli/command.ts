// Runs the built command, as a user does.
import { spawn, spawnSync } from 'node:child_process';
import type { StdioOptions } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import path from 'node:path';

const COMMAND = path.join(__dirname, '..', '..', '..', 'dist', 'cli', 'index.js');

/** The end of a command. */
export interface Ending {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The credentials of the emulator's first client, in the environment variables of a user. */
export const credentialsFor = (url: string): Record<string, string> => ({
  ...{ CLOUD_COMPUTE_BASE_URL: url, CLOUD_COMPUTE_CLIENT_ID: 'emulator' },
  CLOUD_COMPUTE_CLIENT_SECRET: 'emulator',
});

/** Runs the command with this environment only. */
export function runCommand(args: readonly string[], env: NodeJS.ProcessEnv, cwd?: string): Promise<Ending> {
  const child = spawn(process.execPath, [COMMAND, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env, cwd });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (data: Buffer) => (stdout += data.toString()));
  child.stderr.on('data', (data: Buffer) => (stderr += data.toString()));
  return new Promise((resolve) => {
    child.on('close', (code) => {
      resolve({ code, stdout, stderr });
    });
  });
}

/** A command that stays until it is stopped. */
export interface Running {
  /** Resolves when its output and its errors together contain a text that often. */
  until(text: string, times?: number): Promise<void>;
  /** Sends a signal, and waits for the end. */
  stop(signal: NodeJS.Signals): Promise<Ending>;
}

/** Starts a command that stays. */
export function startCommand(args: readonly string[], env: NodeJS.ProcessEnv): Running {
  const child = spawn(process.execPath, [COMMAND, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env });
  const said = { stdout: '', stderr: '' };
  const events = new EventEmitter();
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (data: Buffer) => {
      said[name] += data.toString();
      events.emit('said');
    });
  const ended = once(child, 'close');
  return {
    async until(text, times = 1) {
      while (`${said.stdout}${said.stderr}`.split(text).length <= times)
        await Promise.race([
          once(events, 'said'),
          ended.then(() => {
            throw new Error(`It ended before it said ${text}: ${said.stdout}${said.stderr}`);
          }),
        ]);
    },
    async stop(signal) {
      child.kill(signal);
      const [code] = (await ended) as [number | null];
      return { code, ...said };
    },
  };
}

/** Runs the command with its output on a full disk: `/dev/full` of Linux. */
export function runOnFullDisk(args: readonly string[], env: NodeJS.ProcessEnv): Omit<Ending, 'stdout'> {
  const full = openSync('/dev/full', 'w');
  const stdio = ['ignore', full, 'pipe'] satisfies StdioOptions;
  const { status, stderr } = spawnSync(process.execPath, [COMMAND, ...args], {
    stdio,
    env,
    encoding: 'utf8',
  });
  closeSync(full);
  return { code: status, stderr };
}

/** Runs the command until its first output, and reads no more of it, as `head` does. */
export function runAndStopReading(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  cwd?: string,
): Promise<Omit<Ending, 'stdout'>> {
  const child = spawn(process.execPath, [COMMAND, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env, cwd });
  let stderr = '';
  child.stdout.once('data', () => child.stdout.destroy());
  child.stderr.on('data', (data: Buffer) => (stderr += data.toString()));
  return new Promise((resolve) => {
    child.on('exit', (code) => {
      resolve({ code, stderr });
    });
  });
}

/** `script` of util-linux runs a command on a pseudo-terminal; other systems have another `script`, or none. */
export const hasTerminals = spawnSync('script', ['--version']).status === 0;

/** Runs the command on a terminal, and types the answer after its question. */
export function runOnTerminal(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  { answer = '', cwd }: { readonly answer?: string; readonly cwd?: string } = {},
): Promise<{ code: number | null; screen: string }> {
  const command = [process.execPath, COMMAND, ...args].map((word) => `'${word}'`).join(' ');
  const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
    cwd,
  });
  let screen = '';
  child.stdout.on('data', (data: Buffer) => {
    const hadAsked = screen.includes('[y/N]');
    screen += data.toString();
    if (!hadAsked && screen.includes('[y/N]')) child.stdin.write(answer);
  });
  return new Promise((resolve) => {
    child.on('close', (code) => {
      resolve({ code, screen });
    });
  });
}
