// Builds the native provider plugin: one file of JavaScript, its launchers, and a tarball for each platform.
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build as bundle } from 'esbuild';
import { create as createTarball } from 'tar';

const root = path.resolve(__dirname, '..', '..', '..');

/** The name that the engine looks for. */
const EXECUTABLE = 'pulumi-resource-cloud-compute';

/** The platforms in the names of tarballs. The content is the same: it needs only Node.js. */
const PLATFORMS = ['linux-amd64', 'linux-arm64', 'darwin-amd64', 'darwin-arm64', 'windows-amd64'];

/** The engine starts the launcher in the program's folder; a link to the launcher is followed. */
const LAUNCHER = `#!/bin/sh
exec node "$(dirname "$(readlink -f "$0")")/index.js" "$@"
`;
const WINDOWS_LAUNCHER = '@node "%~dp0\\index.js" %*\r\n';

/** A built plugin. */
export interface BuiltPlugin {
  /** The folder for `plugins.providers` in Pulumi.yaml. */
  readonly folder: string;
  readonly tarballs: readonly string[];
}

/** Builds the plugin and its tarballs into a folder, which is emptied first. */
export async function buildPlugin(target: string): Promise<BuiltPlugin> {
  const folder = path.join(target, 'plugin');
  await rm(target, { recursive: true, force: true });
  const files = await bundlePlugin(folder);
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
    version: string;
  };
  const tarballs = await Promise.all(
    PLATFORMS.map(async (platform) => {
      const file = path.join(target, `${EXECUTABLE}-v${version}-${platform}.tar.gz`);
      await createTarball({ gzip: true, portable: true, file, cwd: folder }, files);
      return file;
    }),
  );
  return { folder, tarballs };
}

/** Writes the plugin into a folder for `plugins.providers` in Pulumi.yaml. Returns the names of its files. */
export async function bundlePlugin(folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  await bundle({
    entryPoints: [path.join(root, 'plugin', 'index.ts')],
    outfile: path.join(folder, 'index.js'),
    bundle: true,
    platform: 'node',
    // The SSH library tries to load faster native parts, and works without them.
    external: ['*.node', 'cpu-features'],
    target: 'node20',
    legalComments: 'linked',
    logLevel: 'warning',
    minifyWhitespace: true,
    minifySyntax: true,
  });
  await writeFile(path.join(folder, EXECUTABLE), LAUNCHER);
  await chmod(path.join(folder, EXECUTABLE), 0o755);
  await writeFile(path.join(folder, `${EXECUTABLE}.cmd`), WINDOWS_LAUNCHER);
  return ['index.js', 'index.js.LEGAL.txt', EXECUTABLE, `${EXECUTABLE}.cmd`];
}
