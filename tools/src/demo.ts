// Runs the quickstart on the real engine and the emulator, from nothing to a machine and back to nothing. The exit code
// is 0 only if every step succeeded.
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { ensurePulumi, putOnPath } from './pulumi';
import { messageOf } from './pulumiCli/run';
import { EmulatorProcess } from './testing/emulatorProcess';
import { demoEnvironment, runShown, title } from './testing/shownCommands';

const root = path.resolve(__dirname, '..', '..');
const STACK = 'demo';

async function main(): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'cloud-compute-demo-'));
  const configFile = path.join(folder, `Pulumi.${STACK}.yaml`);
  const cli = await ensurePulumi();
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
  const env = demoEnvironment(folder, emulator.url);
  putOnPath(env, cli);
  const pulumi = (...args: string[]) =>
    runShown('pulumi', [...args, '--stack', STACK, '--config-file', configFile], { cwd: root, env });
  try {
    // The stack's settings belong in the folder of the demo, not beside the project's own.
    await copyFile(path.join(root, 'Pulumi.yaml'), path.join(folder, 'Pulumi.yaml'));
    await runShown('pulumi', ['stack', 'init', STACK, '--cwd', folder], { cwd: root, env });
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

main().catch((error: unknown) => {
  console.error(`\nThe demo failed. ${messageOf(error)}`);
  process.exitCode = 1;
});
