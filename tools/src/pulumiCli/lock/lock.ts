import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export interface LockOptions {
  /** Ends the wait. */
  signal?: AbortSignal;
  /** Called once when another process holds the lock, and again every `remindEvery`. */
  onWait?: (owner: LockOwner | undefined, waitedMilliseconds: number) => void;
  /** Milliseconds between two checks of a waiter. */
  pollEvery?: number;
  /** Milliseconds between two updates by the holder. */
  heartbeatMs?: number;
  /** Milliseconds without an update after which the holder counts as dead. */
  deadAfter?: number;
  /** Milliseconds between two calls of `onWait`. */
  remindEvery?: number;
}

export interface LockOwner {
  pid: number;
  host: string;
  token: string;
}

/**
 * Runs `work` while holding the lock `file`, which all processes with the same path share.
 *
 * The holder touches the file regularly. A waiter takes the lock over when the holder's process is gone. If it cannot
 * see that (another container, a reused process id), it takes the lock over when it has seen no change of the file for
 * `deadAfter`; clocks of different computers are never compared. If the holder was only frozen, two processes may hold
 * the lock then: `work` must publish its result in one step.
 */
export async function withLock<T>(
  file: string,
  work: () => Promise<T>,
  options: LockOptions = {},
): Promise<T> {
  const claim = JSON.stringify({
    pid: process.pid,
    host: os.hostname(),
    token: randomUUID(),
  } satisfies LockOwner);
  await mkdir(path.dirname(file), { recursive: true });
  await acquire(file, claim, options);
  const heartbeat = setInterval(() => {
    const now = new Date();
    // A later touch makes up for a failed touch; a lock that was taken over needs none.
    utimes(file, now, now).catch(() => undefined);
  }, options.heartbeatMs ?? 2_000);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    if ((await read(file))?.content === claim) await removeIfThere(file);
  }
}

async function acquire(file: string, claim: string, options: LockOptions): Promise<void> {
  const { signal, onWait, pollEvery = 250, deadAfter = 20_000, remindEvery = 30_000 } = options;
  const startedAt = performance.now();
  let remindAt = startedAt;
  let seen: { content: string; touched: number; since: number } | undefined;

  for (;;) {
    try {
      await writeFile(file, claim, { flag: 'wx' });
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const held = await read(file);
    if (held === undefined) continue;

    const now = performance.now();
    if (seen?.content !== held.content || seen.touched !== held.touched) seen = { ...held, since: now };
    const owner = parseOwner(held.content);
    if ((owner && isGone(owner)) || now - seen.since >= deadAfter) {
      await takeOver(file, held.content);
      continue;
    }
    if (now >= remindAt) {
      onWait?.(owner, now - startedAt);
      remindAt = now + remindEvery;
    }
    await delay(pollEvery, undefined, signal ? { signal } : {});
  }
}

/**
 * Removes a dead holder's lock. Another waiter may have done so already and hold a lock of its own: so the moved
 * file is checked, and moved back if it is not the dead holder's.
 */
async function takeOver(file: string, deadContent: string): Promise<void> {
  const staleFile = `${file}.${randomUUID()}`;
  try {
    await rename(file, staleFile);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  try {
    if ((await readFile(staleFile, 'utf8')) !== deadContent) await link(staleFile, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await removeIfThere(staleFile);
  }
}

async function read(file: string): Promise<{ content: string; touched: number } | undefined> {
  try {
    const [content, { mtimeMs }] = [await readFile(file, 'utf8'), await stat(file)];
    return { content, touched: mtimeMs };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function removeIfThere(file: string): Promise<void> {
  try {
    await unlink(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** The owner named in the file; undefined while it is being written, or if something else wrote it. */
function parseOwner(content: string): LockOwner | undefined {
  try {
    const owner = JSON.parse(content) as Partial<LockOwner> | null;
    if (typeof owner?.pid !== 'number' || typeof owner.host !== 'string' || typeof owner.token !== 'string') {
      return undefined;
    }
    return { pid: owner.pid, host: owner.host, token: owner.token };
  } catch {
    return undefined;
  }
}

function isGone(owner: LockOwner): boolean {
  if (owner.host !== os.hostname()) return false;
  try {
    process.kill(owner.pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
