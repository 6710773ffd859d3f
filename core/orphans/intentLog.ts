// Notes on disk with which a killed run informs the next run on the same computer about orders under way.
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { hashOf } from '../pendingTag';

/** How long a list may take to show a change, in ms. */
export const LAG_MS = 10_000;

/** An order that was noted before it was sent. */
export interface NotedOrder {
  /** The hash of the URN, as in the pending tag. */
  readonly resource: string;
  /** When it was noted, in ms since the epoch. */
  readonly at: number;
}

/** An update that was noted before it changed anything. */
export interface NotedUpdate {
  /** Hashes of the values in state before it, by input: the values may be secret. */
  readonly hashes: Readonly<Record<string, string>>;
  /** The keys of the tags that it sets, and the ids of the volumes that it attaches, by input. */
  readonly parts: Readonly<Record<string, readonly string[]>>;
  /** The inputs of which it changes a part that no reply shows. */
  readonly invisible: readonly string[];
}

/**
 * From when on lists show all orders of an interrupted run of this owner, in ms since the epoch. Before the first order
 * of this run, an open log is that of an interrupted run.
 */
export const listedFrom = (log: IntentLog, owner: string): number =>
  log.isOpen(owner) ? Date.now() + LAG_MS : 0;

/** Which owners have orders whose results may be in no state. */
export interface IntentLog {
  /** Notes that an order is about to be sent. @param resource the hash of the URN, as in the pending tag. */
  addOrder(owner: string, resource: string): void;
  /** Removes the note of an order: the engine has the answer of the call that sent it. */
  removeOrder(owner: string, resource: string): void;
  /** The noted orders whose calls have not been answered. */
  orders(owner: string): NotedOrder[];
  /** Whether this order is noted, and the process that noted it has ended. */
  isInterrupted(owner: string, resource: string): boolean;
  /** Whether this order is noted, and the process that noted it still runs. */
  isUnderWay(owner: string, resource: string): boolean;
  /** Whether any order is noted. Lists may not show its result until `LAG_MS` from now. */
  isOpen(owner: string): boolean;
  /** Whether any order of any owner is noted. */
  hasOrders(): boolean;
  /** Notes that the results of all orders are in state. */
  removeOrders(owner: string): void;
  /** Notes that a volume is about to be restored from the trash, where it cannot be tagged. */
  addRestore(owner: string, volumeId: string): void;
  /** Notes that a restored volume carries its pending tag, or that its restore was refused. */
  removeRestore(owner: string, volumeId: string): void;
  /** Volumes whose restore was interrupted. */
  restoresOf(owner: string): string[];
  /** Notes that state has a thing whose pending tag may still be there. */
  addSaved(id: string): void;
  /** Whether such a note exists. */
  isSaved(id: string): boolean;
  /** Removes the note, because the thing was deleted. */
  removeSaved(id: string): void;
  /** Notes that a running machine is about to be shut down for a change, and is to be started after it. */
  addShutdown(machineId: string): void;
  /** When a machine was noted as shut down, in ms since the epoch, if the process that noted it has ended. */
  shutdownAt(machineId: string): number | undefined;
  /** Notes that the machine runs again, is to stay off, or is gone. */
  removeShutdown(machineId: string): void;
  /** Notes that an update is about to change a thing. */
  addUpdate(id: string, update: NotedUpdate): void;
  /** The noted update of a thing, and when it was noted in ms since the epoch, if the process that noted it has ended. */
  interruptedUpdate(id: string): (NotedUpdate & { readonly at: number }) | undefined;
  /** Notes that state shows the thing as it is, or that it is gone. */
  removeUpdate(id: string): void;
}

/**
 * The log in Pulumi's home directory: a file for each note; a file of version 0.1.0 names only the owner. If there
 * is no home directory, or it cannot be written, nothing is noted, and the next run assumes that its first list is
 * complete.
 *
 * @param author the id of the process that writes notes.
 */
