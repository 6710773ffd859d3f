// After an eviction, the volumes with the policy `keep_detached` remain. A replacement keeps them too.
// Their ids stay in state until the machine is destroyed, or the volume is gone or in use.
import { hasAdoptedTag } from '../../../../core/hiddenTags';
import { isGone } from '../../../../core/statuses';
import type { Instance, Volume } from '../../../../api/index';
import { attachedTo } from '../../../../api/services/volumes';
import { isSpotOrder } from '../../../checks/machines/terms';
import type { Call } from '../../../run/call';
import { info } from '../../../run/progress';
import { deletedData, describeBilled, staysAdopted, volumesThatExist } from '../../../lifecycle/consequences';
import { removeVolume } from '../../../lifecycle/removeVolume';
import { createdInState } from '../../../machines/volumes/createdVolumes';
import type { State } from '../../../schema/define';
import type { KeptVolume } from '../../../schema/plan';
import type { InstanceInputs, InstanceOutputs } from '../schema';
import { isAdopted, keepsVolumes } from './deletedVolumes';

const KEPT_OF_EVICTED = 'of an evicted machine is kept';

/** The volumes that still exist, are attached to no machine, and belong to no other resource. */
export const freeVolumes = async (call: Call, ids: readonly string[]): Promise<Volume[]> =>
  (await volumesThatExist(call, ids)).filter(
    (volume) =>
      attachedTo(volume).length === 0 && !call.run.known.isClaimed(volume.id) && !hasAdoptedTag(volume),
  );

/** The volumes of an evicted machine that nobody has: its replacement keeps them. */
export async function freeOfEvicted(
  call: Call,
  found: Instance | undefined,
  state: State<InstanceInputs, InstanceOutputs>,
): Promise<Volume[]> {
  const isEvicted = isSpotOrder(state) && (!found || isGone(found));
  return freeVolumes(call, [
    ...new Set([...(state.keptVolumeIds ?? []), ...(isEvicted ? createdInState(state) : [])]),
  ]);
}

/** The same volumes, each with the sentence for the user. */
export function keepsOf(
  free: readonly Volume[],
  state: State<InstanceInputs, InstanceOutputs>,
): KeptVolume[] {
  // Not only `pulumi destroy` deletes it: a removal from the program does, too.
  const later = keepsVolumes(state) ? '' : '; a delete of this resource moves it to the trash';
  return free.map((volume) => ({
    id: volume.id,
    sentence: `${describeBilled(volume, KEPT_OF_EVICTED)}${later}.`,
  }));
}

/**
 * Names volumes that stay because of `keepVolumes` or `keep`: they are billed, and in no state from now on.
 *
 * @param clause why they stay, for the sentence.
 */
export async function nameKept(call: Call, ids: readonly string[], clause: string): Promise<void> {
  const kept = await volumesThatExist(
    call,
    ids.filter((id) => !isAdopted(call, id)),
  );
  for (const volume of kept) {
    await info(call.urn, hasAdoptedTag(volume) ? staysAdopted(volume) : `${describeBilled(volume, clause)}.`);
  }
}

/**
 * Moves the volumes of earlier evictions to the trash; names them if the program keeps volumes.
 *
 * @param withoutAnnounced leaves out the volumes of which the diff has said that they stay.
 */
export async function removeEarlierVolumes(
  call: Call,
  id: string,
  state: State<InstanceInputs, InstanceOutputs>,
  withoutAnnounced: (ids: readonly string[]) => string[],
): Promise<void> {
  const earlier = await freeVolumes(call, withoutAnnounced(state.keptVolumeIds ?? []));
  const ids = earlier.map((volume) => volume.id);
  if (keepsVolumes(state)) return nameKept(call, ids, KEPT_OF_EVICTED);
  const warning = deletedData(`the instance ${id}`, earlier, false);
  // The user destroys the whole stack otherwise.
  if (warning !== undefined && call.run.program.runs) call.warn(warning);
  await Promise.all(ids.map((volumeId) => removeVolume(call, volumeId, false)));
}
