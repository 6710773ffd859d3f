import { CloudComputeError, WritesStoppedError } from '../api/errors';
import type { Patience } from '../core/orphans';
import { RemovalError } from '../core/orphans';
import type { Mark, Marked } from '../core/marks';
import { isSameResource, markOf, newMark } from '../core/marks';
import { LAG_MS } from '../core/intentLog';
import type { Call } from './call';
import { spoken } from './call';
import { shown } from './presence';
import type { Collection } from './settle/collection';

/** How often a resource whose reply was lost is looked for, while lists may lag behind what they list. */
const LOOKS = 5;
/** How often a creation whose reply was lost and that left nothing behind is sent again. */
const ATTEMPTS = 3;

/** How a thing is found, and marked, whose creation's tags were not heeded. */
export interface Unheeded<T> {
  /** Whether it is what was asked for. */
  readonly isAskedFor: (object: T) => boolean;
  /** Whether an earlier run of the program may have asked for it, under another automatic name. */
  readonly mayBeLeft: (object: T) => boolean;
  /** Whether its name is made at random, so that nobody else asks for one of that name. */
  readonly isUnique: boolean;
  readonly putMark: (id: string, mark: Mark) => Promise<void>;
}

/** What has to be known of a kind of billed thing to create it once. */
export interface Billed<T> {
  readonly noun: string;
  readonly collection: Collection<T>;
  /** The volumes that a creation is given and that outlive what it creates: their ids are noted in its mark. */
  readonly given: readonly string[];
  /** Whether it is on its way out, so that there is nothing more to do about it. */
  readonly isGone: (object: T) => boolean;
  /** Whether it can never be used, and stays until somebody removes it. */
  readonly hasFailed: (object: T) => boolean;
  /** Set where the cloud may not heed the tags of a creation. */
  readonly unheeded?: Unheeded<T> | undefined;
  /**
   * Removes one, with all that was made with it, and returns once it is gone.
   *
   * @param isPermanent whether its volumes go for good; otherwise to the trash.
   */
  readonly remove: (call: Call, object: T, mark: Mark, isPermanent: boolean) => Promise<void>;
}

/** Something that can be created once. */
export type Carrier = Marked & { readonly id: string; readonly created_at: string };

/** Something that carries the mark of a resource. */
interface Found<T> {
  readonly object: T;
  readonly mark: Mark;
}

/** What a creation came to. */
export interface Created<T> {
  readonly id: string;
  /** Set when it was there already: left behind by a run that did not live to save its id. */
  readonly found?: T;
  /** When it was known to exist, in ms on the session's clock. */
  readonly at: number;
  /** As it was seen ready, where it was waited for already. */
  readonly ready?: T;
  /** Where a reply was lost: what carried no mark before, and looks like it. */
  readonly before?: readonly T[];
}

/** The stack's hidden resource is not in state: then nothing tells what this stack makes from what others make. */
class NoOwnerError extends Error {
  override readonly name = 'NoOwnerError';
  constructor(urn: string) {
    const stack = urn.split('::', 2).join('::');
    super(
      `The stack's hidden resource "owner" has to be there first, and the targets leave it out. ` +
        `Add --target '${stack}::pulumi-nodejs:dynamic/cloud-compute:Owner::owner', or deploy the whole stack once.`,
    );
  }
}

/** The mark of what this call creates and gives these volumes. */
export async function markFor(call: Call, given: readonly string[]): Promise<Mark> {
  // One that is not there is no business of the mark: the cloud refuses the creation.
  const look = async (id: string) => (await shown(call, call.session.volumes, id)) ?? { id, created_at: '' };
  return newMark(call, {
    unclaimed: call.keep ? 'keep' : 'drop',
    given: await Promise.all(given.map(look)),
  });
}

/**
 * Creates a billed thing exactly once, whatever was lost on the way.
 *
 * The request carries a mark, so that what it created can be found without its id. First what an earlier run left
 * behind is taken over; a reply that is lost is made up for by looking for the mark; and only what surely did not
 * arrive is sent again.
 *
 * @param adaptable whether what was found can still become what the program says; if not it is removed first.
 * @param post sends the request with the mark in it and answers the new id.
 */
