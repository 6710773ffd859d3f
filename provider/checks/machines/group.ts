import type { InstanceGroup } from '../../../api/index';
import type { Problem } from '../../../core/validation/shape';
import { found } from '../existing';
import type { PlannedResource } from '../plan';

/** The group of an instance, and the inputs that the group provides. */
interface Member {
  instanceGroupId: string;
  instanceType: string;
  locationCode: string;
  image: string;
}

/** The group that an instance joins; undefined while it is not known or not found. */
export async function groupOf(
  plan: PlannedResource<{ instanceGroupId: string }>,
): Promise<InstanceGroup | undefined> {
  const id = plan.text('instanceGroupId');
  if (id === undefined) return undefined;
  return (await plan.find('instance groups', plan.call.session.instanceGroups, id))?.found;
}

/** Checks that the group exists, and that type, location and image do not contradict it. */
export async function instanceGroup(plan: PlannedResource<Member>): Promise<Problem[]> {
  const [given] = plan.changed('instanceGroupId');
  const missing = await found(plan, given ? [given] : [], 'instance group', plan.call.session.instanceGroups);
  const group = missing.length === 0 ? await groupOf(plan) : undefined;
  if (!group) return missing;
  const inherited = {
    instanceType: group.instance_type,
    locationCode: group.location_code,
    image: group.template.image,
  };
  return (Object.keys(inherited) as (keyof typeof inherited)[]).flatMap((path) => {
    const value = inherited[path];
    const own = plan.text(path);
    if (own === undefined || own === value || !(plan.differs(path) || given)) return [];
    return [
      {
        path,
        reason: `is ${JSON.stringify(own)}, but the members of the instance group ${group.id} have ${JSON.stringify(value)}: leave it out to inherit that`,
      },
    ];
  });
}
