import type { InstanceGroup } from '../../../api/index';
import type { Problem } from '../../../core/validation/shape';
import { same } from '../../schema/derived/same';
import { found } from '../existing';
import { PlannedResource } from '../plan';

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
  return (await plan.find('instance groups', plan.call.run.instanceGroups, id))?.found;
}

/** The settings of a group that decide the price of its members. */
export interface GroupDefaults {
  readonly instanceType: string | undefined;
  /** Size of the operating-system volume, in GB. */
  readonly osVolumeSize: number | undefined;
}

/** The inputs of a group that decide the price of its members. */
interface GroupInputs {
  instanceType: string;
  template: object;
  adoptId: string;
}

/** The groups that this run will create. */
const newGroups = ({ call }: PlannedResource<object>): PlannedResource<GroupInputs>[] =>
  call.run.program
    .ofType('InstanceGroup')
    .filter(([, { isNew }]) => isNew)
    .map(([, { inputs }]) => new PlannedResource<GroupInputs>(call, inputs, undefined))
    .filter(({ inputs }) => inputs.adoptId === undefined);

/** These settings of the groups that this run will create. */
const plannedGroups = (plan: PlannedResource<object>): GroupDefaults[] =>
  newGroups(plan).map((group) => ({
    instanceType: group.text('instanceType'),
    osVolumeSize: group.at('template.osVolume.size') as number | undefined,
  }));

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
  const [first, ...others] = plannedGroups(plan);
  return others.every((other) => same(other, first)) ? first : undefined;
}

/** Whether the group of an instance has a startup script; also if it is new. */
export async function hasScriptOfGroup(plan: PlannedResource<{ instanceGroupId: string }>): Promise<boolean> {
  const group = await groupOf(plan);
  if (group || !plan.isUnknown('instanceGroupId')) return !!group?.template.startup_script_id;
  const groups = newGroups(plan);
  return (
    groups.length > 0 &&
    groups.every(
      (one) => one.isUnknown('template.startupScriptId') || one.at('template.startupScriptId') !== undefined,
    )
  );
}

/** Checks that the group exists, and that type, location and image do not contradict it. */
export async function instanceGroup(plan: PlannedResource<Member>): Promise<Problem[]> {
  const [given] = plan.changed('instanceGroupId');
  const missing = await found(plan, given ? [given] : [], 'instance group', plan.call.run.instanceGroups);
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
