// Detaches a volume that is to be deleted.
import { isShared } from '../../../api/services/volumes';
import type { Volume } from '../../../api/index';
import type { Thing } from '../../../core/orphans/billed';
import { isGoing } from '../../../core/statuses';
import { stackHashOf } from '../../../core/pendingTag';
import { removeOrphans } from '../../lifecycle/createOnce/removeOrphans';
import type { Call } from '../../run/call';
import { hasFailed } from '../machine';
import { ShutdownNotAllowedError } from '../power';
import { attachmentTo, bootsFrom, detach, heldByOrphan, waitUntilReleased } from './attachments';
import { AttachmentError } from './volumeMoves';
import { isDeletedMeanwhile, isOrphan } from './volumeReleases';

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
