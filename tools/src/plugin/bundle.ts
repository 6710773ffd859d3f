// The plugin as one file of JavaScript, with its launcher.
import { chmod, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'esbuild';
import { build as esbuild } from 'esbuild';
import type { BuiltAs } from '../generate/pulumi/publication';
import { schemaBuiltAs } from '../generate/pulumi/publication';

const root = path.resolve(__dirname, '..', '..', '..');

/** The name that the engine looks for. */
export const EXECUTABLE = 'pulumi-resource-cloud-compute';

/** Only a link to the launcher needs a program, `readlink`: the plugin runs with an empty PATH. */
const LAUNCHER = `#!/bin/sh
self=$0
while [ -L "$self" ] && link=$(readlink "$self"); do
  case $link in
    /*) self=$link ;;
    *) self=\${self%/*}/$link ;;
  esac
done
case $self in
  */*) folder=\${self%/*} ;;
  *) folder=. ;;
esac
exec "$folder/node" "$folder/index.js" "$@"
`;
const WINDOWS_LAUNCHER = '@"%~dp0node.exe" "%~dp0index.js" %*\r\n';

/** The name of the launcher of a system, which starts the runtime beside it. */
export const launcherName = (windows: boolean): string => (windows ? `${EXECUTABLE}.cmd` : EXECUTABLE);

/** Writes the launcher of a system into a folder. */
export async function writeLauncher(folder: string, windows: boolean): Promise<void> {
  const file = path.join(folder, launcherName(windows));
  await writeFile(file, windows ? WINDOWS_LAUNCHER : LAUNCHER);
  await chmod(file, 0o755);
}

/** Writes the program of the plugin into a folder. Returns the names of its files. */
export async function bundleProgram(folder: string, as: BuiltAs = {}): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true });
  await esbuild({
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
    plugins: [builtAs(as)],
  });
  return ['index.js', 'index.js.LEGAL.txt'];
}

/** Replaces what the program imports about its own package. */
const builtAs = (as: BuiltAs): Plugin => ({
  name: 'built as',
  setup: (build) => {
    build.onLoad({ filter: /[\\/](package|schema)\.json$/ }, async ({ path: file }) => {
      const text = () => readFile(file, 'utf8');
      if (file === path.join(root, 'schema.json'))
        return { contents: schemaBuiltAs(await text(), as), loader: 'json' };
      if (file === path.join(root, 'package.json') && as.version !== undefined)
        return {
          contents: JSON.stringify({ ...(JSON.parse(await text()) as object), version: as.version }),
          loader: 'json',
        };
      return undefined;
    });
  },
});

/**
 * Writes the plugin into a folder for `plugins.providers` in Pulumi.yaml. Its runtime is a link to the Node.js of this
 * process, so it is made in a second and takes no space: for tests and benches.
 */
export async function bundlePlugin(folder: string, as: BuiltAs = {}): Promise<void> {
  const windows = process.platform === 'win32';
  await bundleProgram(folder, as);
  await writeLauncher(folder, windows);
  const runtime = path.join(folder, windows ? 'node.exe' : 'node');
  await rm(runtime, { force: true });
  await symlink(process.execPath, runtime);
}
