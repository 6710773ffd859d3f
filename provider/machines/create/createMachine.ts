// How an instance or a cluster is created: observe existing machines, order, wait, apply changes, return.
import { pendingTagIdOf } from '../../../core/pendingTag';
import { adopt } from '../../lifecycle/adopt';
import type { BillableKind, Created } from '../../lifecycle/createOnce/billable';
import { orderOnce, removeDuplicates } from '../../lifecycle/createOnce/createOnce';
import { removeVolumesOfEvicted, removeListedVolumesOfEvicted } from '../../lifecycle/createOnce/evicted';
import { takeOver } from '../../lifecycle/createOnce/interruptedOrders';
import type { VerbResult } from '../../schema/define';
import { PartialCreate } from '../../schema/define';
import type { Call } from '../../run/call';
import { isNoCapacity, locationsToTry } from './capacity';
import { DeploymentFailed } from './deploymentFailed';
import type { AnyKind, MachineKind } from './kind';
import { billedBy } from './kind';
import type { Machine, MachineInputs } from '../machine';
import { writeExpiryEarly } from '../expiry/steps';
import { isListed, readyMachine, wait } from './ready';
import { isGone } from '../../../core/statuses';
import { removeUnused } from '../../lifecycle/createOnce/removal';

/**
 * Creates a machine exactly once, in the first location that has capacity, or adopts the machine that `adoptId` names.
 * Returns when the machine matches the program. If something fails, the machine goes into state as it is.
 */
export async function createMachine<T extends Machine, I extends MachineInputs, O extends object>(
  call: Call,
  kind: MachineKind<T, I, O>,
  inputs: I,
): Promise<{ id: string } & VerbResult<O>> {
  const { adoptId } = inputs;
  const billed = await billedBy(call, kind, inputs);
  const existing = await (adoptId === undefined
    ? interruptedMachine(call, kind, inputs, billed)
    : adopt(call, billed, adoptId, (found) => kind.differences(call, found, inputs)));
  const machine = existing ?? (await orderWhereCapacityIs(call, kind, inputs, billed));
  const { id } = machine;
  try {
    if (inputs.awaitReady === false) return await acceptedMachine(call, kind, inputs, id);
    const found = machine.ready ?? (await readyMachine(call, kind, inputs, id));
    const outputs = await kind.applyChanges(call, found, inputs, machine);
    await removeDuplicates(call, billed, machine);
    // A machine of an interrupted order keeps its name.
    const hostname = existing && adoptId === undefined ? found.hostname : inputs.hostname;
    return { id, outputs: { ...outputs, hostname }, pendingTagId: pendingTagIdOf(found) };
  } catch (error) {
    throw await partialCreate(call, kind, inputs, id, (error as Error).message, error);
  }
}

/** The result of a create that does not wait until the machine is ready. */
async function acceptedMachine<T extends Machine, I extends MachineInputs, O extends object>(
  call: Call,
  kind: MachineKind<T, I, O>,
  inputs: I,
  id: string,
): Promise<{ id: string } & VerbResult<O>> {
  const found = await wait(call, kind, inputs, id, 'accepting', isListed(kind, id));
  await writeExpiryEarly(call, kind.path, found, kind.expiry(found, inputs));
  const outputs = await kind.outputs(call, found, inputs);
  return { id, outputs, accepted: true, pendingTagId: pendingTagIdOf(found) };
}

/** The machine of an interrupted order; undefined if there is none, or if it found no capacity in the end. */
async function interruptedMachine<T extends Machine, I extends MachineInputs>(
  call: Call,
  kind: AnyKind<T, I>,
  inputs: I,
  billed: BillableKind<T>,
): Promise<Created<T> | undefined> {
  const found = await takeOver(call, billed);
  if (!found && kind.mayBeEvicted(inputs)) {
    await removeVolumesOfEvicted(call, kind.osVolumeName?.(call, inputs));
  }
  try {
    return found && (await readyOrRemoved(call, kind, inputs, billed, found));
  } catch (error) {
    if (!isNoCapacity(error)) throw error;
    return undefined;
  }
}

