// Detaches a volume that is to be deleted.
import { attachedTo, isShared } from '../../../api/services/volumes';
import type { Cluster, Volume } from '../../../api/index';
import { describeThing, removalCommand } from '../../../core/orphans/orphans';
import { isGoing } from '../../../core/statuses';
import { stackHashOf } from '../../../core/pendingTag';
import { removeOrphans } from '../../lifecycle/createOnce/removeOrphans';
import { waitFor } from '../../lifecycle/waiting/waitFor';
import type { Call } from '../../session/call';
import { oncePerSession } from '../../session/perSession';
import { ShutdownNotAllowedError } from '../power';
import { detach, isOrphan } from './attachments';
import { AttachmentError } from './volumeMoves';
import { isDeletedMeanwhile, until } from './volumeReleases';

/**
 * Detaches a volume from a machine or a cluster, or waits while another resource of the run deletes that: in state,
 * neither depends on the other if the program does not name the volume any more.
 *
 * @param allowed whether the program allows the provider to stop the machine.
 * @throws AttachmentError if a cluster keeps it: only the delete of a cluster detaches its volumes.
 */
export async function detachForDelete(
  call: Call,
  found: Volume,
  holderId: string,
  allowed: boolean,
): Promise<void> {
  const { clusters, volumes } = call.session;
  const cluster = isShared(found) ? await clusters.get(holderId) : undefined;
  if (cluster) await mustBeLeaving(call, found, cluster);
  else if (await isDetached(call, found, holderId, allowed)) return;
  const hasLeft = until<Volume>((volume) => !attachedTo(volume).includes(holderId));
  await waitFor(call, volumes, found.id, 'waiting until its machine is deleted', hasLeft);
}

/** Detaches the volume, and returns whether that was possible: another resource of the run may delete the machine. */
async function isDetached(call: Call, found: Volume, id: string, allowed: boolean): Promise<boolean> {
  try {
    await detach(call, found, id, allowed);
    return true;
  } catch (error) {
    const isRefused = error instanceof ShutdownNotAllowedError;
    if (!isRefused || !(await isDeletedMeanwhile(call, call.session.instances, id))) throw error;
    return false;
  }
}

/**
 * Returns once the cluster is being deleted. Removes it if an interrupted run left it and the whole stack is destroyed.
 *
 * @throws AttachmentError if it stays.
 */
async function mustBeLeaving(call: Call, found: Volume, cluster: Cluster): Promise<void> {
  const { session } = call;
  const { id } = cluster;
  if (isGoing(cluster) || (await isDeletedMeanwhile(call, session.clusters, id))) return;
  const thing = describeThing({ collection: 'clusters', object: cluster });
  const where = `The volume ${found.name} (${found.id}) is attached to the ${thing}`;
  if (isOrphan(call, cluster)) {
    if (session.runsProgram)
      throw new AttachmentError(
        `${where}, which an interrupted run left and no state has. Remove it first: \`${removalCommand([id])}\`.`,
      );
    await oncePerSession(session, `removal of ${id}`, async () => {
      await removeOrphans(call, call.owner, stackHashOf(call.urn), ({ object }) => object.id === id);
    });
    const left = await session.clusters.get(id);
    if (!left || isGoing(left)) return;
  }
  throw new AttachmentError(`${where}. Delete the cluster first: nothing else detaches its volumes.`);
}
