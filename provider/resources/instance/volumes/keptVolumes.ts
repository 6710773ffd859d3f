// What an eviction leaves of a spot machine is what its program asked to keep (`keep_detached`): a replacement leaves it
// too, and its id goes on from state to state until the machine is destroyed, or the volume is gone or in use.
import { isGone } from '../../../../core/statuses';
import type { Volume } from '../../../../api/index';
import { attachedTo } from '../../../../api/services/volumes';
import type { Call } from '../../../session/call';
import { describeBilled, volumesThere } from '../../../lifecycle/consequences';
import { ownInState } from '../../../machines/volumes/createdVolumes';
import type { State } from '../../../schema/define';
import type { InstanceInputs, InstanceOutputs } from '../schema';

/** Those of the volumes that are still there, on no machine, and no other resource's. */
export const freeVolumes = async (call: Call, ids: readonly string[]): Promise<Volume[]> =>
  (await volumesThere(call, ids)).filter(
    (volume) => attachedTo(volume).length === 0 && !call.session.claims.has(volume.id),
  );

/** Notes the kept volumes of a machine for what this process does with it, and names them. */
export async function nameKeptVolumes(
  call: Call,
  id: string,
  state: State<InstanceInputs, InstanceOutputs>,
): Promise<string[]> {
  const { instances, keptVolumes } = call.session;
  const isSpot = state.isSpot === true || state.contract === 'SPOT';
  const found = isSpot ? await instances.read(id) : undefined;
  const isEvicted = isSpot && (!found || isGone(found));
  const ids = [...new Set([...(state.keptVolumeIds ?? []), ...(isEvicted ? ownInState(state) : [])])];
  const free = await freeVolumes(call, ids);
  keptVolumes.set(
    call.urn,
    free.map((volume) => volume.id),
  );
  return free.map(
    (volume) =>
      `${describeBilled(volume, 'of an evicted machine is kept')}; \`pulumi destroy\` moves it to the trash.`,
  );
}