async function orderWhereCapacityIs<T extends Machine, I extends MachineInputs>(
  call: Call,
  kind: AnyKind<T, I>,
  inputs: I,
  billed: BillableKind<T>,
): Promise<Created<T>> {
  let refusal: unknown;
  for await (const location of locationsToTry(call, kind.placement(inputs))) {
    try {
      const ordered = await orderOnce(call, billed, (tagAt) => kind.order(call, inputs, location, tagAt));
      // The order has created volumes, and may have added a member to the group.
      call.run.volumes.invalidate();
      call.run.instanceGroups.invalidate();
      // A location may report no capacity after it has accepted the order, so the wait is part of the attempt.
      return await readyOrRemoved(call, kind, inputs, billed, ordered);
    } catch (error) {
      if (!isNoCapacity(error)) throw error;
      refusal = error;
    }
  }
  throw refusal;
}

/** Waits for a machine unless `awaitReady` is false; a failed deployment is removed before the error is raised. */
async function readyOrRemoved<T extends Machine, I extends MachineInputs>(
  call: Call,
  kind: AnyKind<T, I>,
  inputs: I,
  billed: BillableKind<T>,
  created: Created<T>,
): Promise<Created<T>> {
  if (inputs.awaitReady === false) return created;
  const { id } = created;
  let lastSeen: T | undefined;
  try {
    if (inputs.maxRunDuration !== undefined) {
      // A run that is killed while it waits leaves a machine with an end.
      const found = await wait(call, kind, inputs, id, 'accepting', isListed(kind, id));
      await writeExpiryEarly(call, kind.path, found, kind.expiry(found, inputs));
    }
    const ready = await wait(call, kind, inputs, id, 'deploying', (found) => {
      lastSeen = found ?? lastSeen;
      return kind.readiness(id)(found);
    });
    return { ...created, ready };
  } catch (error) {
    if (!(error instanceof DeploymentFailed))
      throw await partialCreate(call, kind, inputs, id, (error as Error).message, error);
    try {
      await removeFailedDeployment(call, billed, id, kind.mayBeEvicted(inputs), lastSeen);
    } catch (left) {
      const why = `${error.message} Removing the rest of it failed too, so it may still be billed: ${(left as Error).message}`;
      throw await partialCreate(call, kind, inputs, id, why, left);
    }
    error.message += ` The ${billed.noun} was removed, and nothing of it is billed any more.`;
    throw error;
  }
}

// A machine whose create fails goes into state as it is, or is removed.

/** The error that puts a machine into state with the reason why its create is unfinished. */
export async function partialCreate<T extends Machine, I extends MachineInputs>(
  call: Call,
  kind: AnyKind<T, I>,
  inputs: I,
  id: string,
  reason: string,
  cause: unknown,
): Promise<Error> {
  let outputs = {};
  try {
    const found = await kind.collection(call.run).get(id);
    if (found) outputs = await kind.outputs(call, found, inputs);
  } catch {
    // A failed read must not hide the reason.
  }
  return new PartialCreate(id, outputs, reason, { cause });
}

/**
 * Removes a machine that will never run, and everything that was created with it, so that nothing of it stays billed.
 *
 * @param lastSeen the machine before it disappeared and its volumes were detached.
 */
export async function removeFailedDeployment<T extends Machine>(
  call: Call,
  billed: BillableKind<T>,
  id: string,
  mayBeEvicted: boolean,
  lastSeen: T | undefined,
): Promise<void> {
  const found = (await billed.collection.get(id)) ?? lastSeen;
  if (found) await removeUnused(call, billed, found, lastSeen);
  if (mayBeEvicted && (!found || isGone(found))) await removeListedVolumesOfEvicted(call);
}
