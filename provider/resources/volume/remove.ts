import type { Call } from '../../session/call';
import { isGone } from '../../polling/statusRule';
import { waitFor } from '../../polling/waitFor';

/** Deletes a volume, to the trash or for good, and waits until it is gone and billed no more. */
export async function removeVolume(call: Call, id: string, permanently: boolean): Promise<void> {
  await call.session.deletions.volume(call, id, permanently);
  await waitFor(
    call,
    call.session.volumes,
    id,
    'deleting',
    isGone({ ready: [], failed: [], gone: ['deleted'] }),
  );
}
