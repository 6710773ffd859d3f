import { chmod, copyFile } from 'node:fs/promises';
import path from 'node:path';
import { isExecutable, requiredExecutables } from '../executables';

/**
 * Puts the script that starts the dynamic provider beside the CLI, where the engine looks for it; elsewhere on PATH the
 * engine warns. The script finds the SDK from the program's folder, so that one copy serves every program. An official
 * installation brings its own.
 */
export async function placeSdkScripts(bin: string): Promise<void> {
  const script = requiredExecutables().dynamicProvider;
  if (await isExecutable(path.join(bin, script))) return;
  const sdk = path.dirname(require.resolve('@pulumi/pulumi/package.json'));
  await copyFile(path.join(sdk, script), path.join(bin, script));
  await chmod(path.join(bin, script), 0o755);
}
