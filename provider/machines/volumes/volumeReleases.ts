// A volume may move from one machine of the stack to another in one run. The engine knows no order between the two, so
// the machine that gets the volume waits for the other one.
import { attachedTo, isShared } from '../../../api/services/volumes';
import type { Cluster, Instance, Volume } from '../../../api/index';
import { removalCommand } from '../../../core/orphans/orphans';
import type { PendingTag } from '../../../core/pendingTag';
import { areOfOnePost, isOfResource, isOfStack, pendingTagOf, stackHashOf } from '../../../core/pendingTag';
import { isGoing } from '../../../core/statuses';
import { isInSomeState, whoseMachine } from '../../lifecycle/createOnce/billable';
import { waitFor } from '../../lifecycle/waiting/waitFor';
import type { Collection } from '../../polling/collection';
import { until } from '../../polling/statusRule';
import { DeadlineError } from '../../polling/deadline';
import type { Call } from '../../run/call';
import { bootedFrom, nameAndId } from '../../checks/messages';

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
