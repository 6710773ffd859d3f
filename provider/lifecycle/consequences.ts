// Describes the effects of a change on the data of volumes, for previews.
import type { Volume } from '../../api';
import { TRASH_PERIOD } from '../../core/deletedVolume';
import { printable } from '../../api/printable';
import { isGoing } from '../../core/statuses';
import type { Call } from '../run/call';

/** The volumes that still exist. */
export async function volumesThatExist(call: Call, ids: readonly string[]): Promise<Volume[]> {
  const found = await Promise.all(ids.map((id) => call.run.volumes.read(id)));
  return found.flatMap((volume) => (volume && !isGoing(volume) ? [volume] : []));
}

/** Names and sizes of volumes, for a sentence. */
export const namesAndSizes = (volumes: readonly { readonly name: string; readonly size: number }[]): string =>
  volumes.map(({ name, size }) => `${printable(name)} (${String(size)} GB)`).join(', ');

/** A sentence without a full stop: the volume stays, its price, and how to adopt or delete it. */
export const describeBilled = (
  { id, name, size, base_hourly_cost: cost, currency }: Volume,
  why: string,
): string =>
  `The volume ${printable(name)} (${id}, ${String(size)} GB) ${why}. It costs ${String(cost)} ${currency} an hour. ` +
  `Adopt it with a Volume that has adoptId: "${id}", or delete it in the console`;

/** Why a volume stays that carries the tag of an adoption. A killed run may have set the tag without the adoption. */
export const staysAdopted = ({ id, name }: Volume): string =>
  `The volume ${printable(name)} (${id}) stays: a Volume has adopted it. If no Volume has it any more, delete it in the console.`;

/** What happens to a deleted volume. */
export const deletionClause = (permanently: boolean | undefined): string =>
  permanently
    ? 'is deleted permanently'
    : `is moved to the trash, from where it can be restored for ${TRASH_PERIOD}`;

/** Describes the data that a delete destroys, and how to restore it; undefined when there is none. */
export function deletedData(
  what: string,
  volumes: readonly Volume[],
  permanently: boolean,
): string | undefined {
  if (volumes.length === 0) return undefined;
  return `Deleting ${what} deletes data: ${deletedStorage(volumes, permanently)}.`;
}

/** Names deleted volumes, and says how to restore them; without a full stop. */
export function deletedStorage(volumes: readonly Volume[], permanently: boolean): string {
  const clause = `the storage ${namesAndSizes(volumes)} ${deletionClause(permanently)}`;
  const ids = volumes.map(({ name, id }) => `"${id}" (${printable(name)})`).join(', ');
  return permanently ? clause : `${clause}, by a Volume with restoreVolumeId: ${ids}`;
}

/** Describes the data that a replacement destroys; empty when there is none. */
export const dataLostByReplacement = (
  volumes: readonly Volume[],
  permanently: boolean | undefined,
  remedy: string,
): string[] =>
  volumes.length === 0
    ? []
    : [
        `Replacing it deletes data: the storage ${namesAndSizes(volumes)} ${deletionClause(permanently)}. ${remedy}`,
      ];