export async function createOnce<T extends Carrier>(
  call: Call,
  kind: Billed<T>,
  adaptable: (found: T, mark: Mark) => boolean | Promise<boolean>,
  post: (mark: Mark) => Promise<string>,
): Promise<Created<T>> {
  const { session } = call;
  if (call.owner === '') throw new NoOwnerError(call.urn);
  for (const { object: left, mark: its } of await leftBehind(call, kind)) {
    if (!kind.hasFailed(left) && (await adaptable(left, its))) {
      call.warn(`Took over the ${kind.noun} ${left.id} that an interrupted run had left behind.`);
      session.met.add(left.id);
      return { id: left.id, found: left, at: session.clock.now() };
    }
    // A replacement that the user asks for is not told of what it replaces, which is found here if its mark is still
    // on and may have been used since: its data can be had back.
    await removeUnlessKept(call, kind, left, its, kind.hasFailed(left));
  }

  const mark = await markFor(call, kind.given);
  const before = await unmarked(kind, kind.unheeded?.mayBeLeft);
  let wasLost = false;
  for (let attempt = 1; ; attempt += 1) {
    if (session.engineGone.signal.aborted) throw new WritesStoppedError('the Pulumi engine is gone');
    let id: string;
    try {
      session.intentLog.ordering(call.owner);
      id = await post(mark);
    } catch (error) {
      if (!(error instanceof CloudComputeError && error.mayHaveArrived)) throw error;
      wasLost = true;
      call.status(`the reply was lost; looking whether the ${kind.noun} exists`);
      const landed = await lookFor(call, kind, before);
      if (!landed && attempt < ATTEMPTS) continue;
      if (!landed) throw error;
      id = landed.id;
    } finally {
      kind.collection.wrote();
    }
    session.met.add(id);
    await mustBeMarked(call, kind, id, mark, before);
    return { id, at: session.clock.now(), ...(wasLost && { before }) };
  }
}

/**
 * What carries the mark of this resource and was there before this process created anything, the oldest first: one
 * list for all creates. What this process has met in diff, read, update or delete is in state, and none of it.
 */
async function leftBehind<T extends Carrier>(call: Call, kind: Billed<T>): Promise<Found<T>[]> {
  const { session } = call;
  const lists = leftovers.get(session) ?? new Map<unknown, Promise<unknown[]>>();
  leftovers.set(session, lists);
  let list = lists.get(kind.collection) as Promise<T[]> | undefined;
  if (!list) {
    list = settledOnce(call).then(() => kind.collection.list({ fresh: true }));
    lists.set(kind.collection, list);
    list.catch(() => lists.delete(kind.collection));
  }
  const found = unmet(call, kind, await list);
  const now = await Promise.all(found.map(({ object }) => kind.collection.get(object.id)));
  return unmet(
    call,
    kind,
    now.filter((object): object is Awaited<T> & T => object !== undefined),
  );
}
const leftovers = new WeakMap<object, Map<unknown, Promise<unknown[]>>>();

/** Waits until what a killed run asked for a moment ago is listed; what this process asks for itself does not count. */
function settledOnce(call: Call): Promise<void> {
  const { session, owner } = call;
  const known = settling.get(session) ?? new Map<string, Promise<void>>();
  settling.set(session, known);
  const settled = known.get(owner) ?? untilListed(call);
  known.set(owner, settled);
  return settled;
}
const settling = new WeakMap<object, Map<string, Promise<void>>>();

/** Waits until a list shows all that an interrupted run had asked for. */
export async function untilListed(call: Call): Promise<void> {
  const { clock, intentLog } = call.session;
  if (!intentLog.isOpen(call.owner)) return;
  // When the order left is not known: it may have waited for the rate limit until the kill.
  call.status(`an earlier run was interrupted: waiting ${spoken(LAG_MS)} until what it ordered is listed`);
  await clock.sleep(LAG_MS, call.signal);
}

/** What carries the mark of this resource and is neither known to this process nor on its way out, the oldest first. */
function unmet<T extends Carrier>(call: Call, kind: Billed<T>, objects: readonly T[]): Found<T>[] {
  const mine = newMark(call);
  return objects
    .flatMap((object) => {
      const mark = markOf(object);
      return mark && isSameResource(mine, mark) ? [{ object, mark }] : [];
    })
    .filter(({ object }) => !kind.isGone(object) && !call.session.met.has(object.id))
    .sort((one, other) => (one.object.created_at < other.object.created_at ? -1 : 1));
}

/** Looks for the mark in several lists over a while: a late effect and a lagging list are both possible. */
async function lookFor<T extends Carrier>(
  call: Call,
  kind: Billed<T>,
  before: readonly T[],
): Promise<T | undefined> {
  const { clock } = call.session;
  for (let look = 0; look < LOOKS; look += 1) {
    await clock.sleep(LAG_MS * (2 ** look / 2 ** LOOKS), call.signal);
    const listed = await kind.collection.list({ startedAfter: clock.now() });
    const [found] = unmet(call, kind, listed);
    if (found) return found.object;
    const [bare] = (await unmarked(kind, kind.unheeded?.isAskedFor, listed)).filter(isNew(call, before));
    if (bare) return bare;
  }
  return undefined;
}

