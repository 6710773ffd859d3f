import { attachedTo, isShared } from '../../../api/services/volumes';
import { InvalidRequestError } from '../../../api/errors';
import type { Volume } from '../../../api/index';
import { releaseFromOrphans } from './attachments';
import type { Call } from '../../session/call';
import { conflictOf, untilDetached } from './volumeReleases';

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
    if (await areReleased(call, attached)) return explainVolumeConflict(call, attached, order);
    const found = await Promise.all(attached.map((id) => conflictOf(call, id)));
    const conflicts = found.filter((text) => text !== undefined);
    if (conflicts.length === 0) throw error;
    throw new OrderRefusedError(`${error.message} ${conflicts.join(' ')}`, { cause: error });
  }
}

/**
 * Detaches the volumes from machines that interrupted runs left, or waits while other resources of this run detach them.
 * Returns whether that makes the order possible.
 */
async function areReleased(call: Call, attached: readonly string[]): Promise<boolean> {
  const volumes = await Promise.all(attached.map((id) => call.session.volumes.get(id)));
  const held = volumes.filter(
    (volume) => volume !== undefined && !isShared(volume) && attachedTo(volume).length > 0,
  ) as Volume[];
  const released = await Promise.all(held.map((volume) => releaseFromOrphans(call, volume)));
  if (released.flat().length > 0) return true;
  await Promise.all(held.map(({ id }) => untilDetached(call, id)));
  const conflicts = await Promise.all(held.map(({ id }) => conflictOf(call, id)));
  return held.length > 0 && conflicts.every((text) => text === undefined);
}
