// What a program is shown of a volume: its outputs, and its inputs as they are out there.
import type { Volume } from '../../../api';
import { monthlyToHourly } from '../../../core/prices';
import { attachedTo } from '../../machines/attachments';
import { longTermOf } from '../../machines/longTerm';
import { hasPendingName } from './copy';
import { declaredTags, tagMap } from '../common';
import type { VolumeInputs, VolumeOutputs } from './properties';

/** What of a volume is declared, as it is out there; a volume that was only read declares nothing. */
export function declaredOf(
  found: Volume,
  state: Partial<VolumeInputs> & { __urn?: string },
): Partial<VolumeInputs> {
  const declared = state.type !== undefined;
  return {
    ...inputsKept(state),
    // A copy that could not be renamed yet: its pending name is no change that anybody made.
    name: hasPendingName(found) ? (state.name ?? found.name) : found.name,
    size: found.size,
    type: found.type,
    locationCode: found.location,
    ...(declared
      ? {
          ...(state.tags && { tags: declaredTags(state.tags, found.tags) ?? {} }),
          ...(state.instanceIds && { instanceIds: attachedTo(found) }),
        }
      : { tags: tagMap(found.tags) }),
  };
}

/** Inputs that the cloud does not show: what was declared stays. */
function inputsKept(state: Partial<VolumeInputs>): Partial<VolumeInputs> {
  const kept = [
    'sourceVolumeId',
    'restoreVolumeId',
    'adoptId',
    'allowShutdown',
    'deletePermanently',
    'replaceOn',
  ] as const;
  return Object.fromEntries(kept.flatMap((key) => (state[key] === undefined ? [] : [[key, state[key]]])));
}

/** What the cloud says of a volume, in the words of programs. */
export function outputsOf(found: Volume): VolumeOutputs {
  return {
    status: found.status,
    isOsVolume: found.is_os_volume,
    instanceId: found.instance_id ?? null,
    attachedTo: attachedTo(found),
    target: found.target ?? null,
    pseudoPath: found.pseudo_path ?? null,
    createDirectoryCommand: found.create_directory_command ?? null,
    mountCommand: found.mount_command ?? null,
    filesystemToFstabCommand: found.filesystem_to_fstab_command ?? null,
    sshKeyIds: found.ssh_key_ids,
    contract: found.contract,
    baseHourlyCost: found.base_hourly_cost,
    monthlyPrice: found.monthly_price,
    hourlyCost: monthlyToHourly(found.monthly_price),
    monthlyCost: found.monthly_price,
    currency: found.currency,
    createdAt: found.created_at,
    createdByUserId: found.created_by_user_id ?? null,
    longTerm: longTermOf(found.long_term),
  };
}
