// What a killed run can still tell the next one on the same machine: that it had just asked for something billed.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** How far lists may lag behind what they list, in ms. */
export const LAG_MS = 10_000;

/** When something billed was last asked for, by the owner of the state that it is for. */
export interface Notes {
  /** Notes that something billed is being asked for. `at` is in ms since the epoch. */
  asked(owner: string, at: number): void;
  /** For how long from `now` on a list may not show all that was asked for, in ms; at most `LAG_MS`. */
  outstandingMs(owner: string, now: number): number;
  /** Nothing is outstanding: all that was asked for is in state. */
  forget(owner: string): void;
}

const NO_NOTES: Notes = { asked: () => undefined, outstandingMs: () => 0, forget: () => undefined };

/**
 * The notes in Pulumi's home, one small file for each owner. Where there is no home, or none that can be written,
 * nothing is noted: then the next run takes its first list for complete.
 */
export function notesIn({ PULUMI_HOME, HOME, USERPROFILE }: NodeJS.ProcessEnv): Notes {
  const home = HOME ?? USERPROFILE;
  const pulumi = PULUMI_HOME ?? (home === undefined ? undefined : path.join(home, '.pulumi'));
  if (pulumi === undefined) return NO_NOTES;
  const fileOf = (owner: string) => path.join(pulumi, 'cloud-compute', owner);
  return {
    asked: (owner, at) => {
      orNothing(() => {
        mkdirSync(path.dirname(fileOf(owner)), { recursive: true });
        writeFileSync(fileOf(owner), String(at));
      });
    },
    outstandingMs: (owner, now) =>
      outstandingMs(
        orNothing(() => Number(readFileSync(fileOf(owner), 'utf8'))),
        now,
      ),
    forget: (owner) => {
      orNothing(() => {
        rmSync(fileOf(owner), { force: true });
      });
    },
  };
}

/** For how long what was asked for at an instant may not be listed yet; clocks that were set back do not prolong it. */
export const outstandingMs = (askedAt: number | undefined, now: number): number =>
  Number.isFinite(askedAt) ? Math.min(Math.max((askedAt ?? 0) + LAG_MS - now, 0), LAG_MS) : 0;

/** A note is a help to the next run, and no reason for this one to fail. */
function orNothing<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return undefined;
  }
}
