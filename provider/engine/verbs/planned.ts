// The plan of a diff.
import { replacementReason } from '../../machines/create/deploymentFailed';
import type { Compared } from './compared';
import { isDeclared, isPlanned } from './compared';
import type { PlanRequest, Planned } from '../../schema/plan';

/** Reads what is needed, and plans. Without a planner, a resource that is gone is replaced: an interrupted run may have deleted it. */
export async function planOf<I extends object, O extends object>(
  compared: Compared<I, O>,
  of: PlanRequest['of'],
): Promise<Planned<I, O>> {
  const { definition, call, id, state, inputs } = compared;
  const request: PlanRequest = {
    ...{ id, of, keep: call.keep, isDeclared: isDeclared(call), isPlanned: isPlanned(compared) },
  };
  if (definition.plan) return definition.plan(call, state, inputs, request);
  const { isReached, noun, read } = definition;
  const isThere = of === 'replacement' || isReached || (await read(call, id, state));
  const replace = !isThere && { replace: replacementReason(noun, id, undefined) };
  return { plan: { steps: [], warnings: [], ...replace }, findings: {} };
}
