// Changes in place, of a `Volume` and of a volume that is declared within a machine.
import type { VolumeActionRequest } from '../../../api';
import type { Call } from '../../run/call';

export async function changeVolume({ run, requests }: Call, change: VolumeActionRequest): Promise<void> {
  await run.client.volumes.perform(change, requests);
  run.volumes.invalidate();
}

export const renameVolume = (call: Call, id: string, name: string): Promise<void> =>
  changeVolume(call, { action: 'rename', id, name });

/** @param size the new size, in GB. */
export const growVolume = (call: Call, id: string, size: number): Promise<void> =>
  changeVolume(call, { action: 'resize', id, size });
