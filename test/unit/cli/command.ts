// Runs the built command, as a user does.
import { spawn, spawnSync } from 'node:child_process';
import type { StdioOptions } from 'node:child_process';
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