export function intentLogIn(
  { PULUMI_HOME, HOME, USERPROFILE }: NodeJS.ProcessEnv,
  author = process.pid,
): IntentLog {
  // An empty variable does not mean the working directory.
  const home = HOME || USERPROFILE;
  const pulumi = PULUMI_HOME || (home && path.join(home, '.pulumi'));
  const folder = pulumi && path.join(pulumi, 'cloud-compute');
  const names = (): string[] => (folder && orUndefined(() => readdirSync(folder))) || [];
  const add = (name: string, content = '') =>
    folder &&
    orUndefined(() => {
      mkdirSync(folder, { recursive: true });
      writeFileSync(path.join(folder, name), content, { mode: 0o600 });
    });
  const remove = (name: string) =>
    folder &&
    orUndefined(() => {
      rmSync(path.join(folder, name), { force: true });
    });
  const restoreOf = (owner: string, volumeId = ''): string =>
    `${owner}.restore.${encodeURIComponent(volumeId)}`;
  const orderOf = (owner: string, resource = ''): string => `${owner}.order.${resource}`;
  const ordersOf = (owner: string): string[] =>
    names().filter((name) => name === owner || name.startsWith(orderOf(owner)));
  const thisAuthor = [os.hostname(), author, startOf(String(author)) ?? ''].join(' ').trimEnd();
  const noteOf = (name: string): string | undefined =>
    folder ? orUndefined(() => readFileSync(path.join(folder, name), 'utf8')) : undefined;
  const isAuthorRunning = (name: string): boolean | undefined => {
    const note = noteOf(name);
    return note === undefined ? undefined : isRunning(note);
  };
  const noteTime = (name: string): number | undefined =>
    (folder && orUndefined(() => statSync(path.join(folder, name)).mtimeMs)) || undefined;
  const shutdownOf = (id: string): string => `off.${encodeURIComponent(id)}`;
  // The id of a tag contains its key, whose encoded form may be too long for the name of a file.
  const updateOf = (id: string): string => `update.${hashOf(id, 32)}`;
  const saveOf = (id: string): string => `saved.${encodeURIComponent(id)}`;
  return {
    addOrder: (owner, resource) => add(orderOf(owner, resource), thisAuthor),
    removeOrder: (owner, resource) => remove(orderOf(owner, resource)),
    orders: (owner) =>
      ordersOf(owner).map((name) => ({
        resource: name.slice(orderOf(owner).length),
        at: noteTime(name) ?? 0,
      })),
    isInterrupted: (owner, resource) => isAuthorRunning(orderOf(owner, resource)) === false,
    isUnderWay: (owner, resource) => isAuthorRunning(orderOf(owner, resource)) === true,
    isOpen: (owner) => ordersOf(owner).length > 0,
    hasOrders: () => names().some((name) => name.includes('.order.')),
    removeOrders: (owner) => {
      for (const name of ordersOf(owner)) remove(name);
    },
    addRestore: (owner, volumeId) => add(restoreOf(owner, volumeId)),
    removeRestore: (owner, volumeId) => remove(restoreOf(owner, volumeId)),
    restoresOf: (owner) => {
      const prefix = restoreOf(owner);
      const restores = names().filter((name) => name.startsWith(prefix));
      return restores.flatMap((name) => decoded(name.slice(prefix.length)));
    },
    addSaved: (id) => add(saveOf(id)),
    isSaved: (id) => names().includes(saveOf(id)),
    removeSaved: (id) => remove(saveOf(id)),
    addShutdown: (id) => add(shutdownOf(id), thisAuthor),
    shutdownAt: (id) => (isAuthorRunning(shutdownOf(id)) === false ? noteTime(shutdownOf(id)) : undefined),
    removeShutdown: (id) => remove(shutdownOf(id)),
    addUpdate: (id, update) => add(updateOf(id), `${thisAuthor}\n${JSON.stringify(update)}`),
    interruptedUpdate: (id) => {
      const note = noteOf(updateOf(id));
      const update = note === undefined || isRunning(note) ? undefined : updateIn(note);
      return update && { ...update, at: noteTime(updateOf(id)) ?? 0 };
    },
    removeUpdate: (id) => remove(updateOf(id)),
  };
}

/** Whether the process that wrote a note still runs. Containers with one home directory have different host names. */
function isRunning(note: string): boolean {
  const [host, author, start] = (note.split('\n', 1)[0] ?? '').split(' ');
  if (author === undefined || host !== os.hostname()) return false;
  try {
    process.kill(Number(author), 0);
    // Another process may have got its id.
    return !isZombie(author) && (start === undefined || start === startOf(author));
  } catch (error) {
    // The process of another user cannot be signalled.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The update in a note; undefined if the process was killed before it had written all of it: then it changed nothing. */
function updateIn(note: string): NotedUpdate | undefined {
  try {
    // Another version may have written other fields.
    const {
      hashes = {},
      parts = {},
      invisible = [],
    } = JSON.parse(note.slice(note.indexOf('\n') + 1)) as Partial<NotedUpdate>;
    const isValid =
      Object.values(hashes).every((hash) => typeof hash === 'string') &&
      [...Object.values(parts), invisible].every(Array.isArray);
    return isValid ? { hashes, parts, invisible } : undefined;
  } catch {
    return undefined;
  }
}

/** An id from the name of a note, if it is one. */
function decoded(id: string): string[] {
  try {
    return [decodeURIComponent(id)];
  } catch {
    return [];
  }
}

/** Whether a process has ended, but its parent has not asked for its exit code: it can still be signalled. Linux only. */
const isZombie = (id: string): boolean => processFields(id)[0] === 'Z';

/** When a process was started, in ticks since the computer was started. Linux only. */
const startOf = (id: string): string | undefined => processFields(id)[19];

/** The fields of a process after its name, of which the first is its status. Linux only. */
function processFields(id: string): string[] {
  const line = orUndefined(() => readFileSync(`/proc/${id}/stat`, 'utf8')) ?? '';
  // The name of the program stands in parentheses, and may contain some itself.
  return line
    .slice(line.lastIndexOf(')') + 1)
    .trim()
    .split(' ');
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
