import type { InstanceGroup } from '../../../api/index';
import type { Problem } from '../../../core/validation/shape';
import { perSession } from '../../session/perSession';
import { same } from '../../schema/derived/same';
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

/** The settings of a group that decide the price of its members. */
export interface GroupDefaults {
  readonly instanceType: string | undefined;
  /** Size of the operating-system volume, in GB. */
  readonly osVolumeSize: number | undefined;
}

const plannedGroups = perSession(() => new Map<string, GroupDefaults>());

/** Records a group that this run will create. */
export function planGroup({ call }: PlannedResource<object>, defaults: GroupDefaults): void {
  plannedGroups(call.session).set(call.urn, defaults);
}

/**
 * These settings of the group of an instance; undefined if it joins no group, or if the group is not known.
 */
export async function groupDefaults(
  plan: PlannedResource<{ instanceGroupId: string }>,
): Promise<GroupDefaults | undefined> {
  const group = await groupOf(plan);
  if (group) return { instanceType: group.instance_type, osVolumeSize: group.template.os_volume.size };
  if (!plan.isUnknown('instanceGroupId')) return undefined;
  // A preview does not show which of the new groups the instance joins.
  const [first, ...others] = plannedGroups(plan.call.session).values();
  return others.every((other) => same(other, first)) ? first : undefined;
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
