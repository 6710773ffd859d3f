import path from 'node:path';
import { cacheFolder, install as installInto, removeUnfinishedFolders } from '../pulumiCli/cache';
import { isExecutable } from '../pulumiCli/executables';
import { interruptible } from '../pulumiCli/lock/interruption';
import { withLock } from '../pulumiCli/lock/lock';
import { run } from '../pulumiCli/run';

export interface CachedTool {
  /** Its folder in the cache: name, version and kind of computer. */
  readonly name: string;
  /** The executable file, relative to that folder. */
  readonly executable: string;
  /** Fills an empty folder with the tool. */
  readonly install: (folder: string, signal: AbortSignal) => Promise<unknown>;
}

/** The kind of computer, as a part of a name. */
export const platform = `${process.platform}-${process.arch}`;

/** The executable of a tool that tests use. It is installed once, into the project's cache. */
export async function cachedTool({ name, executable, install }: CachedTool): Promise<string> {
  const target = path.join(cacheFolder(process.env), name);
  const file = path.join(target, executable);
  if (await isExecutable(file)) return file;
  const fill = async (signal: AbortSignal): Promise<void> => {
    // Another process that held the lock before may have installed it.
    if (await isExecutable(file)) return;
    await removeUnfinishedFolders(target);
    await installInto(target, async (staging) => {
      await install(staging, signal);
      if (!(await isExecutable(path.join(staging, executable))))
        throw new Error(`The installation of ${name} did not contain ${executable}.`);
    });
  };
  await interruptible((signal) => withLock(`${target}.lock`, () => fill(signal), { signal }));
  return file;
}

/** An installation of one package from npm, with further flags of `npm install`. */
export const fromNpm =
  (specifier: string, ...flags: readonly string[]): CachedTool['install'] =>
  (folder, signal) =>
    run('npm', ['install', '--no-save', ...flags, '--prefix', folder, specifier], {
      cwd: folder,
      signal,
      idleLimit: 300_000,
    });

/** An installation of packages from the Python index. The folder is a PYTHONPATH, its commands are in `bin`. */
export const fromPip =
  (...specifiers: readonly string[]): CachedTool['install'] =>
  (folder, signal) =>
    run(
      'python3',
      [
        ...['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--target', folder],
        ...specifiers,
      ],
      { env: process.env, cwd: folder, signal, idleLimit: 300_000 },
    );
