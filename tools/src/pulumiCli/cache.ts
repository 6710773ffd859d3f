import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { isExecutable, requiredExecutables } from './executables';
import { cliVersion, languageHostVersion } from './versions';

export interface Machine {
  platform: NodeJS.Platform;
  arch: string;
  home: string;
}

export const thisMachine: Machine = { platform: process.platform, arch: process.arch, home: os.homedir() };

/**
 * The folder, outside of any checkout, for the tools of the project: `CLOUD_COMPUTE_TOOLS_CACHE` if set, else a folder
 * in the user's cache folder of the operating system.
 */
export function cacheFolder(env: NodeJS.ProcessEnv, machine: Machine = thisMachine): string {
  if (env['CLOUD_COMPUTE_TOOLS_CACHE']) return path.resolve(env['CLOUD_COMPUTE_TOOLS_CACHE']);
  if (machine.platform === 'win32') {
    const local = env['LOCALAPPDATA'] ?? path.join(machine.home, 'AppData', 'Local');
    return path.join(local, 'pulumi-cloud-compute', 'Cache');
  }
  // The XDG specification says that relative paths are ignored.
  const xdg = env['XDG_CACHE_HOME'];
  const base = xdg && path.isAbsolute(xdg) ? xdg : path.join(machine.home, '.cache');
  return path.join(base, 'pulumi-cloud-compute');
}

/** The folder name for one set of versions on one kind of computer. */
export function cacheKey(machine: Machine = thisMachine): string {
  return `pulumi-${cliVersion}-language-nodejs-${languageHostVersion}-${machine.platform}-${machine.arch}`;
}

/** Whether `folder` contains everything that a Pulumi program needs. */
export async function isComplete(folder: string): Promise<boolean> {
  const found = await Promise.all(
    Object.values(requiredExecutables()).map((name) => isExecutable(path.join(folder, name))),
  );
  return found.every(Boolean);
}

/**
 * Fills a new folder and makes it `target` in one step. Only the holder of the lock may do so.
 *
 * @param fill fills an empty folder; if it throws, `target` stays as it is.
 */
export async function install(target: string, fill: (staging: string) => Promise<unknown>): Promise<void> {
  const staging = await makeStaging(target);
  try {
    await fill(staging);
    await publish(staging, target);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** A new folder beside `target`, so that it can become `target` by a rename. */
export async function makeStaging(target: string): Promise<string> {
  const parent = path.dirname(target);
  await mkdir(parent, { recursive: true });
  return mkdtemp(path.join(parent, stagingPrefix(target)));
}

/** Moves `staging` to `target` in one step. A damaged `target` is moved away first. */
export async function publish(staging: string, target: string): Promise<void> {
  await rm(target, { recursive: true, force: true });
  await rename(staging, target);
}

/** Removes the rests of killed builds beside `target`. Only the holder of the lock may do so. */
export async function removeUnfinishedFolders(target: string): Promise<void> {
  const parent = path.dirname(target);
  for (const name of await readdir(parent)) {
    if (name.startsWith(stagingPrefix(target)))
      await rm(path.join(parent, name), { recursive: true, force: true });
  }
}

function stagingPrefix(target: string): string {
  return `.${path.basename(target)}-staging-`;
}
