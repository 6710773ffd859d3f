// Runs the quickstart on the real engine and the emulator, from nothing to a machine and back to nothing. The exit code
// is 0 only if every step succeeded.
import { spawn } from 'node:child_process';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { ensurePulumi, putOnPath } from './pulumi';
import { messageOf } from './pulumiCli/run';
import { EmulatorProcess } from './testing/emulatorProcess';

const root = path.resolve(__dirname, '..', '..');
const STACK = 'demo';

async function main(): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'cloud-compute-demo-'));
  const configFile = path.join(folder, `Pulumi.${STACK}.yaml`);
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    PULUMI_HOME: path.join(folder, 'home'),
    PULUMI_BACKEND_URL: `file://${folder}`,
    PULUMI_CONFIG_PASSPHRASE: 'demo',
    PULUMI_SKIP_UPDATE_CHECK: 'true',
    CLOUD_COMPUTE_CLIENT_ID: 'emulator',
    CLOUD_COMPUTE_CLIENT_SECRET: 'emulator',
  };
  putOnPath(env, await ensurePulumi());
  title('The cloud on this laptop, at thirty times its speed');
  const emulator = await EmulatorProcess.start([
    '--port',
    '0',
    '--time-scale',
    '30',
    '--control',
    '--check-replies',
  ]);
  console.log(`cloud-compute-emulator listening on ${emulator.url}`);
  console.log(`Watch it in a browser: ${emulator.url}/`);
  env['CLOUD_COMPUTE_BASE_URL'] = emulator.url;
  const pulumi = (...args: string[]) =>
    run('pulumi', [...args, '--stack', STACK, '--config-file', configFile], env);
  try {
    // The stack's settings belong in the folder of the demo, not beside the project's own.
    await copyFile(path.join(root, 'Pulumi.yaml'), path.join(folder, 'Pulumi.yaml'));
    await run('pulumi', ['stack', 'init', STACK, '--cwd', folder], env);
    title('pulumi up');
    await pulumi('up', '--yes', '--skip-preview');
    title('A second preview is empty');
    await pulumi('preview', '--expect-no-changes');
    title('A change in place');
    await pulumi('config', 'set', 'team', 'research');
    await pulumi('up', '--yes', '--skip-preview');
    title('A refresh finds nothing that changed');
    await pulumi('refresh', '--yes', '--expect-no-changes');
    title('pulumi destroy');
    await pulumi('destroy', '--yes', '--skip-preview');
    title('The cloud is empty');
    for (const list of await emulator.mustBeEmpty()) console.log(`no ${list}`);
  } finally {
    await emulator.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function title(text: string): void {
  console.log(`\n── ${text} ${'─'.repeat(Math.max(3, 76 - text.length))}`);
}

function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  console.log(`$ ${command} ${args.join(' ')}`);
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${command} ${args[0] ?? ''} ended with exit code ${String(code)}.`));
    });
  });
}

main().catch((error: unknown) => {
  console.error(`\nThe demo failed. ${messageOf(error)}`);
  process.exitCode = 1;
});
