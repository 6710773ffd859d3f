import type { Call } from '../session/call';
import { deletionsOf } from './bulkDeletions';
import { untilGone } from '../polling/statusRule';
import { waitFor } from './waiting/waitFor';

/** Deletes a volume, to the trash or permanently, and waits until it is gone and no longer billed. */
export async function removeVolume(call: Call, id: string, isPermanent: boolean): Promise<void> {
  const { volumes } = call.session;
  await deletionsOf(call.session).volume(call, id, isPermanent);
  await waitFor(call, volumes, id, 'deleting', untilGone({ ready: [], failed: [], gone: ['deleted'] }));
}
