// `npm run plugin:demo`: brings up a stack in YAML and, where Python is there, one in Python with the native plugin and
// the emulator, from nothing to nothing. The exit code is 0 only if every step succeeded.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { EXAMPLES, hasPython, installPythonRequirements } from './examples';
import { ensureLanguageHosts } from '../pulumiCli/languageHosts';
import { putOnPath } from '../pulumi';
import { messageOf } from '../pulumiCli/run';
import { EmulatorProcess } from '../testing/emulatorProcess';
import { demoEnvironment, runShown, title } from '../testing/shownCommands';

async function main(): Promise<void> {
  const hosts = await ensureLanguageHosts();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'cloud-compute-plugin-demo-'));
  const emulator = await EmulatorProcess.start(['--port', '0', '--time-scale', '30', '--check-replies']);
  const env = demoEnvironment(folder, emulator.url);
  putOnPath(env, hosts);
  try {
    title('A stack in YAML');
    await demonstrate(EXAMPLES.yaml, emulator, env);
    if (hasPython()) {
      title('The SDK for Python');
      putOnPath(env, await installPythonRequirements(EXAMPLES.python, path.join(folder, 'venv'), runShown));
      title('A stack in Python');
      await demonstrate(EXAMPLES.python, emulator, env);
    } else console.log('\nPython 3 is not on PATH: the stack in Python is left out.');
  } finally {
    await emulator.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The life of an example. */
async function demonstrate(
  example: string,
  emulator: EmulatorProcess,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const pulumi = (...args: string[]) => runShown('pulumi', args, { cwd: example, env });
  // The settings of the stack belong in the folder of the demo, not beside the example.
  const settings = [
    '--stack',
    'demo',
    '--config-file',
    path.join(env['PULUMI_HOME'] ?? '', 'Pulumi.demo.yaml'),
  ];
  await pulumi('stack', 'init', 'demo', '--no-select');
  await pulumi('up', '--yes', '--skip-preview', ...settings);
  await pulumi('preview', '--expect-no-changes', ...settings);
  await pulumi('config', 'set', 'team', 'research', ...settings);
  await pulumi('up', '--yes', '--skip-preview', ...settings);
  await pulumi('refresh', '--yes', '--expect-no-changes', ...settings);
  await pulumi('destroy', '--yes', '--skip-preview', '--remove', ...settings);
  for (const list of await emulator.mustBeEmpty()) console.log(`no ${list}`);
}

main().catch((error: unknown) => {
  console.error(`\nThe demo failed. ${messageOf(error)}`);
  process.exitCode = 1;
});
