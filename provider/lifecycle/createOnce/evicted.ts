// What a machine leaves that was evicted before any state had it: volumes that outlive it (`keep_detached`). No state
// will ever have them, so they go to the trash.
import type { Instance, Volume } from '../../../api/schema';
import { describeThing, madeWith, removalCommand } from '../../../core/orphans';
import { isGoing, unlessGone } from '../../../core/statuses';
import { PENDING, belongsTo, isOfResource, pendingTagOf, stackHashOf } from '../../../core/pendingTag';
import type { PendingTag } from '../../../core/pendingTag';
import { attachedTo } from '../../machines/attachments';
import type { Call } from '../../session/call';
import { firstList } from './interruptedOrders';
import { isOfOldState } from './pendingTagsInState';
import { removeVolume } from '../removeVolume';
import type { Session } from '../../session/session';

/** The most entries that a page of a journal has. */
const PAGE = 100;

/** The discontinued machines that still carry a pending tag: one list for all creates of a process. */
const evictedMachines = new WeakMap<Session, Promise<Instance[]>>();

/** Moves to the trash what interrupted orders of this resource left whose machines were evicted meanwhile. */
export async function removeLeftByEvicted(call: Call): Promise<void> {
  const { session } = call;
  const list =
    evictedMachines.get(session) ??
    session.client.instances.list({ status: 'discontinued', tags: [PENDING] }, call.requests);
  evictedMachines.set(session, list);
  list.catch(() => evictedMachines.delete(session));
  const evicted = (await list).filter(({ status }) => status === 'discontinued');
  const volumes = await firstList(call, session.volumes);
  if ([...evicted, ...volumes].some((thing) => ourTagOf(call, thing))) await removeLeft(call, evicted);
}

/**
 * Moves to the trash what a machine left that this create has ordered and the cloud hardly knows any more.
 *
 * @param given the volumes that it was given.
 */
export async function removeLeftBy(call: Call, id: string, given: readonly string[]): Promise<void> {
  const { client } = call.session;
  const journal = (await unlessGone(client.journal.forCompute(id, { pageSize: PAGE }, call.requests))) ?? [];
  const held = new Set(journal.map((entry) => entry.volume_id));
  // Nobody has used the machine: an operating-system volume that it held and was not given was made with it.
  await removeLeft(
    call,
    [],
    (volume) => volume.is_os_volume && held.has(volume.id) && !given.includes(volume.id),
  );
}

async function removeLeft(
  call: Call,
  evicted: readonly Instance[],
  isMadeUntagged: (volume: Volume) => boolean = () => false,
): Promise<void> {
  const volumes = await call.session.volumes.list({ startedAfter: call.session.clock.now() });
  const byMachine = new Map<string, PendingTag>();
  for (const machine of evicted) {
    const tag = ourTagOf(call, machine);
    if (tag) for (const id of madeWith(machine, tag, volumes)) byMachine.set(id, tag);
  }
  for (const volume of volumes) {
    const tag = ourTagOf(call, volume) ?? byMachine.get(volume.id);
    if ((tag || isMadeUntagged(volume)) && isFree(call, volume)) await remove(call, volume, tag);
  }
}

/** The pending tag of something that an order of this resource has made, in this stack, and no state has shown. */
function ourTagOf(call: Call, thing: Instance | Volume): PendingTag | undefined {
  const tag = pendingTagOf(thing);
  const isOurs =
    tag && isOfResource(tag, call) && tag.stack === stackHashOf(call.urn) && belongsTo(tag, thing);
  return isOurs && !call.session.met.has(thing.id) ? tag : undefined;
}

/** Whether no machine holds a volume, and no state has it or is to keep it. */
const isFree = (call: Call, volume: Volume): boolean =>
  attachedTo(volume).length === 0 &&
  !isGoing(volume) &&
  !call.session.met.has(volume.id) &&
  !isOfOldState(call, volume.id) &&
  !call.session.keptVolumes.get(call.urn)?.includes(volume.id);

async function remove(call: Call, volume: Volume, tag: PendingTag | undefined): Promise<void> {
  const what = `The ${describeThing({ collection: 'volumes', object: volume })} was made with a machine that was evicted before it was in state.`;
  if (tag?.whenOrphaned === 'keep') {
    call.warn(
      `${what} It was to be kept (retainOnDelete, protect). If you do not need it, remove it with ` +
        `\`${removalCommand([volume.id])} --force\`.`,
    );
    return;
  }
  call.warn(`${what} It goes to the trash.`);
  await removeVolume(call, volume.id, false);
}
