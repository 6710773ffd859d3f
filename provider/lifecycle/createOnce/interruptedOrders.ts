// A create takes over the orphan of an interrupted order if the program still orders the same, and removes it
// otherwise.
import { LAG_MS } from '../../../core/orphans/intentLog';
import { describeThing, findOrphans, removalCommand, whyNotOurs } from '../../../core/orphans/orphans';
import type { PendingTag } from '../../../core/pendingTag';
import {
  PENDING,
  compareOrders,
  isOfOtherOwner,
  pendingTagOf,
  stackPrefixOf,
} from '../../../core/pendingTag';
import { isFailedDeployment, isGoing } from '../../../core/statuses';
import { typeToken } from '../../../core/urn';
import type { Call } from '../../run/call';
import { waitForOtherRun } from '../waiting/uncertainOrders';
import { formatDuration } from '../../../core/values/duration';
import type { BillableKind, Creatable, Created, Pending } from './billable';
import { addTagKeys, firstGone, isLeftByOrder, pendingAmong } from './billable';
import { removeUnlessItStays, warnOfRemoval } from './removal';

/** No order is sent, because an interrupted run may have sent the same order already. */
class OrderNotSentError extends Error {
  override readonly name = 'OrderNotSentError';
}

/**
 * Takes over the oldest orphan of this resource that the program still orders. Removes the others, but not if they are
 * kept, have a copied tag or may be in state.
 *
 * @throws OrderNotSentError if the targets leave the owner out, if another run, or a run with another owner, has sent
 * this order, or if it cannot compare the orders.
 */
export async function takeOver<T extends Creatable>(
  call: Call,
  kind: BillableKind<T>,
): Promise<Created<T> | undefined> {
  await checkMayOrder(call, kind);
  let taken: Created<T> | undefined;
  for (const order of await interruptedOrders(call, kind)) {
    // Once the resource is ready, its create removes duplicates.
    if (taken && compareOrders(order.tag, kind.order) !== 'other') continue;
    taken = (await takeOverOrRemove(call, kind, order)) ?? taken;
  }
  if (taken) return taken;
  await checkOrdersOfOtherOwners(call, kind);
  return undefined;
}

async function checkMayOrder<T extends Creatable>(call: Call, kind: BillableKind<T>): Promise<void> {
  const { intentLog } = call.run;
  if (call.owner === '') {
    throw new OrderNotSentError(
      `The stack's hidden resource "owner" must be created first, but the targets do not include it. ` +
        `Add --target '${stackPrefixOf(call.urn)}::${typeToken('Owner')}::owner', or deploy the whole stack once.`,
    );
  }
  const ordering = { owner: call.owner, resource: kind.order.resource };
  const other = intentLog.otherProcessOf(ordering.owner, ordering.resource);
  await waitForEnd(call, ordering);
  // Without a note, the other run has ended well, and has stored a state that this run has not read.
  if (other !== undefined && !intentLog.isInterrupted(ordering.owner, ordering.resource))
    throw new OrderNotSentError(
      `Another run of this stack on this computer (process ${String(other)}) has ordered this ${kind.noun}. Wait until ` +
        'it has ended, or end it if it is a process of Pulumi: `pulumi cancel` only unlocks the stack. Then run ' +
        '`pulumi up` again.',
    );
}

/** Names a copy, or something that nothing proves to be of this stack, once. */
export function warnOfCopy<T extends Creatable>(call: Call, order: Pending<T>): void {
  call.run.known.add(order.object.id);
  call.warn(
    `The ${describeThing(order)} stays as it is and is billed, although it has a tag of this resource. ${whyNotOurs(order)}`,
  );
}

/** Returns the orphan if it is taken over. */
async function takeOverOrRemove<T extends Creatable>(
  call: Call,
  kind: BillableKind<T>,
  order: Pending<T>,
): Promise<Created<T> | undefined> {
  const { run } = call;
  const { object, tag } = order;
  const comparison = compareOrders(tag, kind.order);
  if (comparison === 'unknown') {
    throw new OrderNotSentError(
      `An interrupted run of another version of pulumi-cloud-compute left the ${describeThing(order)}. This version ` +
        `cannot compare its order with the program. If no stack uses it, remove it with \`${removalCommand([object.id])}\`; ` +
        `if this stack does, remove the tag ${PENDING} from it. Then run \`pulumi up\` again.`,
    );
  }
  if (order.whose !== 'ours') {
    warnOfCopy(call, order);
    return undefined;
  }
  if (!kind.hasFailed?.(object) && comparison === 'same' && (kind.fits?.(object) ?? true)) {
    call.warn(`Took over the ${kind.noun} ${object.id}, which an interrupted run had ordered.`);
    run.known.add(object.id);
    run.posts.answer(tag.text, object.id);
    run.things.declare(object.id, { urn: call.urn });
    return { id: object.id, found: object, at: run.clock.now(), orderedTags: addTagKeys(call, kind) };
  }
  const volumes = await removeUnlessItStays(call, kind, order);
  const why = isFailedDeployment(object) ? 'whose deployment failed' : 'which does not match the program';
  if (volumes) warnOfRemoval(call, order, `ordered and ${why}`, volumes);
  return undefined;
}

