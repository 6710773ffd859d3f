import { CloudComputeError, WritesStoppedError } from '../../../api/errors';
import type { TagRequest } from '../../../api/schema';
import { compareOrders, pendingTag, pendingTagOf } from '../../../core/pendingTag';
import type { Call } from '../../run/call';
import { addTag } from '../tags';
import { ATTEMPTS, lookAfterLostReply } from '../waiting/uncertainOrders';
import type { BillableKind, Creatable, Created, Pending, PendingTagAt } from './billable';
import { isLeftByOrder, pendingAmong } from './billable';
import { takeOver, warnOfCopy } from './interruptedOrders';
import { removeUnlessItStays, removeUnused } from './removal';

/**
 * Creates a billed resource exactly once, even if replies are lost: takes over the result of an interrupted
 * order, or else sends the order.
 */
export const createOnce = async <T extends Creatable>(
  call: Call,
  kind: BillableKind<T>,
  post: (tagAt: PendingTagAt) => Promise<string>,
): Promise<Created<T>> => (await takeOver(call, kind)) ?? orderOnce(call, kind, post);

/**
 * Sends an order so that it is carried out exactly once. The order carries a pending tag, by which its result is found
 * without its id. After a lost reply, it looks for the tag, and sends the order again only if it certainly did not
 * arrive.
 *
 * @param post sends the order with the pending tag, and returns the new id.
 */
export async function orderOnce<T extends Creatable>(
  call: Call,
  kind: BillableKind<T>,
  post: (tagAt: PendingTagAt) => Promise<string>,
): Promise<Created<T>> {
  const { run } = call;
  const { ignoredTags } = kind;
  const { resource } = kind.order;
  const before = ignoredTags ? untagged(call, ignoredTags.mayBeLeft, await kind.collection.list()) : [];
  let wasLost = false;
  let found: T | undefined;
  for (let attempt = 1; ; attempt += 1) {
    if (run.phase.stopped.aborted) throw new WritesStoppedError(run.phase.whyStopped);
    let sent: ReturnType<PendingTagAt> | undefined;
    let id: string;
    try {
      run.intentLog.addOrder(call.owner, resource, kind.tagKeys);
      id = await post((sentAt, clock) => {
        if (clock === 'sample') return pendingTag(kind.order, sentAt);
        // The client sends it again only if it was surely not carried out.
        if (sent) run.posts.refuse(sent.value);
        sent = pendingTag(kind.order, run.posts.timeFor(call.owner, resource, sentAt), clock === 'cloud');
        run.posts.add(sent.value, call.urn);
        return sent;
      });
      if (sent) run.posts.answer(sent.value, id);
    } catch (error) {
      if (!(error instanceof CloudComputeError && error.mayHaveArrived)) {
        if (sent) run.posts.refuse(sent.value);
        if (!wasLost) run.intentLog.removeOrder(call.owner, resource);
        throw error;
      }
      wasLost = true;
      found = await lookAfterLostReply(call, kind.noun, () => findOrdered(call, kind, before));
      if (!found && attempt < ATTEMPTS) continue;
      if (!found) throw error;
      id = found.id;
      const made = pendingTagOf(found)?.text ?? sent?.value;
      if (made !== undefined) run.posts.answer(made, id);
    } finally {
      kind.collection.invalidate();
    }
    run.known.add(id);
    // An object that was found by its tag may carry the tag of an earlier attempt, which `addTag` would
    // replace.
    const isTagged = found !== undefined && pendingTagOf(found) !== undefined;
    if (ignoredTags && sent && !isTagged) await addIgnoredTag(call, kind, id, sent, before);
    return { id, at: run.clock.now(), ...(wasLost && { before }) };
  }
}

/** The objects that this order has created, as far as lists show them. */
const ofThisOrder = async <T extends Creatable>(
  call: Call,
  kind: BillableKind<T>,
  objects: readonly T[],
): Promise<Pending<T>[]> =>
  (await pendingAmong(call, kind, objects, isLeftByOrder(call))).filter(
    ({ tag }) => compareOrders(tag, kind.order) === 'same',
  );

