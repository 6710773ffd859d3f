// What interrupted orders left: a create takes it over if the program still orders the same, and removes it if not.
import type { Volume } from '../../../api/schema';
import { LAG_MS } from '../../../core/intentLog';
import type { Orphan, Thing } from '../../../core/orphans';
import { describeThing, madeWith, removalCommand } from '../../../core/orphans';
import type { RemovalOptions } from '../../../core/removeOrphan';
import { RemovalError, removeOrphan } from '../../../core/removeOrphan';
import type { PendingTag } from '../../../core/pendingTag';
import {
  PENDING,
  belongsTo,
  compareOrders,
  isOfResource,
  pendingTag,
  pendingTagOf,
  readPendingTag,
} from '../../../core/pendingTag';
import type { Call } from '../../session/call';
import { spoken } from '../../session/call';
import type { Billed, Creatable } from './createOnce';
import { shown } from '../readRecent';
import type { Collection } from '../../polling/collection';

/** An interrupted order cannot be compared with the one that the program makes now. */
class InterruptedOrderError extends Error {
  override readonly name = 'InterruptedOrderError';
}

/**
 * What an interrupted order of this resource left: answers it if the program orders the same now, and removes it if
 * not. Throws where that cannot be told.
 */
export async function takeOver<T extends Creatable>(call: Call, kind: Billed<T>): Promise<T | undefined> {
  const { session } = call;
  for (const { object, tag } of await interruptedOrders(call, kind)) {
    const thing = { collection: kind.path, object } as Thing;
    const verdict = compareOrders(tag, kind.order);
    if (verdict === 'unknown') {
      throw new InterruptedOrderError(
        `An interrupted run of another version of pulumi-cloud-compute left the ${describeThing(thing)}, and whether ` +
          `the program still wants it cannot be told. If no stack has it, remove it with \`${removalCommand([object.id])}\`; ` +
          `if this one does, take the tag ${PENDING} off it. Then run \`pulumi up\` again.`,
      );
    }
    if (!belongsTo(tag, object)) {
      call.warn(
        `The ${describeThing(thing)} carries the tag ${PENDING} of this resource, but was not created when the tag's ` +
          'order was sent: it is left alone. If nobody needs it, remove it in the console; if it is yours, take the tag off.',
      );
      continue;
    }
    if (!kind.hasFailed(object) && verdict === 'same' && (kind.fits?.(object) ?? true)) {
      call.warn(`Took over the ${kind.noun} ${object.id} that an interrupted run had left behind.`);
      session.met.add(object.id);
      return object;
    }
    await removeUnlessKept(call, kind, object, tag);
  }
  return undefined;
}

/** Something that carries the pending tag of a resource. */
export interface Found<T> {
  readonly object: T;
  readonly tag: PendingTag;
}

/**
 * What carries the pending tag of this resource and was there before this process created anything, the oldest first:
 * one list for all creates. What this process was shown in diff, read, update or delete is in state, and none of it.
 */
async function interruptedOrders<T extends Creatable>(call: Call, kind: Billed<T>): Promise<Found<T>[]> {
  const { collection } = kind;
  const found = unknownOf(call, kind, await firstList(call, collection));
  const now = await Promise.all(found.map(({ object }) => collection.get(object.id)));
  return unknownOf(
    call,
    kind,
    now.filter((object): object is Awaited<T> & T => object !== undefined),
  );
}

/** What there was of a collection before this process created anything, and after all that a killed run asked for. */
export function firstList<T extends { readonly id: string }>(
  call: Call,
  collection: Collection<T>,
): Promise<T[]> {
  const { session } = call;
  const lists = firstLists.get(session) ?? new Map<unknown, Promise<unknown[]>>();
  firstLists.set(session, lists);
  let list = lists.get(collection) as Promise<T[]> | undefined;
  if (!list) {
    list = settledOnce(call).then(() => collection.list({ fresh: true }));
    lists.set(collection, list);
    list.catch(() => lists.delete(collection));
  }
  return list;
}
const firstLists = new WeakMap<object, Map<unknown, Promise<unknown[]>>>();

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

/** What carries the pending tag of this resource and is neither known to this process nor on its way out, the oldest first. */
export function unknownOf<T extends Creatable>(
  call: Call,
  kind: Billed<T>,
  objects: readonly T[],
): Found<T>[] {
  return objects
    .flatMap((object) => {
      const tag = pendingTagOf(object);
      return tag && isOfResource(tag, call) ? [{ object, tag }] : [];
    })
    .filter(({ object }) => !kind.isGone(object) && !call.session.met.has(object.id))
    .sort((one, other) => (one.object.created_at < other.object.created_at ? -1 : 1));
}

/** What the program wants kept is not ours to remove, whoever left it: it is named. */
export async function removeUnlessKept<T extends Creatable>(
  call: Call,
  kind: Billed<T>,
  object: T,
  tag: PendingTag,
): Promise<void> {
  if (tag.whenOrphaned !== 'keep') return removeUnused(call, kind, object, tag);
  call.session.met.add(object.id);
  const thing = { collection: kind.path, object } as Thing;
  call.warn(
    `An interrupted run left the ${describeThing(thing)}, which is not what the program says. It was to be kept ` +
      `(retainOnDelete, protect). If you do not need it, remove it with \`${removalCommand([object.id])} --force\`.`,
  );
}

/**
 * Removes what nobody uses, with the volumes that were made with it, and returns once all is gone.
 *
 * @param seen what it was before it went by itself and let go of its volumes.
 */
export async function removeUnused<T extends Creatable>(
  call: Call,
  kind: Billed<T>,
  object: T,
  tag = pendingTagOf(object) ?? tagOf(kind, object),
  seen = object,
): Promise<void> {
  const { session } = call;
  const volumes = await volumesFor(call, [object, seen]);
  const volumeIds = new Set([object, seen].flatMap((one) => madeWith(one, tag, volumes)));
  // What is in state is no orphan's, whatever tags it carries.
  const removed = [...volumeIds].filter((id) => !session.met.has(id));
  try {
    const orphan = { collection: kind.path, object, tag, volumeIds: removed } as Orphan;
    await removeOrphan(session.client, orphan, patienceOf(call));
  } finally {
    kind.collection.wrote();
    session.volumes.wrote();
  }
}

/** All volumes, also those of these machines that a list does not show yet. */
async function volumesFor(call: Call, machines: readonly Creatable[]): Promise<Volume[]> {
  const { volumes } = call.session;
  const listed = await volumes.list({ fresh: true });
  const attached = machines.flatMap((machine) => ('volume_ids' in machine ? machine.volume_ids : []));
  const unlisted = attached.filter((id) => !listed.some((volume) => volume.id === id));
  const others = await Promise.all([...new Set(unlisted)].map((id) => shown(call, volumes, id)));
  return [...listed, ...others.filter((volume) => volume !== undefined)];
}

/** The pending tag of what this process has ordered, where the cloud did not heed it. */
const tagOf = <T extends Creatable>({ order }: Billed<T>, { created_at }: T): PendingTag =>
  readPendingTag(pendingTag(order, Date.parse(created_at)).value);

/** How long a removal may take: as long as the call. */
export const patienceOf = (call: Call): RemovalOptions => ({
  ...call.requests,
  sleep: async (ms) => {
    const { clock } = call.session;
    if (clock.now() + ms > call.deadline) {
      throw new RemovalError('It was not gone when the time for it was over.');
    }
    await clock.sleep(ms, call.signal);
  },
});
