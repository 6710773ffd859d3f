// Attaches volumes to machines and detaches them; the API requires the machine to be off for both.
import type { Instance, Volume, Cluster } from '../../api/index';
import { attachedTo, isShared } from '../../api/services/volumes';
import type { Thing } from '../../core/orphans/billed';
import { describeThing, removalCommand } from '../../core/orphans/orphans';
import { isGoing } from '../../core/statuses';
import { waitFor } from '../lifecycle/waiting/waitFor';
import type { Call } from '../run/call';
import { DeploymentFailed } from '../machines/create/deploymentFailed';
import { hasFailed } from '../machines/machine';
import { setPower, stableInstance, whileOff } from '../machines/power';
import { AttachmentError, moveInTurn } from './moves';
import { until } from '../polling/statusRule';
import { nameAndId, bootedFrom } from '../checks/messages';
import type { PendingTag } from '../../core/pendingTag';
import { areOfOnePost, isOfResource, isOfStack, pendingTagOf, stackHashOf } from '../../core/pendingTag';
import { isInSomeState, whoseMachine } from '../lifecycle/createOnce/billable';
import type { Collection } from '../polling/collection';
import { DeadlineError } from '../polling/deadline';

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

// A volume may move from one machine of the stack to another in one run. The engine knows no order between the two, so
// the machine that gets the volume waits for the other one.

/** How long a resource waits until another one of the run begins to detach a volume, or to delete a machine, in ms. */
const GRACE_MS = 10_000;

/**
 * Waits while another resource of the run detaches a volume from its machine, or until it is clear that none does.
 *
 * @param target the machine that gets the volume, if it exists.
 */
export async function untilDetached(call: Call, id: string, target?: string): Promise<void> {
  const { volumes, things, clock, moves } = call.run;
  const holdersOf = (volume: Volume) => attachedTo(volume).filter((holder) => holder !== target);
  const found = await volumes.read(id);
  // A machine that this one replaces is deleted later.
  if (!found || holdersOf(found).every((holder) => things.urnOf(holder) === call.urn)) return;
  const isReleased = () => moves.isReleased(id);
  const wait = (isOver: () => boolean, deadline: number) =>
    waitFor(
      call,
      volumes,
      id,
      'waiting until it is detached',
      until((volume) => holdersOf(volume).length === 0 || isOver()),
      { deadline },
    );
  try {
    await wait(isReleased, Math.min(call.deadline, clock.now() + GRACE_MS));
    await wait(() => !isReleased(), call.deadline);
  } catch (error) {
    if (!(error instanceof DeadlineError)) throw error;
  }
}

/** Waits for a while until another resource of the run deletes a machine, and returns whether one does. */
export async function isDeletedMeanwhile<T extends Instance | Cluster>(
  call: Call,
  machines: Collection<T>,
  id: string,
): Promise<boolean> {
  const deadline = Math.min(call.deadline, call.run.clock.now() + GRACE_MS);
  try {
    await waitFor(call, machines, id, 'waiting until it is deleted', until<T>(isGoing), { deadline });
    return true;
  } catch (error) {
    if (error instanceof DeadlineError) return false;
    throw error;
  }
}

/**
 * Whether an interrupted run of this stack left the machine, and the program does not keep it: this stack ordered it, and
 * nothing shows that it is in state. The engine does not show such a machine to a run that deletes it.
 */
export async function isOrphan(call: Call, machine: Instance | Cluster): Promise<boolean> {
  const tag = await tagInNoState(call, machine);
  return (
    tag !== undefined && isOfStack(tag, call.owner, stackHashOf(call.urn)) && tag.whenOrphaned !== 'keep'
  );
}

/** The pending tag of a machine that its order has created, if nothing shows that the machine is in a state. */
async function tagInNoState(call: Call, machine: Instance | Cluster): Promise<PendingTag | undefined> {
  const tag = pendingTagOf(machine);
  if (!tag || isInSomeState(call.run, machine.id, tag)) return undefined;
  return (await whoseMachine(call, machine, tag)) === 'ours' ? tag : undefined;
}

/** Why a volume cannot be attached to a machine, and what to do; undefined if it can. */
export async function conflictOf(call: Call, id: string, target?: string): Promise<string | undefined> {
  const { volumes, instances } = call.run;
  const volume = await volumes.get(id);
  if (!volume) return `There is no volume ${id} in this project.`;
  const [holder] = attachedTo(volume).filter((other) => other !== target);
  if (holder === undefined) return undefined;
  if (isShared(volume))
    return `The shared volume ${nameAndId(volume)} was attached elsewhere meanwhile: run \`pulumi up\` again.`;
  const machine = await instances.read(holder);
  if (machine?.os_volume_id === id && call.run.things.urnOf(holder) !== call.urn)
    return `${nameAndId(volume)} is the volume ${bootedFrom(machine)}.`;
  const where = `The volume ${nameAndId(volume)} is attached to ${machine ? nameAndId(machine) : holder}`;
  const own = machine && pendingTagOf(machine);
  // For a forced replacement the engine calls no diff: after a run that did not end well, the tag tells whose it is.
  const isUnseen = call.run.things.urnOf(holder) !== call.urn;
  if (target === undefined && isUnseen && own && isOfResource(own, call))
    return `${where}, which this machine replaces: set deleteBeforeReplace: true, so that it is deleted first.`;
  const tag = machine && (await tagInNoState(call, machine));
  const isOfThisStack = tag !== undefined && isOfStack(tag, call.owner, stackHashOf(call.urn));
  if (tag?.owner === call.owner && !isOfThisStack)
    return (
      `${where}, which this stack ordered under another name, or a copy of this stack. If no state has that machine, ` +
      `remove it first: \`${removalCommand([holder])}\`.` +
      // The same order has created it.
      (areOfOnePost(pendingTagOf(volume), tag) ? ' That also removes this volume: detach it first.' : '')
    );
  if (isOfThisStack && tag.whenOrphaned === 'keep')
    return (
      `${where}, which an interrupted run left and the program keeps. If no state has that machine, remove it first: ` +
      `\`${removalCommand([holder])} --force\`.`
    );
  return target === undefined && call.run.things.urnOf(holder) === call.urn
    ? `${where}, which this machine replaces: leave out deleteBeforeReplace, so that it is deleted first.`
    : `${where}: detach it there first (a program does it with existingVolumes: [] on that machine, or with instanceIds: [] ` +
        'on its Volume, whichever has attached it), leave it out here, or make a copy of it (a Volume with sourceVolumeId). ' +
        'If that machine is no longer in the program, the engine deletes it last: leave the volume out here, run ' +
        '`pulumi up`, then add it again.';
}
