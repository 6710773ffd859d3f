// What is done to an existing instance group, as data.
import type { InstanceGroup } from '../../../api';
import { readRecent } from '../../lifecycle/waiting/readRecent';
import { replacementReason } from '../../machines/create/deploymentFailed';
import type { Call } from '../../run/call';
import { meansSame } from '../../schema/derived/meaning';
import type { PlanRequest, Planned, Step } from '../../schema/plan';
import { planner } from '../../schema/plan';
import { hasUnknown } from '../../schema/unknown';
import type { InstanceGroupInputs, InstanceGroupOutputs } from './schema';
import { instanceGroupSchema } from './schema';
import { ConflictError } from '../../../api/errors';

type GroupStep = Step<InstanceGroupInputs, InstanceGroupOutputs>;

export interface ObservedGroup {
  /** Not read for a replacement. */
  readonly found: InstanceGroup | undefined;
}

const observe = async (
  call: Call,
  _state: object,
  _inputs: InstanceGroupInputs,
  { id, of }: PlanRequest,
): Promise<ObservedGroup> => ({
  found: of === 'replacement' ? undefined : await readRecent(call, call.run.instanceGroups, id),
});

/** Pure. */
export function planGroup(
  { found }: ObservedGroup,
  state: Partial<InstanceGroupInputs>,
  inputs: InstanceGroupInputs,
  { id, of }: PlanRequest,
): Planned<InstanceGroupInputs, InstanceGroupOutputs> {
  const nothing = { steps: [], warnings: [] };
  if (of === 'replacement') return { plan: nothing, findings: {} };
  if (!found) {
    const replace = replacementReason(instanceGroupSchema.noun, id, undefined);
    return { plan: { ...nothing, replace }, findings: {} };
  }
  if (of === 'unchanged') return { plan: nothing, findings: {} };
  const keepsTemplate = meansSame(instanceGroupSchema.inputs.template, state.template, inputs.template);
  const size = keepsTemplate ? 0 : found.size;
  const warnings =
    size === 0
      ? []
      : [
          `Existing members (${String(size)}) keep the keys and the script that they were created with, unless they use the group's revision as groupRevision: then they are replaced.`,
        ];
  return { plan: { steps: [changeStep(found, inputs)], warnings }, findings: {} };
}

export const planOfGroup = planner({ observe, plan: planGroup });

/** One request sets name, description, keys and script. */
const changeStep = (found: InstanceGroup, inputs: InstanceGroupInputs): GroupStep => ({
  ...(!hasUnknown(inputs) && {
    sets: { name: inputs.name, description: inputs.description, template: inputs.template },
  }),
  run: async (call) => {
    const { client, instanceGroups } = call.run;
    const { sshKeyIds, startupScriptId } = inputs.template;
    const body = {
      ...(inputs.name !== undefined && inputs.name !== found.name && { name: inputs.name }),
      // An absent field keeps its value, null clears it.
      ...((inputs.description ?? '') !== (found.description ?? '') && {
        description: inputs.description ?? null,
      }),
      template: { ssh_key_ids: sshKeyIds ?? [], startup_script_id: startupScriptId ?? null },
    };
    await explainNameConflict(call, inputs.name ?? found.name, () =>
      client.instanceGroups.update(found.id, body, call.requests),
    );
    instanceGroups.invalidate();
  },
});

export class GroupNameTakenError extends Error {
  override readonly name = 'GroupNameTakenError';
}

/** Runs a request that names a group. If another group has the name, the error identifies that group. */
export async function explainNameConflict<T>(call: Call, name: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    const { instanceGroups } = call.run;
    const other = (await instanceGroups.list({ fresh: true })).find((group) => group.name === name);
    if (!other) throw error;
    throw new GroupNameTakenError(
      `name ${JSON.stringify(name)} is taken by the instance group ${other.id}. Choose another name, omit it to ` +
        `get a generated name, or adopt that group with adoptId: ${JSON.stringify(other.id)}.`,
      { cause: error },
    );
  }
}
