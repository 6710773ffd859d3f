// The plan of a diff.
import { replacementReason } from '../../machines/create/deploymentFailed';
import { UserFacingError } from '../../run/errors';
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
  return byHooks(compared, request);
}

async function byHooks<I extends object, O extends object>(
  { definition, call, id, state, inputs }: Compared<I, O>,
  { of, isDeclared, isPlanned }: PlanRequest,
): Promise<Planned<I, O>> {
  const says = async (replaced: boolean) =>
    (replaced ? isPlanned : isDeclared)
      ? ((await definition.consequences?.(call, id, state, inputs, { replaced })) ?? [])
      : [];
  const replacement = async (): Promise<Planned<I, O>> => {
    const keeps = isPlanned ? ((await definition.keptVolumes?.(call, id, state)) ?? []) : [];
    if (isPlanned && definition.keptVolumes)
      call.run.things.keep(
        call.urn,
        keeps.map((volume) => volume.id),
      );
    return { plan: { steps: [], warnings: await says(true) }, findings: { keeps } };
  };
  if (of === 'replacement') return replacement();
  const gone = async () =>
    definition.isReached || (await definition.read(call, id, state))
      ? undefined
      : replacementReason(definition.noun, id, undefined);
  const replace = await (definition.replacementReason?.(call, id, state) ?? gone());
  if (replace !== undefined) {
    const { plan, findings } = await replacement();
    return { plan: { ...plan, replace }, findings };
  }
  const keeps = isDeclared ? ((await definition.keptVolumes?.(call, id, state)) ?? []) : [];
  const refused = isDeclared ? ((await definition.refusals?.(call, state, inputs)) ?? []) : [];
  if (isDeclared) await definition.prepareUpdate?.(call, id, inputs);
  const unfinished = of === 'unchanged' && (await definition.isOutdated?.(call, id, inputs, state));
  const isSaid = refused.length === 0 && (of === 'change' || unfinished);
  return {
    plan: {
      steps: [],
      warnings: isSaid ? await says(false) : [],
      ...(refused.length > 0 && { refuse: new UserFacingError(refused.join('\n')) }),
    },
    findings: { keeps, ...(unfinished && { unfinished }) },
  };
}
