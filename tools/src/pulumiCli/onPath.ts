import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { findExecutable, pathFolders, requiredExecutables } from './executables';
import { messageOf, run } from './run';
import { OFFLINE } from './offline';
import { isRecentEnough, minimumVersion, parseVersion } from './versions';

/** A version manager may take seconds to start the CLI; a CLI that takes longer than this is not used. */
const versionTimeLimit = 20_000;

export type OnPath = { folder: string } | { folder: undefined; unsuitable?: string };

/**
 * Looks for a `pulumi` on PATH that can run a Node.js program with dynamic providers. It checks only the first
 * `pulumi`, because commands would run this one.
 */
export async function findOnPath(env: NodeJS.ProcessEnv, minimum: string = minimumVersion): Promise<OnPath> {
  const names = requiredExecutables();
  const folders = pathFolders(env);
  const folder = await findExecutable(names.cli, folders);
  if (folder === undefined) return { folder };

  const file = path.join(folder, names.cli);
  const unsuitable = (reason: string): OnPath => ({
    folder: undefined,
    unsuitable: `${file} is not used: ${reason}.`,
  });

  let printed: string;
  try {
    printed = await cliVersionOf(file, env);
  } catch (error) {
    return unsuitable(`\`pulumi version\` failed: ${messageOf(error)}`);
  }
  const version = parseVersion(printed);
  const least = parseVersion(minimum);
  if (version === undefined) return unsuitable(`\`pulumi version\` printed ${JSON.stringify(printed)}`);
  if (least === undefined) throw new Error(`The minimum version ${JSON.stringify(minimum)} cannot be read.`);
  if (!isRecentEnough(version, least)) {
    return unsuitable(`it is ${printed}, and ${minimum} or newer of the same major version is needed`);
  }

  // The engine looks beside its real binary, and on PATH.
  const beside = path.dirname(await realpath(file));
  for (const name of [names.languageHost, names.dynamicProvider]) {
    if ((await findExecutable(name, [beside, ...folders])) === undefined) {
      return unsuitable(`${name} is neither beside it nor on PATH`);
    }
  }
  return { folder };
}

/** The output of `pulumi version` of this file, without a check for newer versions. */
export async function cliVersionOf(file: string, env: NodeJS.ProcessEnv): Promise<string> {
  const printed = await run(file, ['version'], {
    env: { ...env, ...OFFLINE },
    limit: versionTimeLimit,
  });
  return printed.trim();
}
