import { mustNotDeleteAdopted } from '../../lifecycle/adopt';
import { isClaimedByOther } from '../../lifecycle/claims';
import { dataDeleted, volumesThere } from '../../lifecycle/consequences';
import { rememberVolumes } from '../../lifecycle/createOnce/pendingTagsInState';
import { mustBeReached } from '../../lifecycle/otherAccount';
import type { ResourceDefinition, State } from '../../schema/define';
import type { Call, CallContext } from '../../session/call';
import { currentSession } from '../../session/session';
import { callOf } from './call';

/** Deletes a resource, unless another state has it. */
export async function remove<I extends object, O extends object>(
  definition: ResourceDefinition<I, O>,
  context: CallContext,
  id: string,
  recordedState: State<I, O>,
): Promise<void> {
  // How to delete is what the newest program says, also where that very program replaces it.
  const state = { ...recordedState, ...currentSession().settings.get(id) };
  const call = callOf<I, O>(definition, 'delete', context, state);
  call.session.knownIds.add(id);
  rememberVolumes(call, state);
  // Of what has nothing in the cloud there may be several with one id, none of which harms another.
  if (definition.delete && isClaimedByOther(call.session, id, call.recorded.claim)) {
    call.warn(
      `The ${definition.noun} ${id} belongs to another resource of this program by now, or to what replaced this ` +
        'one: it stays as it is.',
    );
    return;
  }
  mustNotDeleteAdopted(call, definition.noun, id);
  await warnOfDeletedData(definition, call, id, state);
  await mustBeReached(definition, call, id, state);
  await definition.delete?.(call, id, state);
}

/** Of a replacement its diff has said which data goes, and whoever destroys the whole stack knows. */
async function warnOfDeletedData<I extends object, O extends object>(
  { noun, deletesVolumes }: ResourceDefinition<I, O>,
  call: Call,
  id: string,
  state: State<I, O>,
): Promise<void> {
  const { runsProgram, settings } = call.session;
  if (!deletesVolumes || !runsProgram || settings.has(id)) return;
  const volumes = await volumesThere(call, deletesVolumes(state));
  const { deletePermanently = false } = state as { deletePermanently?: boolean };
  const warning = dataDeleted(`the ${noun} ${id}`, volumes, deletePermanently);
  if (warning !== undefined) call.warn(warning);
}
