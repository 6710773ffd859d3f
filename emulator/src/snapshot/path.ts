import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/**
 * The file that a path leads to, also while the file does not exist yet. For a symbolic link it is the target: the
 * link stays when the file is replaced.
 */
export function realFile(path: string): string {
  const found = realPath(path);
  if (found !== undefined) {
    const kind = lstatSync(found);
    if (kind.isDirectory()) throw new Error(`The snapshot ${path} is a folder: name a file in it.`);
    // Reading a pipe or a device could wait for ever.
    if (!kind.isFile()) throw new Error(`The snapshot ${path} is a pipe or a device: name a file.`);
    return found;
  }
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true)
    return realFile(resolve(dirname(path), readlinkSync(path)));
  const folder = realPath(dirname(path));
  if (folder === undefined)
    throw new Error(
      `The snapshot ${path} cannot be written: its folder does not exist. Create the folder, or name another file.`,
    );
  return join(folder, basename(path));
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new Error(`The snapshot ${path} cannot be kept: ${message}.`, { cause: error });
  }
}
