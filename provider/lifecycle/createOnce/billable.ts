import type { SentAt } from '../../../api/options';
import type { Cluster, Instance, TagRequest } from '../../../api/schema';
import type { TaggedCollection } from '../../../api/services/tags';
import type { Thing } from '../../../core/orphans/billed';
import type { Orphan } from '../../../core/orphans/orphans';
import type { Aged, Whose } from '../../../core/orphans/originals';
import { whoseIs } from '../../../core/orphans/originals';
import { listGone, orphansIn } from '../../../core/orphans/orphans';
import type { Order, PendingTag } from '../../../core/pendingTag';
import { isOfResource, pendingTagOf, postOf } from '../../../core/pendingTag';
import { isGoing } from '../../../core/statuses';
import type { TagMap } from '../../schema/tagMap';
import type { Collection } from '../../polling/collection';
import type { Call } from '../../run/call';
import type { Run } from '../../run/run';

/** A resource that is created once. */
export type Creatable = Thing['object'];

/** How to order and recognize one kind of billed resource. */
export interface BillableKind<T> {
  readonly noun: string;
  readonly collection: Collection<T>;
  /** The collection, as named in the API's paths. */
  readonly path: TaggedCollection;
  /** The content of its pending tag, except the time. */
  readonly order: Order;
  /** The keys of the tags that the program declares. */
  readonly tagKeys?: readonly string[];
  /** Whether it can never be used, and stays until somebody removes it. Default: no. */
  readonly hasFailed?: (object: T) => boolean;
  /** Whether something of the same order can be changed to match the program. Default: it can. */
  readonly fits?: (object: T) => boolean;
  /** Set if the cloud may ignore the tags of an order. */
  readonly ignoredTags?: IgnoredTags<T> | undefined;
}

/** Adds the tags of the program to the note of the order; returns those of the interrupted orders. */
export function addTagKeys<T extends Creatable>(
  { owner, run: { intentLog } }: Call,
  kind: BillableKind<T>,
): Record<string, string> {
  const { resource } = kind.order;
  const keys = intentLog.orderedTagKeys(owner, resource);
  intentLog.addOrder(owner, resource, [...new Set([...keys, ...(kind.tagKeys ?? [])])]);
  return Object.fromEntries(keys.map((key) => [key, '']));
}

/** How to find the result of an order whose tags the cloud ignored. */
export interface IgnoredTags<T> {
  /** Whether it matches the order. */
  readonly isAskedFor: (object: T) => boolean;
  /** Whether an earlier run of the program may have ordered it, under another generated name. */
  readonly mayBeLeft: (object: T) => boolean;
  /** Whether its name is random, so that nobody else uses that name. */
  readonly isUnique: boolean;
}

/** The result of a create. */
export interface Created<T> {
  readonly id: string;
  /** Set if it existed before: left by an interrupted order, or adopted. */
  readonly found?: T;
  /** After a take-over: the tags that interrupted orders may have set; their values do not matter. */
  readonly orderedTags?: TagMap;
  /** When it was first known to exist, in ms on the run's clock. */
  readonly at: number;
  /** The ready machine, if somebody has waited for it already. */
  readonly ready?: T;
  /** After a lost reply: objects that existed before the order, look like its result and carried no pending tag. */
  readonly before?: readonly T[];
}

/** Makes the pending tag of a POST when it is sent. */
export type PendingTagAt = (...sent: SentAt) => TagRequest & { readonly value: string };

/** An object of one kind with its pending tag. */
export type Pending<T> = Orphan & { readonly object: T };

/** Whether some state has something, as far as this process, the notes of this computer and its pending tag show. */
export const isInSomeState = (run: Run, id: string, tag?: PendingTag): boolean =>
  run.known.has(id) || run.known.isInState(id) || wasSaved(run, id, tag);

/** Whether a run that ended has left something in state, under this name or another one. */
const wasSaved = ({ intentLog }: Run, id: string, tag?: PendingTag): boolean =>
  tag?.whenOrphaned === 'saved' || intentLog.isSaved(id);

/**
 * Whether something with a pending tag of this resource may be in state, because a create replaces a resource whose id
 * this process has not seen: for the options `replacementTrigger` and `replaceWith`, the engine calls no diff, and
 * deletes the resource afterwards.
 */
export const mayBeReplaced = ({ run, urn }: Call, tag: PendingTag): boolean =>
  run.program.oldInputs(urn) !== undefined && !run.known.hasUrn(urn) && !run.posts.isSent(postOf(tag) ?? '');

/** What is gone, as a call lists it if it needs it: the original of a copy may be among it. */
const listGoneFor = ({ run, requests }: Call): Promise<Aged[]> => listGone(run.client, requests);

/** The same for takeovers: one list for all creates. */
export const firstGone = (call: Call): Promise<Aged[]> =>
  call.run.once('first list of what is gone', () => listGoneFor(call));

/** Whether an object carries a pending tag, and is wanted. */
type IsWanted<T> = (tag: PendingTag, object: T) => boolean;

/**
 * The objects of one kind that are wanted and carry a pending tag, the oldest first, and whose they are.
 *
 * @param gone lists what else may be an original. It is called only if there are such objects.
 */
export async function pendingAmong<T extends Creatable>(
  call: Call,
  { path }: BillableKind<T>,
  objects: readonly T[],
  isWanted: IsWanted<T>,
  gone: () => Promise<readonly Aged[]> = () => listGoneFor(call),
): Promise<Pending<T>[]> {
  const isOne = (object: T) => {
    const tag = pendingTagOf(object);
    return tag !== undefined && isWanted(tag, object);
  };
  if (!objects.some(isOne)) return [];
  const things = objects.map((object) => ({ collection: path, object }) as Thing);
  const orphans = orphansIn(things, { posts: call.run.posts, gone: await gone() }) as Pending<T>[];
  return orphans.filter(({ object }) => isOne(object));
}

/** Whose a machine with a pending tag is. */
export async function whoseMachine(call: Call, machine: Instance | Cluster, tag: PendingTag): Promise<Whose> {
  const { clusters, instances, posts } = call.run;
  if (posts.idOf(postOf(tag) ?? '') !== undefined) return whoseIs(machine, tag, [], posts);
  const listed = await ('shared_volumes' in machine ? clusters.list() : instances.list());
  return whoseIs(machine, tag, [...listed, ...(await listGoneFor(call))], posts);
}

/**
 * Whether an object with this pending tag may be left by an interrupted order of this resource: not if it is in state, as
 * far as this process knows it, or is being deleted. `idsInState` does not count: an older state lists all volumes of a
 * machine, also a volume that an interrupted update ordered and that its create takes over.
 */
export const isLeftByOrder =
  (call: Call): IsWanted<Creatable> =>
  (tag, object) =>
    isOfResource(tag, call) &&
    !isGoing(object) &&
    !call.run.known.has(object.id) &&
    !wasSaved(call.run, object.id, tag);
