import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { run } from '../../../tools/src/pulumiCli/run';
import { pack, packageNames } from './packed';

/** The versions of other packages that a project installs beside ours. */
export interface Versions {
  /** Version of `@pulumi/pulumi`. */
  readonly sdk: string;
  readonly typescript: string;
}

/** Installs both packed packages into a new project, as a user does, and more packages of npm. */
export async function install(
  folder: string,
  { sdk, typescript }: Versions,
  more: readonly string[] = [],
): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ name: 'fresh', private: true }));
  const tarballs: string[] = [];
  for (const name of packageNames) tarballs.push(await pack(name, folder));
  const others = [`@pulumi/pulumi@${sdk}`, `typescript@${typescript}`, '@types/node@20', 'tsx@4', ...more];
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...tarballs, ...others], {
    cwd: folder,
    idleLimit: 300_000,
  });
}
