import type { Instance, Volume } from '../../../api/index';
import { attachedTo } from '../../../api/services/volumes';
import { describeBilled, volumesThere } from '../../lifecycle/consequences';
import type { Call } from '../../session/call';
import type { Ownership } from './createdVolumes';

/**
 * Volumes that look like inline volumes, where state knows fewer created volumes than the machine declares: commit
 * 2af911b stored none for a machine that showed none yet. Nothing proves that they were created with the machine, so
 * the provider leaves them as they are.
 */
export async function unprovenVolumes(
  call: Call,
  machine: Pick<Instance, 'id' | 'os_volume_id' | 'volume_ids'>,
  { image, ownVolumeIds, existingVolumes = [], volumes = [] }: Ownership,
): Promise<Volume[]> {
  const created = ownVolumeIds?.filter((id) => id !== machine.os_volume_id);
  if (!created || created.length >= volumes.length) return [];
  const known = [...created, ...existingVolumes, machine.os_volume_id, image];
  const others = machine.volume_ids.filter((id) => !known.includes(id) && !call.session.claims.has(id));
  const there = await volumesThere(call, others);
  return there.filter(
    (volume) =>
      attachedTo(volume).every((holder) => holder === machine.id) &&
      volumes.some(({ name, type }) => name === volume.name && type === volume.type),
  );
}

/** Warns about volumes that the provider leaves as they are. */
export function nameUnproven(call: Call, volumes: readonly Volume[]): void {
  for (const volume of volumes) {
    const why =
      'looks like one that was created with this machine, but state does not say so: it is left as it is';
    call.warn(`${describeBilled(volume, why)}.`);
  }
}
