// Notes on disk with which a killed run informs the next run on the same computer about orders under way.
import { hashOf, postKeyOf, resourceHashOf } from '../pendingTag';
import type { KnownPosts } from './originals';
import { NoteFiles } from './noteFiles';
import type { UnbilledNote, UnbilledOrder } from './unbilled';

/** How long the note of a POST stays, in ms: a copy of what it made may appear later. */
const POSTS_MS = 30 * 24 * 3_600_000;

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
  /** A random value: a refresh that has read what the update did writes it into the state. */
  readonly mark: string;
  /** The hash of the inputs to apply: they may be secret. */
  readonly inputs: string;
  /** The names of the inputs that it changes. */
  readonly changed: readonly string[];
  /** The keys of the tags that it sets, and the ids of the volumes that it attaches, by input. */
  readonly addedParts: Readonly<Record<string, readonly string[]>>;
}

/** What the note of a resource says. */
interface ResourceNote {
  /** Absent if the resource was created or deleted. */
  readonly update?: NotedUpdate;
  /** The machines that the process of the note has shut down for the resource. */
  readonly stopped?: readonly string[];
  /** The machines that earlier processes have shut down for it, and not started again. */
  readonly leftOff?: readonly string[];
}

/**
 * The time from which lists show all orders of an interrupted run of this owner, in ms since the epoch. Notes of orders
 * that exist before the first order of this run are from an interrupted run.
 */
export const listedFrom = (log: IntentLog, owner: string): number =>
  log.isOpen(owner) ? (log.interruptedBefore(owner) ?? Date.now()) + LAG_MS : 0;

/** Which owners have orders whose results may be in no state. */
export type IntentLog = ReturnType<typeof intentLogIn>;

/**
 * The log in Pulumi's home directory: a file for each note.
 *
 * @param author the id of the process that writes notes.
 */
