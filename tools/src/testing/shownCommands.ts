// Commands whose output a person watches.
import { OFFLINE } from '../pulumiCli/offline';
import { spawn } from 'node:child_process';

/** Prints the title of a step. */
export function title(text: string): void {
  console.log(`\n── ${text} ${'─'.repeat(Math.max(3, 76 - text.length))}`);
}

/** Runs a command, shows it and its output, and fails unless it succeeds. */
export function runShown(
  command: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<void> {
  console.log(`$ ${command} ${args.join(' ')}`);
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'inherit', 'inherit'] });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${command} ${args[0] ?? ''} ended with exit code ${String(code)}.`));
    });
  });
}

/** The environment of an engine that keeps everything in one folder, and uses the emulator. */
export const demoEnvironment = (folder: string, emulator: string): NodeJS.ProcessEnv => ({
  ...process.env,
  PULUMI_HOME: `${folder}/home`,
  PULUMI_BACKEND_URL: `file://${folder}`,
  PULUMI_CONFIG_PASSPHRASE: 'demo',
  ...OFFLINE,
  CLOUD_COMPUTE_BASE_URL: emulator,
  CLOUD_COMPUTE_CLIENT_ID: 'emulator',
  CLOUD_COMPUTE_CLIENT_SECRET: 'emulator',
});
