// The SDK for Go as a module proxy has it after a release.
import path from 'node:path';
import { CLI_BUILD_FLAGS, goEnvironment } from '../pulumiCli/goBuild';
import { run } from '../pulumiCli/run';

const root = path.resolve(__dirname, '..', '..', '..');

/** A module in a version, e.g. `v0.1.0`. */
export interface GoModuleVersion {
  readonly path: string;
  readonly version: string;
}

/**
 * Writes the module in a folder into a folder that serves as `GOPROXY`.
 *
 * @param folder the folder with its go.mod.
 */
export async function writeGoProxy(
  folder: string,
  { path: name, version }: GoModuleVersion,
  proxy: string,
): Promise<void> {
  await run('go', ['run', ...CLI_BUILD_FLAGS, './moduleproxy', folder, name, version, proxy], {
    cwd: path.join(root, 'tools', 'plugin-sdks'),
    env: goEnvironment(process.env),
  });
}
