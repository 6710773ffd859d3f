// Volumes that look like inline volumes of a machine whose state lists fewer created volumes than it declares: commit
// 2af911b stored none for a machine that showed none yet. Nothing proves that they were created with the machine, so the
// provider does not change them.
import type { Instance, Volume } from '../../../api/index';
import { attachedTo } from '../../../api/services/volumes';
import { belongsTo, isOfTime, pendingTagOf } from '../../../core/pendingTag';
import { isGoing } from '../../../core/statuses';
import { describeBilled, volumesThatExist } from '../../lifecycle/consequences';
import type { Call } from '../../session/call';
import type { Ownership } from './createdVolumes';
import { createdInState, createdVolumeIds } from './createdVolumes';

type Shown = Pick<Instance, 'id' | 'os_volume_id' | 'volume_ids'>;

/** The unproven volumes that are attached to a machine. */
export const unprovenVolumes = async (call: Call, machine: Shown, ownership: Ownership): Promise<Volume[]> =>
  lacksVolumes(machine, ownership)
    ? likeDeclared(call, machine, ownership, await volumesThatExist(call, machine.volume_ids))
    : [];

/**
 * Warns about the unproven volumes of a machine that leaves state. If they are detached already and state does not list
 * them, they are recognized by the time at which they were created. Orphans are named by their pending tag instead.
 */
export async function nameUnprovenLeft(
  call: Call,
  id: string,
  found: Instance | undefined,
  state: Ownership & { readonly createdAt?: string },
): Promise<void> {
  const { osVolumeId = null, volumeIds = [], createdAt = '' } = state;
  const machine = { id, os_volume_id: osVolumeId, volume_ids: [...(found?.volume_ids ?? []), ...volumeIds] };
  const ownVolumeIds =
    found && !isGoing(found) ? await createdVolumeIds(call, found, state) : createdInState(state);
  const ownership = { ...state, ownVolumeIds };
  if (!lacksVolumes(machine, ownership)) return;
  const madeAt = Date.parse(found?.created_at ?? createdAt);
  const candidates = (await call.session.volumes.list()).filter((volume) => {
    const tag = pendingTagOf(volume);
    return (
      !(tag && belongsTo(tag, volume)) && (machine.volume_ids.includes(volume.id) || isOfTime(volume, madeAt))
    );
  });
  const there = await volumesThatExist(
    call,
    candidates.map((volume) => volume.id),
  );
  nameUnproven(call, likeDeclared(call, machine, ownership, there));
}

/** Warns about volumes that the provider leaves as they are. */
export function nameUnproven(call: Call, volumes: readonly Volume[]): void {
  for (const volume of volumes) {
    const why = 'may have been created with this machine, but state does not say so: it stays as it is';
    call.warn(`${describeBilled(volume, why)}.`);
  }
}

const lacksVolumes = ({ os_volume_id: os }: Shown, { ownVolumeIds, volumes = [] }: Ownership): boolean =>
  ownVolumeIds !== undefined && ownVolumeIds.filter((id) => id !== os).length < volumes.length;

/** The volumes that have the name and the type of a declared volume, and belong to no other resource or machine. */
const likeDeclared = (
  call: Call,
  { id: machineId, os_volume_id: os }: Shown,
  { image, ownVolumeIds = [], existingVolumes = [], volumes = [] }: Ownership,
  candidates: readonly Volume[],
): Volume[] => {
  const known = [...ownVolumeIds, ...existingVolumes, os, image];
  return candidates.filter(
    (volume) =>
      !known.includes(volume.id) &&
      !call.session.known.isClaimed(volume.id) &&
      attachedTo(volume).every((holder) => holder === machineId) &&
      volumes.some(({ name, type }) => name === volume.name && type === volume.type),
  );
};
