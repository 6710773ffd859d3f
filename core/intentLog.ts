// Notes on disk with which a killed run informs the next run on the same computer about orders under way.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** How long a list may take to show a change, in ms. */
export const LAG_MS = 10_000;

/** Which owners have orders whose results may be in no state. */
export interface IntentLog {
  /** Notes that an order is about to be sent. */
  ordering(owner: string): void;
  /** Whether an order was noted. Lists may not show what it created until `LAG_MS` from now. */
  isOpen(owner: string): boolean;
  /** Notes that the results of all orders are in state. */
  forget(owner: string): void;
  /** Notes that a volume is about to be restored from the trash, where it cannot be tagged. */
  restoring(owner: string, volumeId: string): void;
  /** Notes that a restored volume carries its pending tag, or that its restore was refused. */
  restored(owner: string, volumeId: string): void;
  /** Volumes whose restore was interrupted. */
  restores(owner: string): string[];
  /** Notes that a thing from dynamic state belongs to the native plugin now. */
  moved(id: string): void;
  /** Whether the native plugin has a thing that came from dynamic state. */
  isMoved(id: string): boolean;
  /** Removes the note, because the native plugin has deleted the thing. */
  movedIsGone(id: string): void;
}

/**
 * The log in Pulumi's home directory: an empty file for each owner and each restore. If there is no home directory, or it
 * cannot be written, nothing is noted, and the next run assumes that its first list is complete.
 */
export function intentLogIn({ PULUMI_HOME, HOME, USERPROFILE }: NodeJS.ProcessEnv): IntentLog {
  // An empty variable does not mean the working directory.
  const home = HOME || USERPROFILE;
  const pulumi = PULUMI_HOME || (home && path.join(home, '.pulumi'));
  const folder = pulumi && path.join(pulumi, 'cloud-compute');
  const names = (): string[] => (folder && orUndefined(() => readdirSync(folder))) || [];
  const add = (name: string) =>
    folder &&
    orUndefined(() => {
      mkdirSync(folder, { recursive: true });
      writeFileSync(path.join(folder, name), '');
    });
  const remove = (name: string) =>
    folder &&
    orUndefined(() => {
      rmSync(path.join(folder, name), { force: true });
    });
  const restoreOf = (owner: string, volumeId = ''): string =>
    `${owner}.restore.${encodeURIComponent(volumeId)}`;
  const moveOf = (id: string): string => `moved.${encodeURIComponent(id)}`;
  return {
    ordering: add,
    isOpen: (owner) => names().includes(owner),
    forget: remove,
    restoring: (owner, volumeId) => add(restoreOf(owner, volumeId)),
    restored: (owner, volumeId) => remove(restoreOf(owner, volumeId)),
    restores: (owner) => {
      const prefix = restoreOf(owner);
      const restores = names().filter((name) => name.startsWith(prefix));
      return restores.map((name) => decodeURIComponent(name.slice(prefix.length)));
    },
    moved: (id) => add(moveOf(id)),
    isMoved: (id) => names().includes(moveOf(id)),
    movedIsGone: (id) => remove(moveOf(id)),
  };
}

/** The log helps the next run; this run does not fail because of it. */
function orUndefined<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return undefined;
  }
}
