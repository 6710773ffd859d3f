import type { Volume } from '../../api';
import type { Call } from '../run/call';
import { deletionsOf } from './bulkDeletions';
import { untilGone } from '../polling/statusRule';
import { onceVolumeIsFree } from './waiting/volumeIsFree';
import { waitFor } from './waiting/waitFor';

/** Deletes a volume, to the trash or permanently, and waits until it is gone and no longer billed. */
export async function removeVolume(call: Call, id: string, isPermanent: boolean): Promise<void> {
  await onceVolumeIsFree(call, id, () => deletionsOf(call.run).volume(call, id, isPermanent));
  await waitUntilDeleted(call, id);
}

/** Waits until a volume that is being deleted is in the trash, or gone. */
export async function waitUntilDeleted(call: Call, id: string): Promise<void> {
  const isInTrash = untilGone<Volume>({ ready: [], failed: [], gone: ['deleted'] });
  await waitFor(call, call.run.volumes, id, 'deleting', isInTrash);
}
