import { readFileSync, rmSync, writeFileSync } from 'node:fs';

/** The locks of this process. Any other lock with its process id is from an earlier process with the same id. */
const held = new Set<string>();
/** How long an emulator waits while another one looks at the lock, which takes less than a millisecond. */
const LONGEST_LOOK_MS = 2_000;
const PAUSE_MS = 5;

/**
 * Locks a snapshot, given by its real path, for one emulator: two would overwrite each other's cloud. The lock of a
 * process that has ended is ignored. Returns a function that removes the lock.
 */
export function lockSnapshot(file: string): () => void {
  const lock = `${file}.lock`;
  whileAlone(file, () => {
    const holder = holderOf(lock);
    if (isAlive(holder) && (holder !== process.pid || held.has(lock))) {
      throw new Error(
        `The snapshot ${file} is in use by another emulator, process ${holder}. Stop that one, or keep this cloud in another file. If there is none, remove ${lock}.`,
      );
    }
    rmSync(lock, { force: true });
    create(lock, file);
    held.add(lock);
  });
  return () => {
    if (held.delete(lock)) rmSync(lock, { force: true });
  };
}

/** Of several emulators that start together, only one at a time may look at the lock and replace it. */
function whileAlone(file: string, work: () => void): void {
  const guard = `${file}.locking`;
  for (let waitedMs = 0; !create(guard, file); waitedMs += PAUSE_MS) {
    if (waitedMs >= LONGEST_LOOK_MS)
      throw new Error(
        `The snapshot ${file} cannot be locked: an emulator was killed while it did that. Remove ${guard}.`,
      );
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
  }
  try {
    work();
  } finally {
    rmSync(guard, { force: true });
  }
}

/** Creates a file with the id of this process; false if it exists. */
function create(name: string, file: string): boolean {
  try {
    writeFileSync(name, String(process.pid), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    throw new Error(`The snapshot ${file} cannot be kept: ${message}.`, { cause: error });
  }
}

/** NaN when there is no lock, or when it contains no number. */
function holderOf(lock: string): number {
  try {
    return Number(readFileSync(lock, 'utf8') || NaN);
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
