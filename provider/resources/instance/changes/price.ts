// The price of the volumes that are created with a machine.
import { DEFAULT_OS_GIGABYTES } from '../../../checks/cost/machinePrice';
import type { GroupDefaults } from '../../../checks/machines/group';
import { isId } from '../../../checks/messages';
import { PlannedInputs } from '../../../checks/plan';
import type { PlannedVolume } from '../../../schema/plan';
import type { InstanceInputs } from '../schema';

export const storageDiffers = (state: Partial<InstanceInputs>, inputs: Partial<InstanceInputs>): boolean => {
  const planned = new PlannedInputs(inputs, state);
  return planned.differs('volumes') || planned.differs('osVolume.size');
};

/** The volumes that are created with the machine. */
export function createdVolumes(
  plan: PlannedInputs<InstanceInputs>,
  defaults: GroupDefaults | undefined,
): PlannedVolume[] {
  const isOpen = plan.inputs.volumes !== undefined && plan.at('volumes') === undefined;
  const volumes = isOpen ? [{ type: '' }] : plan.items('volumes').map((volume) => volume as PlannedVolume);
  return [...osVolume(plan, defaults), ...volumes];
}

/** The operating-system volume; none if the machine boots from a volume that exists. */
function osVolume(plan: PlannedInputs<InstanceInputs>, defaults: GroupDefaults | undefined): PlannedVolume[] {
  const size = plan.at('osVolume.size');
  if (typeof size === 'number') return [{ type: 'NVMe', size }];
  if (plan.isUnknown('image') || isId(plan.text('image') ?? '')) return [];
  const isOpen =
    (plan.inputs.osVolume !== undefined && plan.at('osVolume') === undefined) ||
    plan.isUnknown('osVolume.size') ||
    (plan.isUnknown('instanceGroupId') && !defaults);
  if (isOpen) return [{ type: 'NVMe' }];
  return [{ type: 'NVMe', size: defaults?.osVolumeSize ?? DEFAULT_OS_GIGABYTES }];
}
