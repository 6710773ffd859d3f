import { attachedTo, isShared } from '../../../api/services/volumes';
import { InvalidRequestError } from '../../../api/errors';
import type { Volume } from '../../../api/index';
import { releaseFromOrphans } from './attachments';
import type { Call } from '../../session/call';

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

/** Detaches the volumes from machines that interrupted runs left, and returns whether there were any. */
async function areReleased(call: Call, attached: readonly string[]): Promise<boolean> {
  const volumes = await Promise.all(attached.map((id) => call.session.volumes.get(id)));
  const held = volumes.filter((volume) => volume !== undefined && !isShared(volume)) as Volume[];
  const released = await Promise.all(held.map((volume) => releaseFromOrphans(call, volume)));
  return released.flat().length > 0;
}

async function conflictOf(call: Call, id: string): Promise<string | undefined> {
  const { volumes, instances } = call.session;
  const volume = await volumes.get(id);
  if (!volume) return `There is no volume ${id} in this project.`;
  const [holder] = attachedTo(volume);
  if (holder === undefined) return undefined;
  if (isShared(volume))
    return `The shared volume ${volume.name} (${id}) was attached elsewhere meanwhile: run \`pulumi up\` again.`;
  const name = (await instances.read(holder))?.hostname;
  const where = `The volume ${volume.name} (${id}) is attached to ${name === undefined ? holder : `${name} (${holder})`}`;
  return call.session.urns.get(holder) === call.urn
    ? `${where}, which this machine replaces: leave out deleteBeforeReplace, so that it is deleted first.`
    : `${where}: detach it there first (a program does it with existingVolumes: [] on that machine), leave it out here, or ` +
        'make a copy of it (a Volume with sourceVolumeId).';
}