/** The ids of everything that the stack of an owner has ordered and nothing shows to be in state. */
async function allOf({ run, requests }: Call, { owner, stack }: PendingTag): Promise<string[]> {
  const { orphans } = await findOrphans(run.client, run.posts, requests);
  return orphans
    .filter(({ tag, whose }) => tag.owner === owner && tag.stack === stack && whose === 'ours')
    .map(({ object }) => object.id);
}

/**
 * A stack gets another owner if an older state is imported or the stack is created anew, and, in the native plugin, with
 * another provider. Throws if this computer ordered something for the resource under another owner, got no answer, and
 * the run has ended. Anything else belongs to another stack of the same name, and is only named.
 */
async function checkOrdersOfOtherOwners<T extends Creatable>(
  call: Call,
  kind: BillableKind<T>,
): Promise<void> {
  const { intentLog, known } = call.run;
  const orphans = await pendingAmong(
    call,
    kind,
    await firstList(call, kind),
    (tag, object) => isOfOtherOwner(tag, call) && !isGoing(object) && !known.has(object.id),
    () => firstGone(call),
  );
  for (const orphan of orphans.filter(({ whose }) => whose === 'ours')) {
    const { tag } = orphan;
    const thing = `The ${describeThing(orphan)} was ordered for a resource of the same name`;
    await waitForEnd(call, tag);
    if (intentLog.isInterrupted(tag.owner, tag.resource))
      throw new OrderNotSentError(
        `${thing}, in a run of this computer that was interrupted. The state of this stack does not know that run. This ` +
          'run cannot take it over, and a second one would be billed too. If it belongs to another stack of this name, ' +
          `run \`pulumi up\` there. Otherwise, remove everything that it has ordered: \`${removalCommand(await allOf(call, tag))}\`. ` +
          'Then run `pulumi up` again.',
      );
    call.warn(`${thing} in another stack of this name. It stays as it is, and is billed.`);
  }
}

const waitForEnd = (call: Call, { owner, resource }: Pick<PendingTag, 'owner' | 'resource'>): Promise<void> =>
  waitForOtherRun(call, () => call.run.intentLog.otherProcessOf(owner, resource) !== undefined);

/**
 * The orphans of interrupted orders of this resource, in their present state, the oldest first. All creates
 * share one list.
 */
async function interruptedOrders<T extends Creatable>(
  call: Call,
  kind: BillableKind<T>,
): Promise<Pending<T>[]> {
  const listed = await firstList(call, kind);
  const isLeft = isLeftByOrder(call);
  const left = listed.filter((object) => {
    const tag = pendingTagOf(object);
    return tag !== undefined && isLeft(tag, object);
  });
  const now = await Promise.all(left.map(({ id }) => kind.collection.get(id)));
  const present = now.filter((object) => object !== undefined);
  // An original may have disappeared since the first list.
  return pendingAmong(call, kind, present, isLeft, async () => [...listed, ...(await firstGone(call))]);
}

/** The list that this process read before it created anything. It shows all orders of a run that was killed. */
export const firstList = <T>(
  call: Call,
  { collection, path }: Pick<BillableKind<T>, 'collection' | 'path'>,
): Promise<T[]> =>
  call.run.once(`first list of ${path}`, async () => {
    // Orders of this process change the intent log too, so it is read only once.
    await call.run.once(`orders of ${call.owner} are listed`, () => untilListed(call, call.owner));
    return collection.list({ fresh: true });
  });

/** Waits until lists show everything that an interrupted run has ordered. */
export async function untilListed(call: Call, owner: string): Promise<void> {
  const { clock, intentLog } = call.run;
  if (!intentLog.isOpen(owner)) return;
  // The order may have been sent late: it may have waited for the rate limit until the run was killed.
  call.status(
    `an earlier run was interrupted: waiting ${formatDuration(LAG_MS)} until its orders are listed`,
  );
  await clock.sleep(LAG_MS, call.signal);
}
