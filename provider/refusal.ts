import { InvalidRequestError } from '../api/errors';
import { attachedTo } from './attachments';
import type { Call } from './call';

/** An order was refused because of volumes that it is to be given. */
export class OrderRefusedError extends Error {
  override readonly name = 'OrderRefusedError';
}

/**
 * Where an order is refused and a volume that it gives is held elsewhere, or gone, says which and what to do; the
 * cloud only says that something is not as it should be.
 *
 * @param given the volumes that the order gives.
 */
export async function toldWhoHolds<T>(
  call: Call,
  given: readonly string[],
  order: () => Promise<T>,
): Promise<T> {
  try {
    return await order();
  } catch (error) {
    if (!(error instanceof InvalidRequestError)) throw error;
    const found = await Promise.all(given.map((id) => obstacle(call, id)));
    const obstacles = found.filter((text) => text !== undefined);
    if (obstacles.length === 0) throw error;
    throw new OrderRefusedError(`${error.message} ${obstacles.join(' ')}`, { cause: error });
  }
}

async function obstacle(call: Call, id: string): Promise<string | undefined> {
  const { volumes, instances } = call.session;
  const volume = await volumes.get(id);
  if (!volume) return `There is no volume ${id} in this project.`;
  const [holder] = attachedTo(volume);
  if (holder === undefined) return undefined;
  const name = (await instances.read(holder))?.hostname;
  return (
    `The volume ${volume.name} (${id}) is attached to ${name === undefined ? holder : `${name} (${holder})`}: ` +
    'detach it there first, leave it out here, or make a copy of it (a Volume with sourceVolumeId).'
  );
}
