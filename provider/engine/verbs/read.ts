import { removePendingTags } from '../../lifecycle/createOnce/pendingTagsInState';
import { forgetOrder } from '../../lifecycle/unbilled/interruptedUnbilled';
import { forgetSavedUpdate, markFor, withAddedParts } from '../../lifecycle/interruptedUpdates';
import type { ResourceDefinition, State } from '../../schema/define';
import type { CallContext, Recorded } from '../../run/call';
import { UserFacingError } from '../../run/errors';
import type { Run } from '../../run/run';
import { callOf } from './call';

/** A resource as it is in the cloud. */
export interface Read<I, O> {
  readonly inputs: Partial<I>;
  readonly outputs: State<I, O>;
  readonly recorded: Recorded;
}

/** @returns undefined if it no longer exists. */
export async function read<I extends object, O extends object>(
  run: Run,
  definition: ResourceDefinition<I, O>,
  context: CallContext,
  id: string,
  state: State<I, O>,
): Promise<Read<I, O> | undefined> {
  const { name, noun } = definition;
  if (id === '')
    throw new UserFacingError(`${name}.get needs the id of an existing ${noun}; it was given an empty one.`);
  const call = callOf<I, O>(run, definition, 'update', context, state, id);
  run.known.add(id);
  if (!call.isGet) {
    run.known.addUrn(call.urn);
    removePendingTags(call, name, id, state);
    forgetOrder(call, noun, id);
    forgetSavedUpdate(call, id, definition.changes, state);
  }
  const { account } = run;
  account.record(call, call.recorded.account);
  const found = await definition.read(
    call,
    id,
    call.isGet ? state : await withAddedParts(definition, call, id, state),
  );
  if (found) {
    const { inputs, outputs, vanished, accepted } = found;
    return {
      inputs,
      outputs: { ...inputs, ...outputs },
      recorded: {
        account: account.hashAfter(call.recorded.account),
        vanished,
        accepted,
        ...(!call.isGet && { refreshed: markFor(call, id) }),
      },
    };
  }
  if (account.isOther(call.recorded.account)) throw account.notFound(noun, id);
  if (call.isGet)
    throw new UserFacingError(`There is no ${noun} with the id ${JSON.stringify(id)} in this project.`);
  return undefined;
}
