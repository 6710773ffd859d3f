import { printable } from '../api/printable';
import type { DeletedVolume, Volume } from '../api/schema';

/** How long a deleted volume can be restored (Trash). */
export const TRASH_PERIOD = '96 hours';

/** Why a deleted volume cannot be used, and what to do. */
export function whyUnusable(volume: Volume | DeletedVolume): string {
  const subject = `The volume ${printable(volume.name)} (${volume.id})`;
  if (!('deleted_at' in volume)) return `${subject} is being deleted: choose another one.`;
  return volume.is_permanently_deleted
    ? `${subject} was permanently deleted at ${volume.deleted_at}.`
    : `${subject} has been in the trash since ${volume.deleted_at}; a Volume with restoreVolumeId restores it.`;
}
