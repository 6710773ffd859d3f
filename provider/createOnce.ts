import { createHash } from 'node:crypto';
import type { Tag, TagRequest } from '../api';
import { CloudComputeError, WritesStoppedError } from '../api/errors';
import { PENDING, TAKEN_OVER } from '../api/marks';
import type { Call } from './call';
import type { Collection } from './settle/collection';
import type { Tagged } from './tags';
import { removeTag } from './tags';

/** How long after a lost reply the resource is looked for: lists can lag behind what they list. */
const GRACE_MS = 10_000;
const LOOKS = 5;
/** How often a creation whose reply was lost and that left nothing behind is sent again. */
const ATTEMPTS = 3;

/** What has to be known of a kind of billed thing to create it once. */
export interface Billed<T> {
  readonly noun: string;
  readonly tagged: Tagged;
  readonly collection: Collection<T>;
  readonly tagsOf: (object: T) => readonly Tag[];
  readonly createdAt: (object: T) => string;
  /** Whether it is on its way out, so that nothing can be made of it. */
  readonly isDying: (object: T) => boolean;
  /** Removes one for good, with all that came with it. */
  readonly remove: (call: Call, object: T) => Promise<void>;
}

type Identified = { readonly id: string };

/** What a creation came to. */
export interface Created<T> {
  readonly id: string;
  /** Set when it was there already: left behind by a run that did not live to save its id. */
  readonly found?: T;
  /** How often it was taken over. */
  readonly generation: number;
  /** When it was known to exist, in ms on the session's clock. */
  readonly at: number;
  /** As it was seen ready, where it was waited for already. */
  readonly ready?: T;
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** What the marks of one resource of one stack's state begin with. Inputs are not in it: a user may edit the program after a crash. */
export const markOf = (call: Pick<Call, 'owner' | 'urn'>): string => `${call.owner}.${hash(call.urn)}`;

const valueOf = (tags: readonly Tag[], key: string): string | undefined =>
  tags.find((tag) => tag.key === key)?.value;

/** How often this resource was taken over, by what the cloud and this process know. */
export function generationOf(call: Pick<Call, 'session'>, id: string, tags: readonly Tag[]): number {
  return Math.max(
    Number(valueOf(tags, TAKEN_OVER)?.split('.').at(-1) ?? 0),
    call.session.takenOver.get(id) ?? 0,
  );
}

/**
 * Creates a billed thing exactly once, whatever was lost on the way.
 *
 * The request carries a mark in a tag, so that what it created can be found without its id. First what an
 * earlier run left behind is taken over; a reply that is lost is made up for by looking for the mark; and only
 * what surely did not arrive is sent again.
 *
 * @param usable whether what was found can still become what the program says; if not it is removed first.
 * @param post sends the request with the mark in it and answers the new id.
 */
export async function createOnce<T extends Identified>(
  call: Call,
  kind: Billed<T>,
  usable: (found: T) => boolean,
  post: (mark: TagRequest) => Promise<string>,
): Promise<Created<T>> {
  const mark = { key: PENDING, value: `${markOf(call)}.0` };
  const left = (await leftBehind(call, kind)).filter((object) =>
    valueOf(kind.tagsOf(object), PENDING)?.startsWith(`${markOf(call)}.`),
  );
  const [first, ...others] = await stillThere(
    kind,
    left.filter(({ id }) => !call.session.met.has(id)),
  );
  for (const other of others) await kind.remove(call, other);
  if (first && usable(first)) return takeOver(call, kind, first);
  if (first) await kind.remove(call, first);

  for (let attempt = 1; ; attempt += 1) {
    if (call.session.engineGone.signal.aborted) throw new WritesStoppedError('the Pulumi engine is gone');
    try {
      const id = await post(mark);
      call.session.met.add(id);
      kind.collection.wrote();
      return { id, generation: 0, at: call.session.clock.now() };
    } catch (error) {
      kind.collection.wrote();
      if (!mayHaveArrived(error)) throw error;
      call.status(`the reply was lost; looking whether the ${kind.noun} exists`);
      const landed = await lookFor(call, kind);
      if (landed) {
        call.session.met.add(landed.id);
        return { id: landed.id, generation: 0, at: call.session.clock.now() };
      }
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

const mayHaveArrived = (error: unknown): boolean =>
  error instanceof CloudComputeError && error.mayHaveArrived;

/** What carries a mark of this stack's state and was there before this process created anything: one list for all creates. */
function leftBehind<T extends Identified>(call: Call, kind: Billed<T>): Promise<T[]> {
  const lists = leftovers.get(call.session) ?? new Map<string, Promise<unknown[]>>();
  leftovers.set(call.session, lists);
  const known = lists.get(kind.tagged) as Promise<T[]> | undefined;
  if (known) return known;
  const list = kind.collection
    .list({ fresh: true })
    .then((objects) => objects.filter((object) => kind.tagsOf(object).some(({ key }) => key === PENDING)));
  lists.set(kind.tagged, list);
  list.catch(() => lists.delete(kind.tagged));
  return list;
}
const leftovers = new WeakMap<object, Map<string, Promise<unknown[]>>>();

/** The oldest first; none that is gone or on its way out. */
async function stillThere<T extends Identified>(kind: Billed<T>, objects: readonly T[]): Promise<T[]> {
  const now = await Promise.all(objects.map(({ id }) => kind.collection.get(id)));
  return now
    .filter((object): object is Awaited<T> & T => object !== undefined && !kind.isDying(object))
    .sort((a, b) => (kind.createdAt(a) < kind.createdAt(b) ? -1 : 1));
}

/** Looks for the mark in several lists over a while: a late effect and a lagging list are both possible. */
async function lookFor<T extends Identified>(call: Call, kind: Billed<T>): Promise<T | undefined> {
  for (let look = 0; look < LOOKS; look += 1) {
    await call.session.clock.sleep(GRACE_MS * (2 ** look / 2 ** LOOKS), call.signal);
    const found = await marked(call, kind, call.session.clock.now());
    if (found[0]) return found[0];
  }
  return undefined;
}

/** What carries this resource's mark, by a list that started after `since`, and is not known to this process. */
async function marked<T extends Identified>(call: Call, kind: Billed<T>, since: number): Promise<T[]> {
  const objects = await kind.collection.list({ startedAfter: since });
  return objects
    .filter((object) => valueOf(kind.tagsOf(object), PENDING)?.startsWith(`${markOf(call)}.`))
    .filter((object) => !kind.isDying(object) && !call.session.met.has(object.id))
    .sort((a, b) => (kind.createdAt(a) < kind.createdAt(b) ? -1 : 1));
}

/**
 * A request that was given up for lost may land late. Once the resource has settled, a second one with its mark
 * is removed.
 *
 * @param since when the resource was known to exist; the list that showed it ready started later and will do.
 */
export async function removeDoubles<T extends Identified>(
  call: Call,
  kind: Billed<T>,
  since: number,
): Promise<void> {
  for (const double of await marked(call, kind, since)) {
    call.warn(`A second ${kind.noun} came of the same request (${double.id}); it is being removed.`);
    await kind.remove(call, double);
  }
}

/** Makes what was found ours: its generation rises, so that a delete of the predecessor's state does it no harm. */
async function takeOver<T extends Identified>(call: Call, kind: Billed<T>, found: T): Promise<Created<T>> {
  const generation = await raiseGeneration(call, kind, found);
  call.warn(`Took over the ${kind.noun} ${found.id} that an interrupted run had left behind.`);
  return { id: found.id, found, generation, at: call.session.clock.now() };
}

/** Raises the generation in the cloud and in this process. */
export async function raiseGeneration<T extends Identified>(
  call: Call,
  kind: Billed<T>,
  found: T,
): Promise<number> {
  const tags = kind.tagsOf(found);
  const generation = generationOf(call, found.id, tags) + 1;
  call.session.takenOver.set(found.id, generation);
  call.session.met.add(found.id);
  const old = tags.find(({ key }) => key === TAKEN_OVER);
  if (old) await removeTag(call, kind.tagged, found.id, old.id);
  await call.session.client.tags.add(
    kind.tagged,
    found.id,
    { key: TAKEN_OVER, value: `${markOf(call)}.${String(generation)}` },
    { signal: call.signal },
  );
  kind.collection.wrote();
  return generation;
}

/**
 * Whether a delete must leave the resource alone, because a later create of the same program took it over: after
 * a forced replacement the engine deletes the predecessor, which is the same machine.
 */
export function belongsToSuccessor(call: Call, id: string, tags: readonly Tag[], generation = 0): boolean {
  if (generationOf(call, id, tags) <= generation) return false;
  call.warn(`${id} was taken over by a later create of the same resource; it is left alone.`);
  return true;
}

/** Removes everything of a kind that carries this owner's mark and that no create will ever ask for again. */
export async function removeLeftovers<T extends Identified>(
  call: Call,
  kind: Billed<T>,
  owner: string,
): Promise<string[]> {
  const objects = await kind.collection.list({ fresh: true });
  const mine = objects.filter(
    (object) => valueOf(kind.tagsOf(object), PENDING)?.startsWith(`${owner}.`) && !kind.isDying(object),
  );
  for (const object of mine) await kind.remove(call, object);
  return mine.map(({ id }) => id);
}
