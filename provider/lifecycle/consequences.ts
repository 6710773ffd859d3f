// What a change does to data on volumes, in the words that a preview says it in.
import type { Volume } from '../../api';
import type { Call } from '../session/call';

/** How long the trash keeps a volume (Limits, Trash retention). */
const RETENTION = '96 hours';

/** Those of the volumes that are still there. */
export async function volumesThere(call: Call, ids: readonly string[]): Promise<Volume[]> {
  const found = await Promise.all(ids.map((id) => call.session.volumes.read(id)));
  return found.flatMap((volume) =>
    volume && !['deleting', 'deleted'].includes(volume.status) ? [volume] : [],
  );
}

/** Volumes in a sentence: their names and sizes. */
export const spokenVolumes = (volumes: readonly { readonly name: string; readonly size: number }[]): string =>
  volumes.map(({ name, size }) => `${name} (${String(size)} GB)`).join(', ');

/** That a volume stays and what it costs, and how to take it over; without a full stop. */
export const describeBilled = (
  { id, name, size, base_hourly_cost: cost, currency }: Volume,
  why: string,
): string =>
  `The volume ${name} (${id}, ${String(size)} GB) ${why}, and billed with ${String(cost)} ${currency} an hour. ` +
  `Take it over with a Volume that has adoptId: "${id}", or delete it in the console`;

/** What becomes of what is deleted. */
export const fate = (permanently: boolean | undefined): string =>
  permanently ? 'is deleted for good' : `goes to the trash, from where it can be restored for ${RETENTION}`;

/** What data a delete takes with it, and how to have it back; undefined when there is none. */
export function dataDeleted(
  what: string,
  volumes: readonly Volume[],
  permanently: boolean,
): string | undefined {
  if (volumes.length === 0) return undefined;
  const told = `Deleting ${what} deletes data: the storage ${spokenVolumes(volumes)} ${fate(permanently)}`;
  const ids = volumes.map(({ name, id }) => `"${id}" (${name})`).join(', ');
  return permanently ? `${told}.` : `${told}, by a Volume with restoreVolumeId: ${ids}.`;
}

/** That data goes with what is replaced; empty when there is none. */
export const dataLost = (
  volumes: readonly Volume[],
  permanently: boolean | undefined,
  remedy: string,
): string[] =>
  volumes.length === 0
    ? []
    : [`Replacing it deletes data: the storage ${spokenVolumes(volumes)} ${fate(permanently)}. ${remedy}`];