/** The result of the order, if a new list shows it. */
async function findOrdered<T extends Creatable>(
  call: Call,
  kind: BillableKind<T>,
  before: readonly T[],
): Promise<T | undefined> {
  const listed = await kind.collection.list({ fresh: true });
  const [found] = (await ofThisOrder(call, kind, listed)).filter(({ whose }) => whose === 'ours');
  return found?.object ?? untagged(call, kind.ignoredTags?.isAskedFor, listed, before)[0];
}

/**
 * Objects that look like the result of the order, carry no pending tag and are not in state: the cloud may have ignored
 * the tags of the order.
 *
 * @param before the objects from before the order: they belong to somebody else, or to a run that could not tag them.
 */
const untagged = <T extends Creatable>(
  { run }: Call,
  matches: ((object: T) => boolean) | undefined,
  objects: readonly T[],
  before: readonly T[] = [],
): T[] =>
  objects.filter(
    (one) =>
      matches?.(one) &&
      !pendingTagOf(one) &&
      !run.known.has(one.id) &&
      !before.some(({ id }) => id === one.id),
  );

/**
 * Adds the pending tag if the cloud ignored the tag of the order.
 *
 * @param tag the same tag as in the order: a replica may hide it, and another one would replace it.
 */
async function addIgnoredTag<T extends Creatable>(
  call: Call,
  kind: BillableKind<T>,
  id: string,
  tag: TagRequest,
  before: readonly T[],
): Promise<void> {
  const { collection } = kind;
  try {
    // Adds it also if only a replica hides it: the same value does no harm.
    const found = await collection.get(id);
    if (found && pendingTagOf(found)) return;
    await addTag(call, kind.path, id, tag);
    collection.invalidate();
    for (const other of before.filter((one) => !call.run.known.has(one.id))) {
      call.warn(
        `The ${kind.noun} ${other.id} looks like ${id}. The cloud ignored the tags of the order, so an interrupted run ` +
          'may have ordered it without a tag. Check whose it is: it is billed, and nothing removes it.',
      );
    }
  } catch (error) {
    // It exists, so it must go into state even after this error.
    const reason = error instanceof Error ? error.message : String(error);
    call.warn(
      `The ${kind.noun} ${id} could not be tagged. If this run is killed now, remove the ${kind.noun} yourself. ${reason}`,
    );
  }
}

/**
 * An order whose reply was lost may be carried out late. Once the resource is ready, this removes what the POST of that
 * reply has made; the next run names what appears later. Something else with the tag of an answered POST may be a
 * person's copy: it is named. A duplicate without a tag, where the cloud ignores the tags of an order, is removed only if
 * its name is unique.
 */
export async function removeDuplicates<T extends Creatable>(
  call: Call,
  kind: BillableKind<T>,
  { at, before }: Created<T>,
): Promise<void> {
  // The list that showed it ready is new enough: it started after the resource was known to exist.
  const listed = await kind.collection.list({ startedAfter: at });
  const warnOfRemoval = ({ id }: T) => {
    call.warn(`The same request created a second ${kind.noun} (${id}), which is being removed.`);
  };
  for (const order of await ofThisOrder(call, kind, listed)) {
    if (order.whose !== 'ours') {
      warnOfCopy(call, order);
      continue;
    }
    warnOfRemoval(order.object);
    await removeUnlessItStays(call, kind, order);
  }
  for (const object of before ? untagged(call, kind.ignoredTags?.isAskedFor, listed, before) : []) {
    if (kind.ignoredTags?.isUnique) {
      warnOfRemoval(object);
      await removeUnused(call, kind, object);
    } else {
      call.warn(
        `Another ${kind.noun} of the same name and kind appeared (${object.id}). The request whose reply was lost may ` +
          'have created it. Check whose it is: it is billed, and nothing removes it.',
      );
    }
  }
}
