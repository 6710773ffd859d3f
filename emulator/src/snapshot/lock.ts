import { readFileSync, rmSync, writeFileSync } from 'node:fs';

/** The locks of this process. Another lock with its process id is from an earlier process with the same id. */
const held = new Set<string>();

/**
 * Locks a snapshot, given by its real path, for one emulator: two would overwrite each other's cloud. The lock of a
 * process that has ended is ignored. Returns a function that removes the lock.
 */
export function lockSnapshot(file: string): () => void {
  const lock = `${file}.lock`;
  while (!created(lock, file)) {
    const holder = holderOf(lock);
    if (isAlive(holder) && (holder !== process.pid || held.has(lock))) {
      throw new Error(
        `The snapshot ${file} is in use by another emulator, process ${holder}. Stop that one, or keep this cloud in another file. If there is none, remove ${lock}.`,
      );
    }
    rmSync(lock, { force: true });
  }
  held.add(lock);
  return () => {
    if (held.delete(lock)) rmSync(lock, { force: true });
  };
}

function created(lock: string, file: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    throw new Error(`The snapshot ${file} cannot be kept: ${message}.`, { cause: error });
  }
}

/** NaN when the lock was removed meanwhile, or contains no number. */
function holderOf(lock: string): number {
  try {
    return Number(readFileSync(lock, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return NaN;
    throw error;
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
