import path from 'node:path';
import { cacheFolder, cacheKey, install, isComplete, removeUnfinishedFolders } from './cache';
import { requiredExecutables } from './executables';
import { goBuild } from './goBuild';
import { fillOnce, isSystemError } from './lock/fillOnce';
import type { LockOptions } from './lock/lock';
import { officialInstallation } from './official/official';
import { cliVersionOf, findOnPath } from './onPath';
import { messageOf } from './run';
import { placeSdkScripts } from './official/sdkScripts';
import type { Source, SourceContext } from './source';
import { INSTALL_GO, cliVersion, minimumVersion, parseVersion } from './versions';

/** The Pulumi CLI could not be obtained. The message is one sentence with the remedies. */
export class PulumiUnavailableError extends Error {
  override readonly name = 'PulumiUnavailableError';
}

export interface EnsureOptions {
  /** Default: the environment of this process. */
  env?: NodeJS.ProcessEnv;
  /** Shows one line to the user. Default: standard error. */
  progress?: (line: string) => void;
  /** The ways to get the CLI if neither PATH nor the cache has it, in this order. */
  sources?: readonly Source[];
  /** How to wait for the lock between processes. */
  lock?: Omit<LockOptions, 'signal' | 'onWait'>;
}

/**
 * Finds or installs a Pulumi CLI that can run Node.js programs with dynamic providers, and returns the folder to put in
 * front of PATH: the folder of the `pulumi` on PATH if it is suitable, else a folder in the project's cache, filled by
 * the official installation or by a build from Go modules. Once the cache is filled, no request is sent.
 *
 * @throws PulumiUnavailableError if every way failed.
 */
export async function ensurePulumi(options: EnsureOptions = {}): Promise<string> {
  const env = options.env ?? process.env;
  const progress = options.progress ?? toStandardError;

  const onPath = await findOnPath(env);
  if (onPath.folder !== undefined) return onPath.folder;
  if (onPath.unsuitable !== undefined) progress(onPath.unsuitable);

  const target = path.join(cacheFolder(env), cacheKey());
  const bin = path.join(target, 'bin');
  if (await isComplete(bin)) return bin;

  await fillOnce(
    target,
    (signal) => fill(target, options.sources ?? [officialInstallation, goBuild], { env, progress, signal }),
    { what: 'the Pulumi CLI', progress, lock: options.lock, unwritable: PulumiUnavailableError },
  );
  return bin;
}

type FillContext = Omit<SourceContext, 'staging'>;

/** Tries one source after the other, until one has put a working CLI at `target`. */
async function fill(target: string, sources: readonly Source[], context: FillContext): Promise<void> {
  // Another process that held the lock before may have installed it.
  if (await isComplete(path.join(target, 'bin'))) return;
  await removeUnfinishedFolders(target);

  const failures: string[] = [];
  for (const source of sources) {
    try {
      await install(target, async (staging) => {
        await source.install({ ...context, staging });
        await placeSdkScripts(path.join(staging, 'bin'));
        await verify(path.join(staging, 'bin'), context.env);
      });
      context.progress(`The Pulumi CLI is ready in ${path.join(target, 'bin')}.`);
      return;
    } catch (error) {
      context.signal.throwIfAborted();
      if (isSystemError(error)) throw error;
      const failure = `${source.name} failed (${messageOf(error)})`;
      context.progress(`${failure.charAt(0).toUpperCase()}${failure.slice(1)}.`);
      failures.push(failure);
    }
  }
  throw new PulumiUnavailableError(
    `The Pulumi CLI is not on PATH and could not be made available: ${failures.join(', and ')}; install Pulumi ` +
      `${minimumVersion} or newer (https://www.pulumi.com/docs/install/), or ${INSTALL_GO}, then run this again.`,
  );
}

async function verify(bin: string, env: NodeJS.ProcessEnv): Promise<void> {
  const names = requiredExecutables();
  if (!(await isComplete(bin))) throw new Error(`it did not bring all of ${Object.values(names).join(', ')}`);
  const printed = await cliVersionOf(path.join(bin, names.cli), env);
  if (parseVersion(printed)?.numbers.join('.') !== cliVersion) {
    throw new Error(`it brought version ${printed} instead of ${cliVersion}`);
  }
}

export function toStandardError(line: string): void {
  process.stderr.write(`${line}\n`);
}