export function intentLogIn(environment: NodeJS.ProcessEnv, author = process.pid) {
  const files = new NoteFiles(environment, author);
  const orders = files.kind((owner: string, resource: string) => `${owner}.order.${resource}`);
  const restores = files.kind(
    (owner: string, volumeId: string) => `${owner}.restore.${encodeURIComponent(volumeId)}`,
  );
  const runs = files.kind(
    (stackHash: string, engine: string) => `run.${stackHash}.${encodeURIComponent(engine)}`,
  );
  const interrupted = files.kind((owner: string) => `interrupted.${owner}`);
  const saved = files.kind((id: string) => `saved.${encodeURIComponent(id)}`);
  const resources = resourceNotesIn(files);
  const posts = postNotesIn(files);
  const idsAfter = (prefix: string) =>
    files
      .names()
      .filter((name) => name.startsWith(prefix))
      .flatMap((name) => decoded(name.slice(prefix.length)));
  const enginesOf = (stackHash: string) => idsAfter(runs.fileOf(stackHash, ''));
  const ordersOf = (owner: string) =>
    files.names().filter((name) => name.startsWith(orders.fileOf(owner, '')));
  /** A time at which the processes of all noted orders had ended, in ms since the epoch, if one was noted. */
  const interruptedBefore = (owner: string): number | undefined => {
    const at = Number(interrupted.read(owner)?.content ?? NaN);
    const isEarlier = (name: string) => (files.timeOf(name) ?? Infinity) < at;
    // The clock may have been set back since.
    return at <= Date.now() && ordersOf(owner).every(isEarlier) ? at : undefined;
  };
  return {
    /**
     * Notes that an order is about to be sent; it is named by the hash of the URN, as in the pending tag. Another program
     * may take over its result, and declare other tags.
     */
    addOrder: (owner: string, resource: string, tagKeys: readonly string[] = []) => {
      files.add(orders.fileOf(owner, resource), ...(tagKeys.length > 0 ? [JSON.stringify(tagKeys)] : []));
    },
    /** The keys of the tags that the noted order has set. */
    orderedTagKeys: (owner: string, resource: string): string[] => {
      const keys = valueIn(orders.read(owner, resource)?.content);
      return Array.isArray(keys) ? (keys as string[]) : [];
    },
    /** Removes the note of an order: the engine has the result of its create, so no later run needs the note. */
    removeOrder: orders.remove,
    /** The noted orders whose calls have not been answered. */
    orders: (owner: string): NotedOrder[] =>
      ordersOf(owner).map((name) => ({
        resource: name.slice(orders.fileOf(owner, '').length),
        at: files.timeOf(name) ?? 0,
      })),
    /** Whether this order is noted, and the process that noted it has ended. */
    isInterrupted: (owner: string, resource: string) =>
      orders.read(owner, resource)?.isAuthorRunning === false,
    /** The id of another process that noted this order and still runs. */
    otherProcessOf: (owner: string, resource: string): number | undefined => {
      const note = orders.read(owner, resource);
      return note?.isAuthorRunning ? note.otherAuthor : undefined;
    },
    /** Whether any order is noted. Lists may not show its result until `LAG_MS` from now. */
    isOpen: (owner: string) => ordersOf(owner).length > 0,
    /** Whether any order of any owner is noted. */
    hasOrders: () => files.names().some((name) => name.includes(orders.fileOf('', ''))),
    /** Notes that the processes of all noted orders have ended, if they have and it is not noted yet. */
    addInterrupted: (owner: string) => {
      const now = Date.now();
      const notes = ordersOf(owner).map((name) => files.read(name));
      // Whether a process of another computer has ended is not known.
      const haveEnded = notes.every((note) => note?.isOfThisHost && !note.isAuthorRunning);
      if (haveEnded && interruptedBefore(owner) === undefined)
        files.add(interrupted.fileOf(owner), String(now));
    },
    interruptedBefore,
    /** Notes that the results of all orders are in state. */
    removeOrders: (owner: string) => {
      for (const name of ordersOf(owner)) files.remove(name);
      interrupted.remove(owner);
    },
    /** Notes that a volume is about to be restored from the trash, where it cannot be tagged. */
    addRestore: restores.add,
    /** Notes that a restored volume carries its pending tag, or that its restore was refused. */
    removeRestore: restores.remove,
    /** Volumes whose restore was interrupted. */
    restoresOf: (owner: string): string[] => idsAfter(restores.fileOf(owner, '')),
    /** Notes that a run of a stack is under way, by the address of its engine; the owner is '' until it is known. */
    addRun: (stackHash: string, engine: string, owner: string) => {
      files.add(runs.fileOf(stackHash, engine), owner);
    },
    /** Notes that the run is over. */
    removeRun: runs.remove,
    /** Removes the notes of runs whose process has ended. */
    removeEndedRuns: (stackHash: string) => {
      for (const engine of enginesOf(stackHash)) {
        const note = runs.read(stackHash, engine);
        if (note?.isOfThisHost && !note.isAuthorRunning) runs.remove(stackHash, engine);
      }
    },
    /**
     * The engines of runs whose process has not ended, of this stack and not of another one of the same name. The engine
     * may have ended nevertheless: an inline program goes on after its run.
     */
    runningEngines: (stackHash: string, owner: string): string[] =>
      enginesOf(stackHash).filter((engine) => {
        const note = runs.read(stackHash, engine);
        if (!note?.isOfThisHost || !note.isAuthorRunning) return false;
        return owner === '' || note.content === '' || note.content === owner;
      }),
    /** Notes that state has a thing whose pending tag may still be there. */
    addSaved: saved.add,
    /** Whether such a note exists. */
    isSaved: (id: string) => files.names().includes(saved.fileOf(id)),
    /** Removes the note, because the thing was deleted. */
    removeSaved: saved.remove,
    ...resources,
    ...posts,
    ...unbilledNotesIn(files),
  };
}

const UNBILLED = 'unbilled.';

