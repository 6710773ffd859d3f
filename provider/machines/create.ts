// How a machine, an instance or a cluster, comes to be: the whole path of a create, from top to bottom.
import type { TaggedCollection } from '../../api/services/tags';
import { orderOf, pendingTagIdOf } from '../../core/pendingTag';
import { adopt } from '../lifecycle/adopt';
import type { Call } from '../session/call';
import type { Placement } from './capacity';
import { deployWhereThereIsRoom } from './capacity';
import type { Billed, Created, PendingTagAt, Unheeded } from '../lifecycle/createOnce/createOnce';
import { createOnce, removeDuplicates } from '../lifecycle/createOnce/createOnce';
import { Ended, awaitReady } from './deploymentFailed';
import { removeLeftBy } from '../lifecycle/createOnce/evicted';
import { removeUnused } from '../lifecycle/createOnce/interruptedOrders';
import type { Machine, MachineInputs } from './machine';
import { isCarcass, isGoing, isNoMore } from './machine';
import { toldWhoHolds } from './volumeConflict';
import type { Checked, Settled } from '../schema/define';
import { Unfinished } from '../schema/define';
import type { Collection, Verdict } from '../polling/collection';
import { waitFor } from '../polling/waitFor';

/** One machine as a program orders it, and how the cloud deals with its kind. */
export interface Order<T extends Machine, I extends MachineInputs, O extends object> {
  /** The word for it in sentences. */
  readonly noun: string;
  readonly collection: Collection<T>;
  /** The collection as it stands in the API's paths. */
  readonly path: TaggedCollection;
  readonly inputs: Checked<I>;
  /** Where it may go, and how long it may wait for room. */
  readonly placement: Placement;
  /** The volumes that it is given, which outlive it. */
  readonly given: readonly string[];
  /** The inputs whose change needs a new machine, but for the location: what two orders are compared by. */
  readonly meaning: object;
  /** Whether the volumes that an order cannot tag are made by it. */
  readonly madeUntagged: boolean;
  /** Whether the cloud may take it away by itself. */
  readonly mayBeEvicted?: boolean;
  /** Says of the one with this id whether it is ready, will never be, or is to be waited for. */
  readonly settles: (id: string) => (found: T | undefined) => Verdict<T>;
  /** What of one that exists cannot become what is ordered. */
  readonly differences: (found: T) => readonly string[];
  /** Sends the order, once, and answers the new id. */
  readonly post: (tagAt: PendingTagAt, locationCode: string | undefined) => Promise<string>;
  /** Set where the cloud may not heed the tags of an order. */
  readonly unheeded?: Unheeded<T>;
  /** Makes one that is ready what is ordered, in place. */
  readonly converge: (found: T, isNew: boolean) => Promise<O>;
  readonly outputs: (found: T) => Promise<O>;
}

type AnyOrder<T extends Machine> = Order<T, MachineInputs, object>;

/**
 * Deploys a machine, exactly once, in the first of its locations that has room, and returns once it is what the
 * program says; or takes over the one that `adoptId` names. What exists when something fails is in state.
 */
export async function createMachine<T extends Machine, I extends MachineInputs, O extends object>(
  call: Call,
  order: Order<T, I, O>,
): Promise<{ id: string } & Settled<O>> {
  const { inputs } = order;
  const { adoptId } = inputs;
  const billed = billedBy(call, order);
  const accepted =
    adoptId === undefined
      ? await deployWhereThereIsRoom(call, order.placement, (location) => deployIn(call, order, location))
      : await adopt(call, billed, adoptId, order.differences);
  const { id } = accepted;
  try {
    if (inputs.awaitReady === false) {
      const found = await listed(call, order, id);
      return { id, outputs: await order.outputs(found), accepted: true, pendingTagId: pendingTagIdOf(found) };
    }
    const found = accepted.ready ?? (await usable(call, order, id));
    const outputs = await order.converge(found, accepted.found === undefined);
    await removeDuplicates(call, billed, accepted);
    // What was taken over keeps the name that it was given.
    const hostname = accepted.found && adoptId === undefined ? found.hostname : inputs.hostname;
    return { id, outputs: { ...outputs, hostname }, pendingTagId: pendingTagIdOf(found) };
  } catch (error) {
    throw unfinished(id, await known(order, id), error);
  }
}

