import { attachedTo, isShared } from '../../../api/services/volumes';
import { InvalidRequestError } from '../../../api/errors';
import { whyNotReleased } from './attachments';
import type { Call } from '../../session/call';
import { conflictOf } from './volumeReleases';

/** An order was refused because of the volumes that it attaches. */
export class OrderRefusedError extends Error {
  override readonly name = 'OrderRefusedError';
}

/**
 * If an order is refused because a volume is attached to another machine, or gone, the error names the volume and the
 * remedy. The cloud's own answer does not name it.
 *
 * @param attached the volumes that the order attaches.
 */
export async function explainVolumeConflict<T>(
  call: Call,
  attached: readonly string[],
  order: () => Promise<T>,
): Promise<T> {
  try {
    return await order();
  } catch (error) {
    if (!(error instanceof InvalidRequestError)) throw error;
    const found = await Promise.all(attached.map((id) => release(call, id)));
    const conflicts = found.flatMap(({ conflict }) => conflict ?? []);
    if (conflicts.length > 0)
      throw new OrderRefusedError(`${error.message} ${conflicts.join(' ')}`, { cause: error });
    if (!found.some(({ wasHeld }) => wasHeld)) throw error;
    return explainVolumeConflict(call, attached, order);
  }
}

/** Releases a volume from another machine, if that is possible, and returns whether one had it and why one keeps it. */
async function release(call: Call, id: string): Promise<{ wasHeld: boolean; conflict: string | undefined }> {
  const volume = await call.session.volumes.get(id);
  const isHeld = volume !== undefined && !isShared(volume) && attachedTo(volume).length > 0;
  return {
    wasHeld: isHeld,
    conflict: isHeld ? await whyNotReleased(call, volume) : await conflictOf(call, id),
  };
}
