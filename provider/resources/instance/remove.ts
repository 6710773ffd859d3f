import type { Instance } from '../../../api';
import { InvalidRequestError } from '../../../api/errors';
import { withOsVolume } from '../../../core/orphans/orphans';
import { isGoing, unlessGone } from '../../../core/statuses';
import type { Call } from '../../run/call';
import { machineStatuses } from '../../machines/machine';
import { DeletionError, deletionsOf } from '../../lifecycle/bulkDeletions';
import { withForcedFallback, setPower } from '../../machines/power';
import { createdVolumeIds } from '../../volumes/createdVolumes';
import { untilGone } from '../../polling/statusRule';
import { waitFor } from '../../lifecycle/waiting/waitFor';
import { deletedVolumes, isKept } from '../../volumes/inlineVolumes';
import type { InstanceInputs, InstanceOutputs } from './schema';

/** How long a delete may take before the provider sends the action `delete_stuck`, in ms. */
const STUCK_MS = 5 * 60_000;

/** Removes a machine as the program's settings say, and waits until it is gone. */
export async function remove(
  call: Call,
  found: Instance,
  state: Partial<InstanceInputs & InstanceOutputs>,
): Promise<void> {
  const { instances } = call.run;
  if (found.status !== 'deleting') {
    if (state.hibernate) {
      await hibernate(call, found);
    } else {
      await deletionsOf(call.run).instance(call, {
        id: found.id,
        action: 'delete',
        volumeIds: await attachedOwn(call, found, state),
        permanently: state.deletePermanently ?? false,
      });
    }
  }
  await withForcedFallback(
    call,
    STUCK_MS,
    (deadline) => waitFor(call, instances, found.id, 'deleting', untilGone(machineStatuses), { deadline }),
    async (waited) => {
      call.warn(`Still not gone after ${waited}: deleting it as stuck.`);
      await deletionsOf(call.run).instance(call, {
        id: found.id,
        action: 'delete_stuck',
        permanently: false,
      });
    },
  );
}

async function hibernate(call: Call, { id, status }: Instance): Promise<void> {
  // If the delete is interrupted, and the program then declares the machine again, an update starts it.
  if (status === 'running') call.run.intentLog.addStop(call.noteKey, id);
  await setPower(call, id, 'offline');
  try {
    await deletionsOf(call.run).instance(call, { id, action: 'hibernate', permanently: false });
  } catch (error) {
    if (!(error instanceof InvalidRequestError || error instanceof DeletionError)) throw error;
    // After a lost reply the request is sent again. The first one may have begun already.
    const now = await unlessGone(call.run.client.instances.get(id, call.requests));
    if (now && !isGoing(now)) throw error;
  }
}

/** The ids of the volumes that are deleted with the machine of this state. */
export async function volumesDeletedWith(
  call: Call,
  id: string,
  state: Partial<InstanceInputs & InstanceOutputs>,
): Promise<string[]> {
  const found = await call.run.instances.read(id);
  const { osVolumeId = found?.os_volume_id } = state;
  // State does not list them before the machine was ready.
  const ownVolumeIds = await createdVolumeIds(call, found, state);
  return deletedVolumes(call, id, ownVolumeIds, osVolumeId, state);
}

/** Deletes a machine that no list shows: only the answer to that request proves that it is gone. */
export async function removeUnseen(
  call: Call,
  id: string,
  state: Partial<InstanceInputs & InstanceOutputs>,
): Promise<void> {
  const { instances } = call.run;
  const { ownVolumeIds, osVolumeId, osVolume, volumes = [] } = state;
  const isAnyKept = [osVolume, ...volumes].some((volume) => isKept(volume, state));
  // Without a list the API decides, and deletes the operating-system volume.
  const own =
    ownVolumeIds || isAnyKept
      ? await deletedVolumes(call, id, ownVolumeIds ?? [], osVolumeId, state)
      : undefined;
  await deletionsOf(call.run).instance(call, {
    id,
    isUnseen: true,
    ...(state.hibernate
      ? { action: 'hibernate', permanently: false }
      : {
          action: 'delete',
          ...(own && { volumeIds: own }),
          permanently: state.deletePermanently ?? false,
        }),
  });
  await waitFor(call, instances, id, 'deleting', untilGone(machineStatuses));
}

/**
 * The created volumes to delete that are still attached to the machine: a delete that names any other volume is
 * refused.
 */
async function attachedOwn(
  call: Call,
  ordered: Instance,
  state: Partial<InstanceInputs & InstanceOutputs>,
): Promise<string[]> {
  const found = await withOsVolume(ordered, () => call.run.volumes.list());
  const own = await createdVolumeIds(call, found, state);
  const attached = own.filter((id) => id === found.os_volume_id || found.volume_ids.includes(id));
  return deletedVolumes(call, found.id, attached, found.os_volume_id, state);
}
