// Attaches volumes to machines and detaches them; the API requires the machine to be off for both.
import type { Instance, Volume } from '../../../api/index';
import { attachedTo, isShared } from '../../../api/services/volumes';
import type { Thing } from '../../../core/orphans/billed';
import { describeThing, removalCommand } from '../../../core/orphans/orphans';
import { isGoing } from '../../../core/statuses';
import { waitFor } from '../../lifecycle/waiting/waitFor';
import type { Call } from '../../run/call';
import { DeploymentFailed } from '../create/deploymentFailed';
import { hasFailed } from '../machine';
import { setPower, stableInstance, whileOff } from '../power';
import { AttachmentError, moveInTurn } from './volumeMoves';
import { conflictOf, isOrphan, untilDetached } from './volumeReleases';
import { until } from '../../polling/statusRule';
import { nameAndId } from '../../checks/messages';

/**
 * Attaches a volume; stops and starts the machine for that, if allowed. If another machine has the volume, waits while
 * another resource of the run detaches it there.
 *
 * @throws AttachmentError if the other machine keeps it.
 */
export async function attach(call: Call, found: Volume, instanceId: string, allowed: boolean): Promise<void> {
  const conflict = isShared(found) ? undefined : await tryRelease(call, found, instanceId);
  if (conflict !== undefined) throw new AttachmentError(conflict);
  return move(call, found, instanceId, allowed, 'attach');
}

/** Detaches a volume; stops and starts the machine for that, if allowed. */
export async function detach(call: Call, found: Volume, instanceId: string, allowed: boolean): Promise<void> {
  // Other machines do not block a shared volume, and a create may be about to take them over.
  const released = await releaseFromOrphans(call, found, isShared(found) ? [instanceId] : attachedTo(found));
  if (!released.includes(instanceId)) await move(call, found, instanceId, allowed, 'detach');
}

async function move(
  call: Call,
  found: Volume,
  instanceId: string,
  allowed: boolean,
  action: 'attach' | 'detach',
): Promise<void> {
  const doing = `${action === 'attach' ? 'Attaching' : 'Detaching'} the volume ${nameAndId(found)}`;
  try {
    await whileOff(call, instanceId, allowed, doing, () => moveInTurn(call, found.id, instanceId, action));
  } catch (error) {
    if (action === 'attach' || !(await isBeingDeleted(call, instanceId))) throw error;
    // Another resource of the run deletes the machine.
    await waitUntilReleased(call, found.id, instanceId);
  }
}

async function isBeingDeleted({ run }: Call, machineId: string): Promise<boolean> {
  const machine = (await run.instances.get(machineId)) ?? (await run.clusters.get(machineId));
  return !machine || isGoing(machine);
}

/**
 * Detaches a volume from machines that interrupted runs left, or waits while another resource of this run detaches it.
 * Returns why another machine keeps it, and what to do; undefined if none does.
 *
 * @param target the machine that gets the volume, if it exists.
 */
export async function tryRelease(call: Call, found: Volume, target?: string): Promise<string | undefined> {
  await releaseFromOrphans(call, found);
  await untilDetached(call, found.id, target);
  return conflictOf(call, found.id, target);
}

/**
 * Detaches a volume from orphaned machines of interrupted runs, so that they do not block a declared volume. Shuts the
 * machines down for that, and returns their ids.
 *
 * @param from the machines among which it looks for such machines.
 */
async function releaseFromOrphans(call: Call, found: Volume, from = attachedTo(found)): Promise<string[]> {
  const { instances, volumes } = call.run;
  if (from.every((id) => call.run.known.has(id))) return [];
  const volume = (await volumes.get(found.id)) ?? found;
  const holders = await Promise.all(
    attachedTo(volume)
      .filter((id) => from.includes(id))
      .map(async (id) => {
        const holder = await instances.get(id);
        return holder && (await isOrphan(call, holder)) ? [holder] : [];
      }),
  );
  const orphans = holders.flat();
  for (const orphan of orphans) {
    // It cannot be shut down, or it boots from the volume.
    if (hasFailed(orphan) || bootsFrom(orphan, volume))
      throw new AttachmentError(heldByOrphan(volume, { collection: 'instances', object: orphan }));
    try {
      await shutDownOnce(call, orphan);
    } catch (error) {
      if (!(error instanceof DeploymentFailed) || !(await isBeingDeleted(call, orphan.id))) throw error;
    }
    await move(call, volume, orphan.id, true, 'detach');
  }
  return orphans.map(({ id }) => id);
}

/** Waits until the delete of a machine has detached a volume. */
export async function waitUntilReleased(call: Call, id: string, holderId: string): Promise<void> {
  const isReleased = until<Volume>((volume) => !attachedTo(volume).includes(holderId));
  await waitFor(call, call.run.volumes, id, 'waiting until its machine is deleted', isReleased);
}

/** Whether a machine that has a volume boots from it. A machine that was only ordered does not show that yet. */
export const bootsFrom = (
  { os_volume_id: osVolumeId }: Instance,
  { id, is_os_volume: isOs }: Volume,
): boolean => (osVolumeId ? osVolumeId === id : isOs);

/** Why a volume is not released by an orphan that only a removal detaches from it. */
export const heldByOrphan = (volume: Volume, orphan: Thing): string =>
  `${attachmentTo(volume, orphan)}, which an interrupted run left and no state has. Remove it first: ` +
  `\`${removalCommand([orphan.object.id])}\`.`;

export const attachmentTo = (volume: Volume, holder: Thing): string =>
  `The volume ${nameAndId(volume)} is attached to the ${describeThing(holder)}`;

/** One shutdown serves all volumes that must be detached from the machine. */
function shutDownOnce(call: Call, machine: Instance): Promise<void> {
  return call.run.once(`shutdown of ${machine.id}`, () => shutDownOrphan(call, machine));
}

async function shutDownOrphan(call: Call, machine: Instance): Promise<void> {
  const thing = describeThing({ collection: 'instances', object: machine });
  call.warn(
    `An interrupted run left the ${thing}, which no state has. It is shut down, so that declared volumes can be detached ` +
      'from it, and stays billed until `pulumi up` takes it over, `pulumi destroy` removes it, or you do: ' +
      `\`${removalCommand([machine.id])}\`.`,
  );
  await stableInstance(call, machine.id);
  await setPower(call, machine.id, 'offline');
}