/** The notes about orders of unbilled things: a file for each, until its thing is in state. */
function unbilledNotesIn(files: NoteFiles) {
  /** The notes of all owners. */
  const unbilled = (): UnbilledNote[] =>
    files.names().flatMap((file) => {
      if (!file.startsWith(UNBILLED)) return [];
      const note = files.read(file);
      const order = valueIn(note?.content);
      // A process that was killed while it wrote the note had not sent the order.
      if (!note || !isUnbilledOrder(order)) return [];
      const [, owner = '', resource = ''] = file.split('.');
      const { isOfThisHost, isAuthorRunning, otherAuthor } = note;
      const isInterrupted = isOfThisHost && !isAuthorRunning;
      const isUnderWay = isAuthorRunning && otherAuthor !== undefined;
      return [
        { ...order, file, owner, resource, notedAt: files.timeOf(file) ?? 0, isInterrupted, isUnderWay },
      ];
    });
  return {
    unbilled,
    /** Notes an order before it is sent. Returns the name of the note. */
    addUnbilled: (owner: string, resource: string, order: UnbilledOrder): string => {
      const file = `${UNBILLED}${owner}.${resource}.${order.orderedAt.toString(36)}`;
      files.add(file, JSON.stringify(order));
      return file;
    },
    /** Notes the id with which an order was answered. */
    answerUnbilled: (file: string, order: UnbilledOrder, id: string) => {
      files.add(file, JSON.stringify({ ...order, id }));
    },
    /** Removes the note of an order that made nothing, or whose thing is in state or gone. */
    removeUnbilled: (file: string) => {
      files.remove(file);
    },
    /** Removes the note of the order that made this thing: it is in state, or gone. */
    forgetUnbilled: (id: string) => {
      for (const note of unbilled()) if (note.id === id) files.remove(note.file);
    },
  };
}

const isUnbilledOrder = (value: unknown): value is UnbilledOrder =>
  typeof value === 'object' &&
  value !== null &&
  'before' in value &&
  Array.isArray(value.before) &&
  ['noun', 'content'].every((field) => typeof (value as Record<string, unknown>)[field] === 'string');

const POST = 'post.';

/**
 * The notes about POSTs of billed resources: a file for each, with the URN, and the id of the answer once there is one. A
 * pending tag has only a hash of the URN.
 */
function postNotesIn(files: NoteFiles) {
  const noteOf = (post: string) => files.read(`${POST}${post}`)?.content.split('\n', 2);
  const known: KnownPosts = {
    idOf: (post) => noteOf(post)?.[0] || undefined,
    isOpen: (post) => noteOf(post)?.[0] === '',
  };
  return {
    /** What the notes say of POSTs. */
    posts: known,
    /** Notes a POST that is about to be sent, by its key in the pending tag. */
    addPost: (post: string, urn: string) => {
      files.add(`${POST}${post}`, '', urn);
    },
    /** Notes the id with which a POST was answered, or what was found to be made by it. */
    answerPost: (post: string, id: string) => {
      files.add(`${POST}${post}`, id, noteOf(post)?.[1] ?? '');
    },
    /** The URNs of the resources that runs on this computer have ordered, by their hashes in pending tags. */
    orderedUrns: (): ReadonlyMap<string, string> =>
      new Map(
        files
          .names()
          .filter((name) => name.startsWith(POST))
          .flatMap((name) => noteOf(name.slice(POST.length))?.[1] || [])
          .map((urn) => [resourceHashOf(urn), urn]),
      ),
    /** Removes the note of a POST that has surely made nothing. */
    removePost: (post: string) => {
      files.remove(`${POST}${post}`);
    },
    /** Whether a POST of this owner is noted that was not answered. */
    hasOpenPosts: (owner: string) =>
      files
        .names()
        .some((name) => name.startsWith(`${POST}${owner}.`) && known.isOpen(name.slice(POST.length))),
    /** The order time of the last noted POST of a resource, in ms since the epoch; 0 without one. */
    lastPostAt: (owner: string, resource: string): number => {
      const prefix = `${POST}${postKeyOf(owner, resource, 0).slice(0, -1)}`;
      const times = files
        .names()
        .flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []));
      return Math.max(0, ...times.map((time) => parseInt(time, 36) || 0));
    },
    /** Removes notes of POSTs that are so old that they prove nothing any more. */
    removeOldPosts: () => {
      for (const name of files.names().filter((one) => one.startsWith(POST)))
        if ((files.timeOf(name) ?? Infinity) < Date.now() - POSTS_MS) files.remove(name);
    },
  };
}

const UPDATE = 'update.';

