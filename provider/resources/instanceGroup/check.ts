import { isLeftUnbilled } from '../../lifecycle/unbilled/interruptedUnbilled';
import type { Call } from '../../run/call';
import type { Problem } from '../../../core/validation/shape';
import { use, usedByOthers } from '../../checks/unique';
import type { Use } from '../../run/program';
import { adopts } from '../../checks/existing';
import { adoptionBySchema, listedInputs } from '../../checks/fromSchema';
import { instanceImage } from '../../checks/catalogue/image';
import type { PlannedResource } from '../../checks/plan';
import { runChecks } from '../../checks/plan';
import { ifRenamed } from '../../checks/renamed';
import type { InstanceGroupInputs } from './schema';
import { instanceGroupSchema } from './schema';

/** Reports the problems of an instance group that a preview can find. */
export function checkInstanceGroup(
  call: Call,
  inputs: Partial<InstanceGroupInputs>,
  olds: Partial<InstanceGroupInputs> | undefined,
): Promise<Problem[]> {
  return runChecks(call, inputs, olds, (plan) => {
    const listed = listedInputs(plan, instanceGroupSchema);
    if (adopts(plan)) return [listed, adoptionBySchema(plan, instanceGroupSchema, call.run.instanceGroups)];
    return [
      listed,
      checkUniqueName(plan),
      instanceImage(plan, {
        imagePath: 'template.image',
        typePath: 'instanceType',
        type: plan.text('instanceType'),
      }),
    ];
  });
}

/** Live groups have unique names (Instance group). */
export const usesOfGroup = ({ name }: Partial<InstanceGroupInputs>): Use[] =>
  use('instance group', 'name', name);

/** A group of this stack frees its name in time. */
async function checkUniqueName(plan: PlannedResource<InstanceGroupInputs>): Promise<Problem[]> {
  const name = plan.text('name');
  const own = name === undefined ? [] : [{ path: 'name', value: name }];
  const duplicates = usedByOthers(
    plan,
    'instance group',
    own,
    'live groups need unique names. Choose another name',
  );
  const [given] = plan.changed('name');
  if (!given || duplicates.length > 0) return duplicates;
  const { instanceGroups, known } = plan.call.run;
  const groups = await plan.catalogue.ask(plan.call, 'instance groups', () => instanceGroups.list());
  const other = groups?.find(({ id, name }) => name === given.value && !known.has(id));
  // A killed run has renamed this group, whose id a check does not get: no group has the old name any more.
  const isOwn = plan.olds !== undefined && !groups?.some((group) => group.name === plan.olds?.name);
  if (!groups || !other || isOwn) return [];
  // The create takes it over, or removes it.
  if (isLeftUnbilled(plan.call, instanceGroupSchema.noun, groups, other.id)) return [];
  return [
    {
      path: given.path,
      reason: `is already the name of the instance group ${other.id}: choose another name, or adopt that group with adoptId. ${ifRenamed('group')}`,
    },
  ];
}
