import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** What this very process holds. A lock that names it and is not among them is of a predecessor with its number. */
const held = new Set<string>();

/**
 * Keeps a snapshot for one emulator at a time: two would overwrite each other's cloud. Whose process is gone has no
 * hold on it any more. Returns what gives it free again.
 */
export function lockSnapshot(file: string): () => void {
  const lock = `${resolve(file)}.lock`;
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
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    const reason = code === 'ENOENT' ? 'its directory does not exist' : message;
    throw new Error(`The snapshot ${file} cannot be kept: ${reason}.`, { cause: error });
  }
}

/** NaN when it was given free meanwhile, or cannot be told. */
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
