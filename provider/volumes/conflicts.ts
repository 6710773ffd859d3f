import type { Volume } from '../../api/index';
import { attachedTo, isShared } from '../../api/services/volumes';
import { InvalidRequestError } from '../../api/errors';
import {
  tryRelease,
  conflictOf,
  attachmentTo,
  bootsFrom,
  detach,
  heldByOrphan,
  waitUntilReleased,
  isDeletedMeanwhile,
  isOrphan,
} from './attachments';
import type { Call } from '../run/call';
import { waitFor } from '../lifecycle/waiting/waitFor';
import { isMoving, AttachmentError } from './moves';
import { until } from '../polling/statusRule';
import type { Thing } from '../../core/orphans/billed';
import { isGoing } from '../../core/statuses';
import { stackHashOf } from '../../core/pendingTag';
import { removeOrphans } from '../lifecycle/createOnce/removeOrphans';
import { hasFailed } from '../machines/machine';
import { ShutdownNotAllowedError } from '../machines/power';

/** An order was refused because of the volumes that it attaches. */
export class VolumeConflictError extends Error {
  override readonly name = 'VolumeConflictError';
}

/**
 * If an order is refused because a volume is attached to another machine, or gone, the error names the volume and the
 * remedy. The cloud's own answer does not name it.
 *
 * @param attached the volumes that the order attaches.
 */
export async function explainVolumeConflict<T>(
  call: Call,
  attached: readonly string[],
  order: () => Promise<T>,
): Promise<T> {
  const heldAtRefusal = new Set<string>();
  for (;;) {
    try {
      return await order();
    } catch (error) {
      if (!(error instanceof InvalidRequestError)) throw error;
      const found = await Promise.all(attached.map((id) => release(call, id, heldAtRefusal)));
      const conflicts = found.flatMap(({ conflict }) => conflict ?? []);
      if (conflicts.length > 0)
        throw new VolumeConflictError(`${error.message} ${conflicts.join(' ')}`, { cause: error });
      if (!found.some(({ wasHeld }) => wasHeld)) throw error;
    }
  }
}

/**
 * Releases a volume from another machine, if that is possible, and returns whether one had it and why one keeps it. For
 * a shared volume it waits until the other machine has it: then the same order is accepted.
 *
 * @param heldAtRefusal the shared volumes that another machine held, and that were not moving, at an earlier refusal.
 */
async function release(
  call: Call,
  id: string,
  heldAtRefusal: Set<string>,
): Promise<{ wasHeld: boolean; conflict: string | undefined }> {
  const { volumes } = call.run;
  const volume = await volumes.get(id);
  if (volume === undefined || attachedTo(volume).length === 0 || heldAtRefusal.has(id))
    return { wasHeld: false, conflict: await conflictOf(call, id) };
  if (!isShared(volume)) return { wasHeld: true, conflict: await tryRelease(call, volume) };
  if (!isMoving(volume)) heldAtRefusal.add(id);
  await waitFor(
    call,
    volumes,
    id,
    'waiting until it is attached',
    until<Volume>((one) => !isMoving(one)),
  );
  return { wasHeld: true, conflict: undefined };
}

// Detaches a volume that is to be deleted.

type Holder = Extract<Thing, { readonly collection: 'instances' | 'clusters' }>;

/**
 * Detaches a volume from a machine or a cluster, or waits while another resource of the run deletes that: in state,
 * neither depends on the other if the program does not name the volume any more.
 *
 * @param allowed whether the program allows the provider to stop the machine.
 * @throws AttachmentError if its holder keeps it, and only the delete of the holder detaches it.
 */
export async function detachForDelete(
  call: Call,
  found: Volume,
  holderId: string,
  allowed: boolean,
): Promise<void> {
  const holder = await undetachable(call, found, holderId);
  if (holder) await releaseFromHolder(call, found, holder);
  else if (await isDetached(call, found, holderId, allowed)) return;
  await waitUntilReleased(call, found.id, holderId);
}

/**
 * The holder of the volume if only its delete detaches the volume: a cluster, a machine that cannot be shut down, or the
 * machine that boots from it.
 */
async function undetachable({ run }: Call, found: Volume, id: string): Promise<Holder | undefined> {
  const cluster = isShared(found) ? await run.clusters.get(id) : undefined;
  if (cluster) return { collection: 'clusters', object: cluster };
  const instance = await run.instances.get(id);
  return instance && (bootsFrom(instance, found) || hasFailed(instance))
    ? { collection: 'instances', object: instance }
    : undefined;
}

/** Detaches the volume, and returns whether that was possible: another resource of the run may delete the machine. */
async function isDetached(call: Call, found: Volume, id: string, allowed: boolean): Promise<boolean> {
  try {
    await detach(call, found, id, allowed);
    return true;
  } catch (error) {
    // Other errors are the effect of a delete only if that has begun.
    const mayBeEarly = error instanceof ShutdownNotAllowedError;
    const { instances } = call.run;
    const isLeaving = mayBeEarly ? await isDeletedMeanwhile(call, instances, id) : await hasLeft(call, id);
    if (isLeaving) return false;
    if (!mayBeEarly) throw error;
    if (!call.run.program.runs)
      throw new AttachmentError(
        `${error.message} \`pulumi destroy\` uses the settings of the last \`pulumi up\`: run \`pulumi up\` with the new ` +
          'setting first. Or shut the instance down in the console, then run `pulumi destroy` again.',
        { cause: error },
      );
    // The program may have the volume no longer, so its own `allowShutdown` is no remedy.
    throw new AttachmentError(
      `${error.message} To delete the volume, detach it first, with existingVolumes: [] and allowShutdown: true on the ` +
        'instance. If retainOnDelete keeps the instance, set it on the Volume too.',
      { cause: error },
    );
  }
}

async function hasLeft({ run }: Call, id: string): Promise<boolean> {
  const machine = await run.instances.get(id);
  return !machine || isGoing(machine);
}

/**
 * Returns once the holder of the volume is being deleted. Removes it if an interrupted run left it and the whole stack is
 * destroyed.
 *
 * @throws AttachmentError if it stays.
 */
async function releaseFromHolder(call: Call, found: Volume, holder: Holder): Promise<void> {
  const { run } = call;
  const { collection, object } = holder;
  const { id } = object;
  if (isGoing(object)) return;
  const isLeaving =
    collection === 'clusters'
      ? await isDeletedMeanwhile(call, run.clusters, id)
      : await isDeletedMeanwhile(call, run.instances, id);
  if (isLeaving) return;
  if (await isOrphan(call, object)) {
    if (run.program.runs) throw new AttachmentError(heldByOrphan(found, holder));
    await run.once(`removal of ${id}`, async () => {
      await removeOrphans(call, call.owner, stackHashOf(call.urn), (orphan) => orphan.object.id === id);
    });
    const left = await run[collection].get(id);
    if (!left || isGoing(left)) return;
  }
  const noun = collection === 'clusters' ? 'cluster' : 'instance';
  throw new AttachmentError(
    `${attachmentTo(found, holder)}. Delete the ${noun} first: nothing else detaches its volumes.`,
  );
}
