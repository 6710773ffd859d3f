import type { Volume } from '../../../api/index';
import { attachedTo, isShared } from '../../../api/services/volumes';
import { InvalidRequestError } from '../../../api/errors';
import { tryRelease } from './attachments';
import type { Call } from '../../run/call';
import { waitFor } from '../../lifecycle/waiting/waitFor';
import { isMoving } from './volumeMoves';
import { conflictOf } from './volumeReleases';
import { until } from '../../polling/statusRule';

/** An order was refused because of the volumes that it attaches. */
export class VolumeConflictError extends Error {
  override readonly name = 'VolumeConflictError';
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
  const heldAtRefusal = new Set<string>();
  for (;;) {
    try {
      return await order();
    } catch (error) {
      if (!(error instanceof InvalidRequestError)) throw error;
      const found = await Promise.all(attached.map((id) => release(call, id, heldAtRefusal)));
      const conflicts = found.flatMap(({ conflict }) => conflict ?? []);
      if (conflicts.length > 0)
        throw new VolumeConflictError(`${error.message} ${conflicts.join(' ')}`, { cause: error });
      if (!found.some(({ wasHeld }) => wasHeld)) throw error;
    }
  }
}

/**
 * Releases a volume from another machine, if that is possible, and returns whether one had it and why one keeps it. For
 * a shared volume it waits until the other machine has it: then the same order is accepted.
 *
 * @param heldAtRefusal the shared volumes that another machine held, and that were not moving, at an earlier refusal.
 */
async function release(
  call: Call,
  id: string,
  heldAtRefusal: Set<string>,
): Promise<{ wasHeld: boolean; conflict: string | undefined }> {
  const { volumes } = call.run;
  const volume = await volumes.get(id);
  if (volume === undefined || attachedTo(volume).length === 0 || heldAtRefusal.has(id))
    return { wasHeld: false, conflict: await conflictOf(call, id) };
  if (!isShared(volume)) return { wasHeld: true, conflict: await tryRelease(call, volume) };
  if (!isMoving(volume)) heldAtRefusal.add(id);
  await waitFor(
    call,
    volumes,
    id,
    'waiting until it is attached',
    until<Volume>((one) => !isMoving(one)),
  );
  return { wasHeld: true, conflict: undefined };
}
