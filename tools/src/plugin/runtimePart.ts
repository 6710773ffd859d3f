// The runtime of a platform as the first part of its tarball. A gzipped file may have several parts, one after the
// other: so the runtime is downloaded and compressed once, and each build adds its own small part.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, mkdir, mkdtemp, rename, rm, stat, truncate } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { create as createTarball, extract } from 'tar';
import { cacheFolder, install, removeUnfinishedFolders } from '../pulumiCli/cache';
import { toStandardError } from '../pulumiCli/ensure';
import { fillOnce, isSystemError } from '../pulumiCli/lock/fillOnce';
import { CommandError, messageOf, run } from '../pulumiCli/run';
import type { NpmPackage, Platform, Runtime } from './runtimes';
import { RUNTIMES, RUNTIME_LICENCE, runtimeName } from './runtimes';

/** A tarball ends with two blocks of zeros, which only its last part may have. */
const END_OF_TARBALL = 1024;
const PART = 'runtime.tar.gz';
const downloadLimit = 1_200_000;

/** The runtime of a platform could not be had. The message says what to do. */
export class RuntimeUnavailableError extends Error {
  override readonly name = 'RuntimeUnavailableError';
}

/** What a test replaces. */
export interface RuntimeOptions {
  readonly runtime?: Runtime;
  readonly env?: NodeJS.ProcessEnv;
  /** Writes the tarball of a package into a folder, and returns its path. Default: `npm pack`. */
  readonly fetch?: (one: NpmPackage, folder: string, signal: AbortSignal) => Promise<string>;
  readonly progress?: (line: string) => void;
}

/**
 * The file with the runtime and its licence as a part of a tarball, from the project's cache. The first time, it is
 * downloaded from npm.
 *
 * @throws RuntimeUnavailableError if a download fails, or is not what `runtimes.ts` pins.
 */
export async function runtimePart(
  platform: Platform,
  {
    runtime = RUNTIMES[platform],
    env = process.env,
    fetch = npmPack,
    progress = toStandardError,
  }: RuntimeOptions = {},
): Promise<string> {
  const pins = createHash('sha256').update(JSON.stringify(runtime)).digest('hex').slice(0, 12);
  const target = path.join(cacheFolder(env), `runtime-${platform}-${runtime.version}-${pins}`);
  const part = path.join(target, PART);
  if (await exists(part)) return part;
  await fillOnce(
    target,
    async (signal) => {
      // Another process that held the lock before may have made it.
      if (await exists(part)) return;
      await removeUnfinishedFolders(target);
      progress(
        `Downloading Node.js ${runtime.version} for ${platform} (${runtime.name}) from npm. It is kept.`,
      );
      await install(target, (staging) => makePart(platform, runtime, staging, { fetch, signal }));
    },
    { what: `Node.js for ${platform}`, progress, unwritable: RuntimeUnavailableError },
  );
  return part;
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

interface Download {
  readonly fetch: NonNullable<RuntimeOptions['fetch']>;
  readonly signal: AbortSignal;
}

async function makePart(
  platform: Platform,
  runtime: Runtime,
  staging: string,
  download: Download,
): Promise<void> {
  const folder = await mkdtemp(path.join(staging, 'package-'));
  const name = runtimeName(platform);
  const { licenceIn } = runtime;
  if (licenceIn) {
    await takeFrom(runtime, folder, { [`bin/${name}`]: name }, download);
    await takeFrom(licenceIn, folder, { LICENSE: RUNTIME_LICENCE }, download);
  } else await takeFrom(runtime, folder, { [`bin/${name}`]: name, LICENSE: RUNTIME_LICENCE }, download);
  const tarball = path.join(folder, 'runtime.tar');
  await createTarball({ portable: true, file: tarball, cwd: folder }, [name, RUNTIME_LICENCE]);
  await truncate(tarball, (await stat(tarball)).size - END_OF_TARBALL);
  await pipeline(createReadStream(tarball), createGzip(), createWriteStream(path.join(staging, PART)));
  await rm(folder, { recursive: true });
}

/** Downloads a package, checks it, and puts some of its files into a folder, under other names. */
async function takeFrom(
  one: NpmPackage,
  folder: string,
  names: Readonly<Record<string, string>>,
  { fetch, signal }: Download,
): Promise<void> {
  const specifier = `${one.name}@${one.version}`;
  const unpacked = await mkdtemp(path.join(folder, 'unpacked-'));
  let tarball: string;
  try {
    tarball = await fetch(one, unpacked, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (isSystemError(error)) throw error;
    throw new RuntimeUnavailableError(
      `The package ${specifier}, which holds Node.js for the plugin, could not be downloaded from npm ` +
        `(${messageOf(error)}): let npm reach its registry, then run this again.`,
      { cause: error },
    );
  }
  const found = await integrityOf(tarball);
  if (found !== one.integrity)
    throw new RuntimeUnavailableError(
      `The package ${specifier} from npm is not the one that tools/src/plugin/runtimes.ts pins: its integrity is ` +
        `${found} instead of ${one.integrity}. Nothing of it is used. Ask the registry that npm uses ` +
        `(\`npm view ${specifier} dist.integrity\`) before you change the pin.`,
    );
  const wanted = Object.keys(names);
  const inPackage = (entry: string): string => entry.split('/').slice(1).join('/');
  await extract({
    file: tarball,
    cwd: unpacked,
    strip: 1,
    filter: (entry) => wanted.includes(inPackage(entry)),
  });
  for (const [from, to] of Object.entries(names)) {
    const file = path.join(unpacked, from);
    if (!(await exists(file)))
      throw new RuntimeUnavailableError(
        `The package ${specifier} from npm has no file ${from}: pin another package in tools/src/plugin/runtimes.ts.`,
      );
    await rename(file, path.join(folder, to));
  }
  await rm(unpacked, { recursive: true });
}

async function integrityOf(file: string): Promise<string> {
  const hash = createHash('sha512');
  await pipeline(createReadStream(file), hash);
  return `sha512-${hash.digest('base64')}`;
}

async function npmPack({ name, version }: NpmPackage, folder: string, signal: AbortSignal): Promise<string> {
  await mkdir(folder, { recursive: true });
  const printed = await run('npm', ['pack', `${name}@${version}`, '--json', '--pack-destination', folder], {
    cwd: folder,
    signal,
    limit: downloadLimit,
  });
  const [packed] = JSON.parse(printed) as [{ readonly filename: string }?];
  if (!packed) throw new CommandError(`npm pack printed ${printed}`);
  return path.join(folder, packed.filename);
}