/** The notes about what a process does to a resource: its update, and the machines that it shuts down for that. */
function resourceNotesIn(files: NoteFiles) {
  // The id of a tag contains its key, whose encoded form may be too long for the name of a file.
  const fileOf = (key: string) => `${UPDATE}${hashOf(key, 32)}`;
  const noteIn = (name: string) => {
    const note = files.read(name);
    if (!note) return undefined;
    const content = contentIn(note.content);
    const { stopped = [], leftOff = [] } = content;
    const { isAuthorRunning, otherAuthor } = note;
    return {
      ...{ update: content.update, stopped, isAuthorRunning },
      // Another process that still runs will start the machines that it has shut down.
      leftOff: isAuthorRunning ? (otherAuthor === undefined ? leftOff : []) : [...stopped, ...leftOff],
    };
  };
  const names = () => files.names().filter((name) => name.startsWith(UPDATE));
  /** Writes a note of this process; it keeps the machines that earlier processes have left off. */
  const write = (key: string, change: (before: ResourceNote) => ResourceNote) => {
    const before = noteIn(fileOf(key));
    const { leftOff = [], stopped = [], isAuthorRunning, update } = before ?? {};
    const note = change({
      ...{ leftOff, stopped: isAuthorRunning ? stopped : [] },
      ...(update && { update }),
    });
    if (isEmpty(note)) files.remove(fileOf(key));
    else files.add(fileOf(key), JSON.stringify(note));
  };
  return {
    /** Notes that an update is about to change a thing. */
    addUpdate: (key: string, update: NotedUpdate) => {
      write(key, (before) => ({ ...before, update }));
    },
    /** The noted update of a thing, and when it was noted in ms since the epoch, if the process that noted it has ended. */
    interruptedUpdate: (key: string): (NotedUpdate & { readonly at: number }) | undefined => {
      const note = noteIn(fileOf(key));
      return note?.update && !note.isAuthorRunning
        ? { ...note.update, at: files.timeOf(fileOf(key)) ?? 0 }
        : undefined;
    },
    /** Removes the update from the note of a thing; machines that are to be started again stay noted. */
    removeUpdate: (key: string) => {
      write(key, ({ stopped = [], leftOff = [] }) => ({ stopped, leftOff }));
    },
    /** Notes that an update of this process has succeeded: what it has shut down is to stay off. */
    endUpdate: (key: string) => {
      write(key, ({ leftOff = [] }) => ({ leftOff }));
    },
    /** Notes that a running machine is about to be shut down for a thing, and is to be started again. */
    addStop: (key: string, machineId: string) => {
      write(key, (before) => ({
        ...before,
        stopped: [...new Set([...(before.stopped ?? []), machineId])],
      }));
    },
    /** When the stop of a machine was noted, in ms since the epoch, if the process that noted it has ended. */
    leftOffAt: (machineId: string): number | undefined => {
      const name = names().find((one) => noteIn(one)?.leftOff.includes(machineId));
      return name === undefined ? undefined : files.timeOf(name);
    },
    /** Notes that a machine runs again, is to stay off, or is gone. */
    removeStops: (machineId: string) => {
      for (const name of names()) {
        const content = contentIn(files.read(name)?.content);
        const { stopped = [], leftOff = [] } = content;
        if (![...stopped, ...leftOff].includes(machineId)) continue;
        const without = (ids: readonly string[]) => ids.filter((id) => id !== machineId);
        const note = { ...content, stopped: without(stopped), leftOff: without(leftOff) };
        if (isEmpty(note)) files.remove(name);
        else files.change(name, JSON.stringify(note));
      }
    },
  };
}

const isEmpty = ({ update, stopped = [], leftOff = [] }: ResourceNote): boolean =>
  update === undefined && stopped.length + leftOff.length === 0;

/** The content of a note; empty if the process was killed before it had written all of it: then it changed nothing. */
function contentIn(content: string | undefined): ResourceNote {
  const { update, stopped = [], leftOff = [] } = (valueIn(content) ?? {}) as ResourceNote;
  const { mark, inputs, changed, addedParts } = update ?? ({} as Partial<NotedUpdate>);
  const isUpdate =
    [mark, inputs].every((text) => typeof text === 'string') &&
    addedParts !== undefined &&
    [changed, ...Object.values(addedParts)].every(Array.isArray);
  if (![stopped, leftOff].every(Array.isArray)) return {};
  return { ...(update && isUpdate && { update }), stopped, leftOff };
}

/** The value in a note; undefined if it is empty, or not written completely. */
function valueIn(content: string | undefined): unknown {
  try {
    return content && JSON.parse(content);
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
