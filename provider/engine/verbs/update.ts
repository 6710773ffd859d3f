import { billOf } from '../../checks/cost/bill';
import { release, reserve } from '../../checks/cost/limit';
import { actualState, endFailedUpdate, endUpdate, noteUpdate } from '../../lifecycle/interruptedUpdates';
import type { BegunUpdate } from '../../lifecycle/interruptedUpdates';
import { removePendingTags } from '../../lifecycle/createOnce/pendingTagsInState';
import { mustBeReached } from '../../lifecycle/otherAccount';
import type { ResourceDefinition, State } from '../../schema/define';
import { same } from '../../schema/derived/same';
import type { CallContext, Recorded } from '../../run/call';
import { PartialFailure, UserFacingError, asUserFacingError } from '../../run/errors';
import type { Run } from '../../run/run';
import { callOf, lastLine } from './call';
import { refusals, settingsOf } from './changes';

/** The part of a resource that state must hold from now on. */
export interface Updated<I, O> {
  readonly outputs: State<I, O>;
  readonly recorded: Recorded;
}

/** @throws PartialFailure if something changed before the failure. */
export async function update<I extends object, O extends object>(
  run: Run,
  definition: ResourceDefinition<I, O>,
  context: CallContext,
  id: string,
  state: State<I, O>,
  inputs: I,
): Promise<Updated<I, O>> {
  const call = callOf(run, definition, 'update', context, inputs, id);
  const { recorded } = call;
  const { changes: rules } = definition;
  const startedAt = run.clock.now();
  run.known.claim(id, recorded.claim);
  let begun: BegunUpdate | undefined;
  // The settings for a delete apply at once, even if the update fails.
  const reached: Record<string, unknown> = {
    ...settingsOf(definition, state, inputs),
  };
  try {
    removePendingTags(call, definition.name, id, state);
    run.account.record(call, recorded.account);
    await mustBeReached(definition, call, id, state);
    run.account.recordReachable(recorded.account);
    const actual = await actualState(definition, call, id, state);
    // The diff does not see what an interrupted update has made impossible.
    const refused = actual === state ? [] : refusals<I>(rules, actual, inputs, []);
    if (refused.length > 0) throw new UserFacingError(refused.join('\n'));
    if (definition.bill) await reserve(call);
    // Without an object in the cloud, nothing changes but the state.
    if (definition.delete) begun = noteUpdate(definition, call, id, state, inputs);
    const { outputs, accepted } = await definition.update(call, id, actual, inputs, (part) => {
      Object.assign(reached, part);
    });
    endUpdate(call, id, state, inputs, rules);
    lastLine(definition, call, 'updated', startedAt);
    billOf(run).applied(call.urn, outputs);
    const { claim, createdAt, orderTag } = recorded;
    const account = run.account.hashAfter(recorded.account);
    return {
      outputs: { ...inputs, ...outputs },
      recorded: { account, claim, createdAt, orderTag, accepted },
    };
  } catch (error) {
    if (begun) endFailedUpdate(call, id, begun, error);
    const before = state as Readonly<Record<string, unknown>>;
    const isAsBefore = Object.entries(reached).every(([key, value]) => same(before[key], value));
    if (isAsBefore) {
      release(call);
      throw error;
    }
    const { message } = asUserFacingError(definition.noun, 'update', error);
    throw new PartialFailure(id, reached, { unfinished: message }, message);
  }
}
