import type { Call } from '../../session/call';
import type { ReadyInputs } from '.';
import type { Problem } from '../../../core/validation/shape';
import { found } from '../../checks/existing';
import { review } from '../../checks/plan';

/** What is wrong with a gate, as far as it can be told before the update: what it waits for exists. */
export async function checkReady(
  call: Call,
  inputs: Partial<ReadyInputs>,
  olds: Partial<ReadyInputs> | undefined,
): Promise<Problem[]> {
  const { instances, met } = call.session;
  const problems = await review(call, inputs, olds, (plan) => [
    // What this very run has ordered is there: nothing to look up for all that come up together.
    found(
      plan,
      plan.added('instanceIds').filter(({ value }) => !met.has(value)),
      'instance',
      instances,
    ),
  ]);
  // A program says `instances`: machines or their ids.
  return problems.map(({ path, reason }) => ({ path: path.replace('instanceIds', 'instances'), reason }));
}
