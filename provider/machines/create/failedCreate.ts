// A machine whose create fails goes into state as it is, or is removed.
import { isGone } from '../../../core/statuses';
import type { BillableKind } from '../../lifecycle/createOnce/billable';
import { removeListedVolumesOfEvicted } from '../../lifecycle/createOnce/evicted';
import { removeUnused } from '../../lifecycle/createOnce/removal';
import { PartialCreate } from '../../schema/define';
import type { Call } from '../../run/call';
import type { AnyKind } from './kind';
import type { Machine, MachineInputs } from '../machine';

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