/** What carries no mark and is like this, where tags may not be heeded. */
async function unmarked<T extends Carrier>(
  { collection }: Billed<T>,
  isLikeIt: ((object: T) => boolean) | undefined,
  listed?: readonly T[],
): Promise<T[]> {
  if (!isLikeIt) return [];
  return (listed ?? (await collection.list())).filter((one) => !markOf(one) && isLikeIt(one));
}

/** What was there before is somebody else's, or was left by a run that could not mark it. */
const isNew =
  ({ session }: Call, before: readonly Carrier[]) =>
  ({ id }: Carrier): boolean =>
    !session.met.has(id) && !before.some((known) => known.id === id);

/** Puts the mark on where the cloud did not heed the one that the request carried. */
async function mustBeMarked<T extends Carrier>(
  call: Call,
  kind: Billed<T>,
  id: string,
  mark: Mark,
  before: readonly T[],
): Promise<void> {
  if (!kind.unheeded) return;
  try {
    // What a replica does not show yet is marked all the same.
    const found = await kind.collection.get(id);
    if (found && markOf(found)) return;
    await kind.unheeded.putMark(id, mark);
    kind.collection.wrote();
    for (const other of before.filter(isNew(call, []))) {
      call.warn(
        `The ${kind.noun} ${other.id} looks like ${id}. The cloud takes no mark with the order of a ${kind.noun}: should ` +
          'an interrupted run have ordered it, it is billed and nobody will remove it, so look after it.',
      );
    }
  } catch (error) {
    // It exists, so it has to come into state, come what may.
    const reason = error instanceof Error ? error.message : String(error);
    call.warn(
      `The ${kind.noun} ${id} could not be marked: should this run be killed, look after it. ${reason}`,
    );
  }
}

/**
 * A request that was given up for lost may land late. Once the resource has settled, a second one with its mark
 * is removed; one that lands still later is left to the end of the program. One without a mark, where the cloud heeds
 * none, is only removed if its name can be nobody else's.
 *
 * @param created the list that showed it ready started after it was known to exist, and will do.
 */
export async function removeDoubles<T extends Carrier>(
  call: Call,
  kind: Billed<T>,
  { at, before }: Created<T>,
): Promise<void> {
  const listed = await kind.collection.list({ startedAfter: at });
  for (const { object, mark } of unmet(call, kind, listed)) {
    call.warn(`A second ${kind.noun} came of the same request (${object.id}); it is being removed.`);
    await removeUnlessKept(call, kind, object, mark, true);
  }
  if (!before || !kind.unheeded) return;
  for (const twin of (await unmarked(kind, kind.unheeded.isAskedFor, listed)).filter(isNew(call, before))) {
    if (kind.unheeded.isUnique) {
      call.warn(`A second ${kind.noun} came of the same request (${twin.id}); it is being removed.`);
      await kind.remove(call, twin, await markFor(call, kind.given), true);
    } else {
      call.warn(
        `Another ${kind.noun} of the same name and kind has come up (${twin.id}). Should it be of the request whose ` +
          'reply was lost, it is billed and nobody will remove it, so look after it.',
      );
    }
  }
}

/** What the program wants kept is not ours to remove, whoever left it behind: it is named. */
async function removeUnlessKept<T extends Carrier>(
  call: Call,
  kind: Billed<T>,
  object: T,
  mark: Mark,
  isPermanent: boolean,
): Promise<void> {
  if (mark.unclaimed === 'keep') {
    call.session.met.add(object.id);
    call.warn(
      `An interrupted run left the ${kind.noun} ${object.id} behind, which is not what the program says and is billed. ` +
        'It was to be kept (retainOnDelete, protect), so remove it yourself if you do not need it.',
    );
    return;
  }
  await kind.remove(call, object, mark, isPermanent);
}

/** How long a removal may take: as long as the call. */
export const patienceOf = (call: Call): Patience => ({
  ...call.requests,
  sleep: async (ms) => {
    const { clock } = call.session;
    if (clock.now() + ms > call.deadline) {
      throw new RemovalError('It was not gone when the time for it was over.');
    }
    await clock.sleep(ms, call.signal);
  },
});
