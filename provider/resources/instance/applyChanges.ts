import type { Instance } from '../../../api';
import { whileOff } from '../../machines/power';
import { mayBeShutDown } from '../../volumes/sharedVolumes';
import type { Call } from '../../run/call';
import type { Reached } from '../../schema/plan';
import { performSteps, updateOf } from '../../schema/plan';
import type { InstanceInputs, InstanceOutputs } from './schema';
import { outputsOf } from './view';
import { noLongerAttached, observeUpdate } from './observe';
import { entriesAfter, planInstance } from './plan';

/**
 * Changes a ready machine in place to match the program.
 *
 * @param found the machine, which is ready.
 * @param before the inputs and outputs in state.
 * @param isNew whether this run has just ordered the machine: then it has its volumes already, except shared ones.
 * @param isCreate whether the create of the machine is not finished.
 * @param reached is called with the inputs and outputs that are applied, after each step.
 */
export async function applyChanges(
  call: Call,
  found: Instance,
  inputs: InstanceInputs,
  before: Partial<InstanceInputs & InstanceOutputs>,
  {
    isNew = false,
    isCreate = false,
    reached,
  }: {
    readonly isNew?: boolean;
    readonly isCreate?: boolean;
    readonly reached?: Reached<InstanceInputs, InstanceOutputs>;
  },
): Promise<InstanceOutputs> {
  const { id } = found;
  const observed = await observeUpdate(call, found, before, inputs, isNew);
  const { plan } = planInstance(observed, before, inputs, updateOf(id));
  if (plan.refuse) throw plan.refuse;
  const mayStop = isCreate ? mayBeShutDown(found, inputs) : (inputs.allowShutdown ?? false);
  const isAllowed = inputs.powerState === 'offline' || mayStop;
  await call.run.moves.release(noLongerAttached(inputs, before), () =>
    performSteps(call, plan.steps, reached, (machineId, work) =>
      whileOff(call, machineId, isAllowed, 'Attaching or detaching its volumes', work),
    ),
  );
  // All machines that become ready together share one list that is newer than the last write.
  const now = (await call.run.instances.read(id)) ?? found;
  const { created } = observed;
  const { sshHostKey } = before;
  return outputsOf(call, now, {
    ...inputs,
    ...(created && entriesAfter(created, inputs)),
    ...(sshHostKey !== undefined && { sshHostKey }),
  });
}
