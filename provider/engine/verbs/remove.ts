import type { Volume } from '../../../api';
import { billOf } from '../../checks/cost/bill';
import { mustNotDeleteAdopted } from '../../lifecycle/adopt';
import { nameAndId } from '../../checks/messages';
import { deletedData, volumesThatExist } from '../../lifecycle/consequences';
import { recordState } from '../../lifecycle/createOnce/pendingTagsInState';
import { forgetOrder } from '../../lifecycle/unbilled/interruptedUnbilled';
import { mustBeReached } from '../../lifecycle/otherAccount';
import type { ResourceDefinition, State } from '../../schema/define';
import type { Call, CallContext } from '../../run/call';
import type { Run } from '../../run/run';
import { callOf } from './call';

/** Deletes a resource, unless another state has it. */
export async function remove<I extends object, O extends object>(
  run: Run,
  definition: ResourceDefinition<I, O>,
  context: CallContext,
  id: string,
  recordedState: State<I, O>,
): Promise<void> {
  const { known, things } = run;
  // The newest program decides how to delete, even if it is the program that replaces the resource.
  const state = { ...recordedState, ...things.settingsOf(id) };
  // With an alias, and after a rename of the stack, state holds the old URN. This process knows the resource by the new.
  const urn = things.urnOf(id) ?? context.urn;
  const call = callOf<I, O>(run, definition, 'delete', { ...context, urn }, state, id);
  known.add(id);
  known.addUrn(urn);
  recordState(call, id, state);
  // Several resources without an object in the cloud may share an id; deleting one does not harm the others.
  if (definition.delete && known.isClaimedByOther(id, call.recorded.claim)) {
    call.warn(
      `The ${definition.noun} ${id} belongs to another resource of this program by now, or to the replacement of this ` +
        `one: it stays as it is.${await aboutVolumes(definition, call, id, state)}`,
    );
    return;
  }
  mustNotDeleteAdopted(call, definition.noun, id);
  await warnOfDeletedData(definition, call, id, state);
  run.account.record(call, call.recorded.account);
  await mustBeReached(definition, call, id, state);
  run.account.recordReachable(call.recorded.account);
  await definition.delete?.(call, id, state);
  known.addDeleted(id);
  forgetOrder(call, definition.noun, id);
  // A rename with an alias leaves the old URN in state, and the program may give the old name to another resource.
  const isOfOther = !things.has(id) && things.hasUrn(urn);
  billOf(run).deleted(isOfOther ? `${urn} ${id}` : urn, state);
}

/** A sentence about the volumes that stay with the resource: the other state may not have them. */
async function aboutVolumes<I extends object, O extends object>(
  definition: ResourceDefinition<I, O>,
  call: Call,
  id: string,
  state: State<I, O>,
): Promise<string> {
  const volumes = await volumesDeletedWith(definition, call, id, state);
  const names = volumes.map(nameAndId).join(', ');
  return volumes.length === 0
    ? ''
    : ` So do its volumes; nothing deletes any that the other resource does not have: ${names}.`;
}

/** No warning where the diff of a replacement has warned already, or where the user destroys the whole stack. */
async function warnOfDeletedData<I extends object, O extends object>(
  definition: ResourceDefinition<I, O>,
  call: Call,
  id: string,
  state: State<I, O>,
): Promise<void> {
  const { program, things } = call.run;
  if (!program.runs || things.isAnnounced(id)) return;
  const volumes = await volumesDeletedWith(definition, call, id, state);
  const { deletePermanently = false } = state as { deletePermanently?: boolean };
  const warning = deletedData(`the ${definition.noun} ${id}`, volumes, deletePermanently);
  if (warning !== undefined) call.warn(warning);
}

/** The volumes that the delete of the resource deletes too. */
const volumesDeletedWith = async <I extends object, O extends object>(
  { deletesVolumes }: ResourceDefinition<I, O>,
  call: Call,
  id: string,
  state: State<I, O>,
): Promise<Volume[]> => (deletesVolumes ? volumesThatExist(call, await deletesVolumes(call, id, state)) : []);
