import type { InstanceGroup } from '../../../api';
import { ConflictError, NotFoundError } from '../../../api/errors';
import { adoptedAs } from '../../lifecycle/adopt';
import { createUnbilled, mustBeShown } from '../../lifecycle/unbilled/createUnbilled';
import { readRecent } from '../../lifecycle/waiting/readRecent';
import type { Reached } from '../../schema/plan';
import { performSteps, updateOf } from '../../schema/plan';
import { defineResource } from '../../schema/define';
import { fixedDifferences, inputsFrom, outputsFrom, requestFrom } from '../../schema/derived/mapping';
import { meansSame } from '../../schema/derived/meaning';
import type { Call } from '../../run/call';
import { checkInstanceGroup, usesOfGroup } from './check';
import { GroupNameTakenError, explainNameConflict, planGroup, planOfGroup } from './plan';
import type { InstanceGroupInputs, InstanceGroupOutputs } from './schema';
import { instanceGroupSchema } from './schema';

export type * from './schema';

/** Name, description, keys and script change in place (Instance groups). */
export const instanceGroup = defineResource(instanceGroupSchema, {
  timeouts: { create: 5, update: 5, delete: 5 },
  nameOf: async ({ instanceGroups }, id) => (await instanceGroups.read(id))?.name,
  uses: usesOfGroup,
  check: checkInstanceGroup,
  // A live group has a unique name: the old group has to free it first.
  deleteFirst: (state, inputs) => state.name === inputs.name,

  plan: planOfGroup,

  async create(call, inputs) {
    const { client, instanceGroups } = call.run;
    if (inputs.adoptId !== undefined) {
      const found = await adoptedAs(instanceGroupSchema, instanceGroups, inputs.adoptId, inputs);
      return { id: found.id, outputs: outputsOf(await applyChanges(call, found, inputs)) };
    }
    const name = inputs.name ?? call.name;
    const request = requestFrom(instanceGroupSchema, { ...inputs, name });
    const found = await explainNameConflict(call, name, () =>
      createUnbilled(call, {
        noun: instanceGroupSchema.noun,
        collection: instanceGroups,
        matches: (group) =>
          group.name === name && fixedDifferences(instanceGroupSchema, group, inputs).length === 0,
        name,
        body: request,
        post: async () => (await client.instanceGroups.create(request, call.requests)).id,
        remove: ({ id }) => removeGroup(call, id),
      }),
    );
    // An interrupted run may have created it with other keys.
    return {
      id: found.id,
      outputs: outputsOf(isAsDeclared(found, inputs) ? found : await applyChanges(call, found, inputs)),
    };
  },

  async read(call, id, state) {
    const found = await readRecent(call, call.run.instanceGroups, id);
    return found && { inputs: inputsFrom(instanceGroupSchema, found, state), outputs: outputsOf(found) };
  },

  async update(call, id, _state, inputs, reached) {
    return { outputs: outputsOf(await applyChanges(call, await mustBeThere(call, id), inputs, reached)) };
  },

  delete: removeGroup,
});

async function removeGroup(call: Call, id: string): Promise<void> {
  try {
    await call.run.client.instanceGroups.delete(id, call.requests);
  } catch (error) {
    if (error instanceof ConflictError) {
      throw new GroupNameTakenError(
        `The cloud refuses to delete the instance group ${id} in its present state: ${error.message}. ` +
          'Remove its members first (they are listed in its output `instances`), then run `pulumi destroy` again.',
        { cause: error },
      );
    }
    if (!(error instanceof NotFoundError)) throw error;
  } finally {
    call.run.instanceGroups.invalidate();
  }
}

/** Whether a group has the declared values of the inputs that change in place. */
function isAsDeclared(found: InstanceGroup, inputs: InstanceGroupInputs): boolean {
  const shown = inputsFrom(instanceGroupSchema, found, inputs);
  return (['description', 'template'] as const).every((name) =>
    meansSame(instanceGroupSchema.inputs[name], shown[name], inputs[name]),
  );
}

/** Changes name, description, keys and script to match the program. */
async function applyChanges(
  call: Call,
  found: InstanceGroup,
  inputs: InstanceGroupInputs,
  reached?: Reached<InstanceGroupInputs, InstanceGroupOutputs>,
): Promise<InstanceGroup> {
  const { plan } = planGroup({ found }, {}, inputs, updateOf(found.id));
  await performSteps(call, plan.steps, reached);
  return mustBeThere(call, found.id);
}

const mustBeThere = (call: Call, id: string): Promise<InstanceGroup> =>
  mustBeShown(call, { noun: instanceGroupSchema.noun, collection: call.run.instanceGroups }, id);

const outputsOf = (found: InstanceGroup): InstanceGroupOutputs => outputsFrom(instanceGroupSchema, found);
