import type { Call } from '../../session/call';
import type { InstanceGroupInputs } from '.';
import type { Problem } from '../../../core/validation/shape';
import { unshared } from '../../checks/claims';
import { adoption, adopts, sshKeys, startupScript } from '../../checks/existing';
import { instanceImage } from '../../checks/image';
import { instanceTypes, locations } from '../../checks/listed';
import type { Plan } from '../../checks/plan';
import { review } from '../../checks/plan';
import { ifRenamed } from '../../checks/renamed';

type GroupPlan = Plan<InstanceGroupInputs>;

/** What is wrong with an instance group, as far as it can be told before the update. */
export async function checkInstanceGroup(
  call: Call,
  inputs: Partial<InstanceGroupInputs>,
  olds: Partial<InstanceGroupInputs> | undefined,
): Promise<Problem[]> {
  return review(call, inputs, olds, (plan) => {
    const always = [sshKeys(plan, 'template.sshKeyIds'), startupScript(plan, 'template.startupScriptId')];
    if (adopts(plan)) return [...always, adopted(plan)];
    return [
      ...always,
      uniqueName(plan),
      instanceTypes(plan, plan.changed('instanceType')),
      locations(plan, plan.changed('locationCode')),
      instanceImage(plan, {
        imagePath: 'template.image',
        typePath: 'instanceType',
        type: plan.text('instanceType'),
      }),
    ];
  });
}

const adopted = (plan: GroupPlan): Promise<Problem[]> =>
  adoption(plan, 'instance group', plan.call.session.instanceGroups, (group) => ({
    instanceType: group.instance_type,
    locationCode: group.location_code,
    'template.image': group.template.image,
  }));

/** Live groups have names of their own (Instance group). One of this stack frees its name in time. */
async function uniqueName(plan: GroupPlan): Promise<Problem[]> {
  const name = plan.text('name');
  const own = name === undefined ? [] : [{ path: 'name', value: name }];
  const twins = unshared(
    plan,
    'instance group',
    own,
    'live groups have names of their own. Choose another one',
  );
  const [given] = plan.changed('name');
  if (!given || twins.length > 0) return twins;
  const { instanceGroups, met } = plan.call.session;
  const groups = await plan.catalogue.ask(plan.call, 'instance groups', () => instanceGroups.list());
  const twin = groups?.find(({ id, name }) => name === given.value && !met.has(id));
  if (!twin) return [];
  return [
    {
      path: given.path,
      reason: `is the name of the instance group ${twin.id} already: choose another one, or take that group over with adoptId. ${ifRenamed('group')}`,
    },
  ];
}