/** One request, and the wait for what comes of it, unless the program does not want to wait. */
async function deployIn<T extends Machine>(
  call: Call,
  order: AnyOrder<T>,
  locationCode: string | undefined,
): Promise<Created<T>> {
  const { session } = call;
  const created = await createOnce(call, billedBy(call, order), (tagAt) =>
    toldWhoHolds(call, order.given, () => order.post(tagAt, locationCode)),
  );
  // Its volumes came with it, and its group may have a member more.
  session.volumes.wrote();
  session.instanceGroups.wrote();
  if (order.inputs.awaitReady === false) return created;
  const seen: T[] = [];
  try {
    return { ...created, ready: await ready(call, order, created.id, (found) => seen.push(found)) };
  } catch (error) {
    if (!(error instanceof Ended)) throw unfinished(created.id, await known(order, created.id), error);
    await removeCarcass(call, order, created.id, seen.at(-1), error);
    throw error;
  }
}

/** A machine that is ready, at once if it is; only one that is not yet is waited for. */
export async function usable<T extends Machine>(call: Call, order: AnyOrder<T>, id: string): Promise<T> {
  const verdict = order.settles(id)(await order.collection.read(id));
  return (verdict.state === 'done' ? verdict.value : undefined) ?? ready(call, order, id);
}

/** @param onSeen told of everything that is seen of it meanwhile. */
function ready<T extends Machine>(
  call: Call,
  { collection, placement, settles }: AnyOrder<T>,
  id: string,
  onSeen: (found: T) => void = () => undefined,
): Promise<T> {
  const settled = settles(id);
  const decide = (found: T | undefined) => {
    if (found) onSeen(found);
    return settled(found);
  };
  return awaitReady(call, id, () =>
    waitFor(call, collection, id, 'deploying', decide, { what: placement.instanceType }),
  );
}

/** What will never run is removed with all that was made with it, so that nothing of it stays billed. */
async function removeCarcass<T extends Machine>(
  call: Call,
  order: AnyOrder<T>,
  id: string,
  seen: T | undefined,
  ending: Ended,
): Promise<void> {
  try {
    const failedDeployment = (await order.collection.get(id)) ?? seen;
    if (failedDeployment) await removeUnused(call, billedBy(call, order), failedDeployment, undefined, seen);
    if (order.mayBeEvicted && (!failedDeployment || isNoMore(failedDeployment)))
      await removeLeftBy(call, id, order.given);
  } catch (left) {
    const why = `${ending.message} Removing what is left of it failed too: ${(left as Error).message}`;
    throw new Unfinished(id, await known(order, id), why, { cause: left });
  }
}

/** How machines of this order are created once. */
const billedBy = <T extends Machine>(call: Call, order: AnyOrder<T>): Billed<T> => ({
  noun: order.noun,
  collection: order.collection,
  path: order.path,
  order: orderOf(call, {
    whenOrphaned: call.keep ? 'keep' : 'drop',
    meaning: order.meaning,
    madeUntagged: order.madeUntagged,
  }),
  unheeded: order.unheeded,
  mayBeEvicted: order.mayBeEvicted,
  isGone: isGoing,
  hasFailed: isCarcass,
  fits: ({ location }) => mayBeIn(order.placement, location),
});

/** Whether a machine may be there; one of a group goes where the group is. */
const mayBeIn = ({ locationCode, fallbackLocationCodes = [] }: Placement, location: string): boolean =>
  locationCode === undefined || [locationCode, ...fallbackLocationCodes].includes(location);

/** One that was accepted, as soon as a list shows it: one list serves all that are accepted at about that time. */
function listed<T extends Machine>(call: Call, order: AnyOrder<T>, id: string): Promise<T> {
  const { collection, noun, placement } = order;
  const decide = (found: T | undefined): Verdict<T> =>
    found ? { state: 'done', value: found } : { state: 'failed', error: new Ended(noun, id, undefined) };
  return awaitReady(call, id, () =>
    waitFor(call, collection, id, 'accepting', decide, { what: placement.instanceType }),
  );
}

async function observe<T extends Machine>({ collection, noun }: AnyOrder<T>, id: string): Promise<T> {
  const found = await collection.get(id);
  if (!found) throw new Ended(noun, id, undefined);
  return found;
}

/** What is known of one that is not finished; a look that fails must not hide why it is not. */
async function known<T extends Machine, I extends MachineInputs, O extends object>(
  order: Order<T, I, O>,
  id: string,
): Promise<Partial<O>> {
  try {
    return await order.outputs(await observe(order, id));
  } catch {
    return {};
  }
}

const unfinished = (id: string, outputs: object, error: unknown): Unfinished<object> =>
  new Unfinished(id, outputs, (error as Error).message, { cause: error });
