import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';

/** The file names of everything that `pulumi up` needs for a Node.js program with dynamic providers. */
export function requiredExecutables() {
  const windows = process.platform === 'win32';
  return {
    cli: windows ? 'pulumi.exe' : 'pulumi',
    languageHost: windows ? 'pulumi-language-nodejs.exe' : 'pulumi-language-nodejs',
    dynamicProvider: windows ? 'pulumi-resource-pulumi-nodejs.cmd' : 'pulumi-resource-pulumi-nodejs',
  };
}

/** Whether `file` is an executable file. False if its folder cannot be read. */
export async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}

/** The first of `folders` that contains the executable `name`. */
export async function findExecutable(name: string, folders: readonly string[]): Promise<string | undefined> {
  for (const folder of folders) {
    if (await isExecutable(path.join(folder, name))) return folder;
  }
  return undefined;
}

/** The folders of PATH. Relative and empty entries are left out: they depend on the working directory. */
export function pathFolders(env: NodeJS.ProcessEnv): string[] {
  return (env[pathName(env)] ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder));
}

/** Changes `env` so that the executables in `folder` are found first. */
export function putOnPath(env: NodeJS.ProcessEnv, folder: string): void {
  const name = pathName(env);
  env[name] = [folder, env[name]].filter(Boolean).join(path.delimiter);
}

/** The name of the variable: Windows spells it Path, and a copy of the environment is case-sensitive. */
function pathName(env: NodeJS.ProcessEnv): string {
  return Object.keys(env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
}
