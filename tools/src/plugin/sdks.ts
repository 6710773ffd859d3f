// Generates the SDKs of the native plugin, with Pulumi's own generators: those are Go modules.
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { goEnvironment } from '../pulumiCli/goBuild';
import { CommandError, messageOf, run } from '../pulumiCli/run';

const root = path.resolve(__dirname, '..', '..', '..');

/** The languages with an SDK, each in a folder of that name. */
export const SDK_LANGUAGES = ['nodejs', 'python', 'go'] as const;

/** The flags of the CLI's build: with these, Go reuses what it compiled for the CLI. */
const FLAGS = ['-mod=readonly', '-trimpath', '-buildvcs=false', '-tags', 'osusergo,grpcnotrace'];

/** Writes the SDKs into a folder, which is emptied first. */
export async function buildSdks(target: string): Promise<void> {
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  try {
    await run('go', ['run', ...FLAGS, '.', path.join(root, 'schema.json'), target], {
      cwd: path.join(root, 'tools', 'plugin-sdks'),
      env: goEnvironment(process.env),
    });
  } catch (error) {
    throw new CommandError(
      `The SDKs cannot be generated (${messageOf(error)}): install Go 1.25.11 or newer, and let it reach its module proxy`,
      { cause: error },
    );
  }
}
