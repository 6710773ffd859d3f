import type { Cluster, Instance, TagRequest, Volume } from '../../../api/schema';
import type { TaggedCollection } from '../../../api/services/tags';
import type { Orphan, Thing } from '../../../core/orphans/orphans';
import { orphansIn } from '../../../core/orphans/orphans';
import type { Order } from '../../../core/pendingTag';
import { isOfResource } from '../../../core/pendingTag';
import { isGoing } from '../../../core/statuses';
import type { Collection } from '../../polling/collection';
import type { Call } from '../../session/call';

/** Something that is created once. */
export type Creatable = Instance | Cluster | Volume;

/** What has to be known of a kind of billed thing to create it once. */
export interface BillableKind<T> {
  readonly noun: string;
  readonly collection: Collection<T>;
  /** The collection as it stands in the API's paths. */
  readonly path: TaggedCollection;
  /** What its pending tag says, but for the time. */
  readonly order: Order;
  /** Whether it can never be used, and stays until somebody removes it. Default: no. */
  readonly hasFailed?: (object: T) => boolean;
  /** Whether a thing of the same order can become what the program says now. Default: it can. */
  readonly fits?: (object: T) => boolean;
  /** Set where the cloud may ignore the tags of an order. */
  readonly ignoredTags?: IgnoredTags<T> | undefined;
}

/** How a thing is found whose order's tags were ignored. */
export interface IgnoredTags<T> {
  /** Whether it is what was asked for. */
  readonly isAskedFor: (object: T) => boolean;
  /** Whether an earlier run of the program may have asked for it, under another automatic name. */
  readonly mayBeLeft: (object: T) => boolean;
  /** Whether its name is made at random, so that nobody else asks for that name. */
  readonly isUnique: boolean;
}

/** What a create came to. */
export interface Created<T> {
  readonly id: string;
  /** Set when it was there already: left by an interrupted order, or adopted. */
  readonly found?: T;
  /** When it was known to exist, in ms on the session's clock. */
  readonly at: number;
  /** The machine once it was ready, where it was waited for already. */
  readonly ready?: T;
  /** Where a reply was lost: what carried no pending tag before, and looks like it. */
  readonly before?: readonly T[];
}

/** Makes the pending tag of an order when it is sent, of the time by the cloud's clock. */
export type PendingTagAt = (sentAt: number) => TagRequest & { readonly value: string };

/** A thing of one kind with its pending tag. */
export type Pending<T> = Orphan & { readonly object: T };

/**
 * The things that carry the pending tag of this resource, the oldest first, without those that are in state (known to
 * this process) or on their way out.
 */
export const pendingOfResource = <T extends Creatable>(
  call: Call,
  { path }: BillableKind<T>,
  objects: readonly T[],
): Pending<T>[] =>
  (orphansIn(objects.map((object) => ({ collection: path, object }) as Thing)) as Pending<T>[]).filter(
    ({ object, tag }) => isOfResource(tag, call) && !isGoing(object) && !call.session.knownIds.has(object.id),
  );
