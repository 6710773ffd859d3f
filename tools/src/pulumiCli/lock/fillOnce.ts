import path from 'node:path';
import { isNativeError } from 'node:util/types';
import { duration } from './heartbeat';
import { interruptible } from './interruption';
import type { LockOptions } from './lock';
import { withLock } from './lock';

export interface FillOnceOptions {
  /** The content of the folder, as in "Another process is making … available". */
  readonly what: string;
  /** Shows one line to the user. */
  readonly progress: (line: string) => void;
  readonly lock?: Omit<LockOptions, 'signal' | 'onWait'> | undefined;
  /** The error if the cache cannot be written; the message says what to do. */
  readonly unwritable: new (message: string, options: ErrorOptions) => Error;
}

/** Fills a folder of the cache while no other process does. */
export async function fillOnce(
  target: string,
  fill: (signal: AbortSignal) => Promise<void>,
  { what, progress, lock, unwritable: Unwritable }: FillOnceOptions,
): Promise<void> {
  try {
    await interruptible((signal) =>
      withLock(`${target}.lock`, () => fill(signal), {
        ...lock,
        signal,
        onWait: (owner, waited) => {
          progress(
            `Another process${owner ? ` (${owner.pid})` : ''} is making ${what} available; ` +
              `waiting for it, for ${duration(waited)} so far.`,
          );
        },
      }),
    );
  } catch (error) {
    if (isSystemError(error) && ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ENOSPC'].includes(error.code)) {
      throw new Unwritable(
        `The cache folder ${path.dirname(target)} cannot be written (${error.code}): ` +
          'set CLOUD_COMPUTE_TOOLS_CACHE to a folder that can.',
        { cause: error },
      );
    }
    throw error;
  }
}

export function isSystemError(error: unknown): error is NodeJS.ErrnoException & { code: string } {
  return isNativeError(error) && 'syscall' in error && 'code' in error && typeof error.code === 'string';
}
