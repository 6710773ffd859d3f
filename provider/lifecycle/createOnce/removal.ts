// Removes an orphan with the volumes that were created with it, and says so, or says why it stays.
import type { Volume } from '../../../api/schema';
import { adoptedAmong } from '../../../core/hiddenTags';
import type { Orphan } from '../../../core/orphans/orphans';
import {
  WITHOUT_MACHINE,
  createdWith,
  describeThing,
  holderOf,
  removalCommand,
} from '../../../core/orphans/orphans';
import type { RemovalOptions } from '../../../core/orphans/removeOrphan';
import { RemovalError, removeOrphan } from '../../../core/orphans/removeOrphan';
import { missingPendingTag, pendingTagOf } from '../../../core/pendingTag';
import { isFailedDeployment } from '../../../core/statuses';
import type { Call } from '../../run/call';
import { deletedStorage, describeBilled } from '../consequences';
import { waitUntilListed } from '../waiting/readRecent';
import type { BillableKind, Creatable, Pending } from './billable';
import { isInSomeState, mayBeReplaced } from './billable';

/**
 * The user did not ask for this removal: a warning says what was removed, and whether its data can be restored.
 *
 * @param done what an interrupted run had done with it, as the end of a clause.
 */
export function warnOfRemoval(call: Call, orphan: Orphan, done: string, volumes: readonly Volume[]): void {
  const storage =
    volumes.length === 0 ? '' : `: ${deletedStorage(volumes, isFailedDeployment(orphan.object))}`;
  call.warn(`Removed the ${describeThing(orphan)}, which an interrupted run had ${done}${storage}.`);
}

/** Removes an orphan, and returns its volumes. If it must stay, it is only named. */
export async function removeUnlessItStays<T extends Creatable>(
  call: Call,
  kind: BillableKind<T>,
  order: Pending<T>,
): Promise<Volume[] | undefined> {
  const reason = whyItStays(call, order);
  if (reason === undefined) return removeUnused(call, kind, order.object);
  call.run.known.add(order.object.id);
  call.warn(
    `The ${describeThing(order)}, which does not match the program, is not removed as an orphan of an interrupted run. ` +
      reason,
  );
  return undefined;
}

/** Why an orphan is not removed, and how the user can remove it; undefined if nothing forbids it. */
export function whyItStays(call: Call, orphan: Orphan): string | undefined {
  const command = removalCommand([orphan.object.id]);
  if (orphan.tag.whenOrphaned === 'keep')
    return `It is kept because of retainOnDelete or protect. If you do not need it, remove it with \`${command} --force\`.`;
  const holder = holderOf(orphan, []);
  const reason = orphan.isWithoutMachine
    ? WITHOUT_MACHINE
    : mayBeReplaced(call, orphan.tag)
      ? 'It may be in state, and be what this run replaces.'
      : holder && `It is attached to the ${holder}.`;
  return reason && `${reason} If no state has it, remove it with \`${command}\`.`;
}

/**
 * Removes an unused object and the volumes that were created with it. Returns these volumes when all of it is gone.
 *
 * @param lastSeen the object before it disappeared and its volumes were detached.
 */
export async function removeUnused<T extends Creatable>(
  call: Call,
  kind: BillableKind<T>,
  object: T,
  lastSeen = object,
): Promise<Volume[]> {
  const { run } = call;
  // If the cloud ignored the tag of the order, act as if the object carried it.
  const tag = pendingTagOf(object) ?? missingPendingTag(kind.order, Date.parse(object.created_at));
  const volumes = await volumesFor(call, [object, lastSeen]);
  const createdWithIt = [object, lastSeen].flatMap((one) => createdWith(one, tag, volumes, true));
  // Volumes in state belong to no orphan, whatever tags they carry.
  const volumeIds = [...new Set(createdWithIt)].filter((id) => !run.known.has(id));
  try {
    const orphan = { collection: kind.path, object, tag, whose: 'ours', volumeIds } as Orphan;
    return await removeWithUnusedVolumes(call, orphan, volumes);
  } finally {
    kind.collection.invalidate();
    run.volumes.invalidate();
  }
}

/**
 * Removes an orphan and its volumes, except volumes that a state has or a resource has adopted: these are named. Volumes
 * that the program attaches by now are only detached. Returns the removed volumes.
 */
export async function removeWithUnusedVolumes(
  call: Call,
  orphan: Orphan,
  volumes: readonly Volume[],
): Promise<Volume[]> {
  const { run } = call;
  const adopted = adoptedAmong(volumes);
  const kept = orphan.volumeIds.filter((id) => isInSomeState(run, id) || adopted.has(id));
  const volumeIds = orphan.volumeIds.filter((id) => !kept.includes(id) && !run.program.isUsed('volume', id));
  const removed = await removeOrphan(run.client, { ...orphan, volumeIds }, removalOptions(call));
  for (const volume of volumes.filter(({ id }) => kept.includes(id)))
    call.warn(`${describeBilled(volume, 'stays: it is or was in a state, or a resource has adopted it')}.`);
  return volumes.filter(({ id }) => removed.includes(id));
}

/** All volumes, including volumes of these machines that a list does not show yet. */
async function volumesFor(call: Call, machines: readonly Creatable[]): Promise<Volume[]> {
  const { volumes } = call.run;
  const listed = await volumes.list({ fresh: true });
  const attached = machines.flatMap((machine) => ('volume_ids' in machine ? machine.volume_ids : []));
  const unlisted = attached.filter((id) => !listed.some((volume) => volume.id === id));
  const others = await Promise.all([...new Set(unlisted)].map((id) => waitUntilListed(call, volumes, id)));
  return [...listed, ...others.filter((volume) => volume !== undefined)];
}

/** A removal may take as long as the call. */
const removalOptions = (call: Call): RemovalOptions => ({
  ...call.requests,
  sleep: async (ms) => {
    const { clock } = call.run;
    if (clock.now() + ms > call.deadline) {
      throw new RemovalError('It was not gone at the deadline.');
    }
    await clock.sleep(ms, call.signal);
  },
});
