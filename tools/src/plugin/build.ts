// Builds the native provider plugin as users get it: a tarball for each platform, with the runtime inside.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { create as createTarball, extract } from 'tar';
import type { BuiltAs } from '../generate/pulumi/publication';
import { EXECUTABLE, bundlePlugin, bundleProgram, launcherName, writeLauncher } from './bundle';
import { runtimePart } from './runtimePart';
import type { Platform } from './runtimes';
import { PLATFORMS, isWindows, thisPlatform } from './runtimes';

const root = path.resolve(__dirname, '..', '..', '..');

/** The file with the checksums of the tarballs, in the form that `sha256sum --check` reads. */
export const CHECKSUMS = 'SHA256SUMS';

/** npm gives the same time to all files: so equal content makes equal tarballs. */
const MODIFIED = new Date('1985-10-26T08:15:00Z');

export interface BuildOptions extends BuiltAs {
  /** Default: all. */
  readonly platforms?: readonly Platform[];
}

/** A built plugin. */
export interface BuiltPlugin {
  /** The folder for `plugins.providers` in Pulumi.yaml: the content of this computer's tarball. */
  readonly folder: string;
  readonly tarballs: readonly string[];
}

/** Builds the plugin and its tarballs into a folder, which is emptied first. */
export async function buildPlugin(
  target: string,
  { platforms = PLATFORMS, ...as }: BuildOptions = {},
): Promise<BuiltPlugin> {
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  const version = as.version ?? (await packageVersion());
  const nameOf = (platform: Platform): string => `${EXECUTABLE}-v${version}-${platform}.tar.gz`;
  const program = await mkdtemp(path.join(target, '.program-'));
  const files = await bundleProgram(program, as);
  // One after the other: each has a large runtime.
  for (const platform of platforms)
    await writeTarball(path.join(target, nameOf(platform)), program, files, platform);
  await rm(program, { recursive: true });
  await writeChecksums(target, platforms.map(nameOf));

  const folder = path.join(target, 'plugin');
  const own = thisPlatform();
  if (own !== undefined && platforms.includes(own)) {
    await mkdir(folder);
    await extract({ file: path.join(target, nameOf(own)), cwd: folder });
  } else await bundlePlugin(folder, as);
  return { folder, tarballs: platforms.map((platform) => path.join(target, nameOf(platform))) };
}

async function packageVersion(): Promise<string> {
  const text = await readFile(path.join(root, 'package.json'), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}

/** The tarball of a platform: its runtime, which is compressed already, then the program. */
async function writeTarball(
  file: string,
  program: string,
  files: readonly string[],
  platform: Platform,
): Promise<void> {
  const windows = isWindows(platform);
  await writeLauncher(program, windows);
  const own = path.join(program, 'part.tar.gz');
  await createTarball({ gzip: true, portable: true, mtime: MODIFIED, file: own, cwd: program }, [
    launcherName(windows),
    ...files,
  ]);
  await copyFile(await runtimePart(platform), file);
  await pipeline(createReadStream(own), createWriteStream(file, { flags: 'a' }));
}

async function writeChecksums(folder: string, names: readonly string[]): Promise<void> {
  const lines: string[] = [];
  for (const name of names) {
    const hash = createHash('sha256');
    await pipeline(createReadStream(path.join(folder, name)), hash);
    lines.push(`${hash.digest('hex')}  ${name}\n`);
  }
  await writeFile(path.join(folder, CHECKSUMS), lines.join(''));
}
