import { Bill } from '../../checks/cost/bill';
import { rememberAlive } from '../../lifecycle/claims';
import {
  actualState,
  endFailedUpdate,
  endUpdate,
  isUnchanged,
  noteUpdate,
} from '../../lifecycle/interruptedUpdates/interruptedUpdates';
import type { BegunUpdate } from '../../lifecycle/interruptedUpdates/interruptedUpdates';
import { removePendingTags } from '../../lifecycle/createOnce/pendingTagsInState';
import { mustBeReached } from '../../lifecycle/otherAccount';
import type { ResourceDefinition, State } from '../../schema/define';
import { same } from '../../schema/derived/same';
import type { CallContext, Recorded } from '../../session/call';
import { PartialFailure, asUserFacingError } from '../../session/errors';
import { callOf, lastLine } from './call';
import { settingsOf } from './changes';

/** The part of a resource that state must hold from now on. */
export interface Updated<I, O> {
  readonly outputs: State<I, O>;
  readonly recorded: Recorded;
}

/** @throws PartialFailure if something changed before the failure. */
export async function update<I extends object, O extends object>(
  definition: ResourceDefinition<I, O>,
  context: CallContext,
  id: string,
  state: State<I, O>,
  inputs: I,
): Promise<Updated<I, O>> {
  const call = callOf(definition, 'update', context, inputs);
  const { session, recorded } = call;
  const { changes: rules, sharedInputs } = definition;
  const startedAt = session.clock.now();
  rememberAlive(session, id, recorded.claim);
  let begun: BegunUpdate | undefined;
  // The settings for a delete apply at once, even if the update fails.
  const reached: Record<string, unknown> = {
    ...settingsOf(definition, state, inputs),
  };
  try {
    removePendingTags(call, definition.name, id, state);
    await mustBeReached(definition, call, id, state);
    // What the interrupted update has added is ours, also if the program has changed again since.
    const isToBeRead = (property: string) => property in sharedInputs || isUnchanged(property, state, inputs);
    const actual = await actualState(definition, call, id, state, isToBeRead);
    // Without an object in the cloud, nothing changes but the state.
    if (definition.delete) begun = noteUpdate(definition, call, id, { recorded: state, actual }, inputs);
    const { outputs, accepted } = await definition.update(call, id, actual, inputs, (part) => {
      Object.assign(reached, part);
    });
    endUpdate(call, id, state, inputs, rules, begun);
    lastLine(definition, call, 'updated', startedAt);
    Bill.of(session).applied(call, outputs);
    const { claim, createdAt } = recorded;
    const account = session.account.hashAfter(recorded.account);
    const orderTag = accepted ? recorded.orderTag : undefined;
    return {
      outputs: { ...inputs, ...outputs },
      recorded: { account, claim, createdAt, orderTag, accepted },
    };
  } catch (error) {
    if (begun) await endFailedUpdate(definition, call, id, state, begun, error);
    const before = state as Readonly<Record<string, unknown>>;
    const isAsBefore = Object.entries(reached).every(([key, value]) => same(before[key], value));
    if (isAsBefore) throw error;
    const { message } = asUserFacingError(definition.noun, 'update', error);
    throw new PartialFailure(id, reached, { unfinished: message }, message);
  }
}
