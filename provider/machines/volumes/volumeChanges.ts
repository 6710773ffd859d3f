// Changes in place, of a `Volume` and of a volume that is declared within a machine.
import type { Call } from '../../session/call';

export async function renameVolume({ session, requests }: Call, id: string, name: string): Promise<void> {
  await session.client.volumes.perform({ action: 'rename', id, name }, requests);
  session.volumes.invalidate();
}

/** @param size the new size, in GB. */
export async function growVolume({ session, requests }: Call, id: string, size: number): Promise<void> {
  await session.client.volumes.perform({ action: 'resize', id, size }, requests);
  session.volumes.invalidate();
}
