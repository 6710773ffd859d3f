// Guards every resource against a change of the account: a resource of another account never counts as gone,
// and nothing is created or replaced before the user has confirmed the account.
import type { ResourceDefinition, State } from '../schema/define';
import type { Call } from '../run/call';

/** @throws OtherAccountError when the resource was made in another account, and is not found in this one. */
export async function mustBeReached<I extends object, O extends object>(
  definition: ResourceDefinition<I, O>,
  call: Call,
  id: string,
  state: State<I, O>,
): Promise<void> {
  const { recorded, run } = call;
  if (!run.account.isOther(recorded.account)) return;
  const isReached = definition.isReached
    ? await definition.isReached(call, state)
    : (await definition.read(call, id, state)) !== undefined;
  if (!isReached) throw run.account.notFound(definition.noun, id);
}

/** @throws OtherAccountError when the resource was made in another account. */
export async function mustNotBeReplaced<I extends object, O extends object>(
  definition: ResourceDefinition<I, O>,
  call: Call,
  id: string,
  state: State<I, O>,
): Promise<void> {
  const { recorded, run } = call;
  if (!run.account.isOther(recorded.account)) return;
  await mustBeReached(definition, call, id, state);
  throw run.account.notReplaced(definition.noun, id);
}
