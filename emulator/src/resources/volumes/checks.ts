import type { VolumeTypeName } from '#contract';
import { storageType } from '../../model/catalogue';
import { forbidden, invalidRequest } from '../../model/errors';
import { finalStatus, statusOf } from '../../model/time/timelines';
import { copyUnderWay, isPurged, isTrashed } from './volume';
import type { CloudError } from '../../model/errors';
import type { Machine } from '../machines/machines';
import type { Volume } from './volume';

/** Refuses a volume type that can no longer be created. */
export function checkIsOffered(property: string, { type }: { type: VolumeTypeName }): void {
  if (!storageType(type).isOffered) {
    throw invalidRequest(
      `${property}: volumes of type ${type} can no longer be created. Use NVMe or NVMe_Shared.`,
    );
  }
}

/** Refuses machines that the volume cannot be attached to. */
export function checkAttachable(volume: Volume, instances: readonly Machine[]): void {
  const all = new Set([...volume.instanceIds, ...instances.map(({ id }) => id)]);
  if (all.size > 1 && !storageType(volume.type).isShared) {
    throw invalidRequest(
      `instance_ids: a volume of type ${volume.type} is attached to one instance at most. Use a shared type for several.`,
    );
  }
  for (const instance of instances) {
    checkForInstances('instance_ids', volume);
    if (instance.location !== volume.location) {
      throw invalidRequest(
        `instance_ids: instance ${instance.id} is in ${instance.location}, but the volume is in ${volume.location}. Both have to be in one location.`,
      );
    }
    checkShutDown(instance);
  }
}

export function checkShutDown(instance: Machine): void {
  const status = statusOf(instance);
  if (status === 'offline') return;
  throw forbidden(
    `Instance ${instance.id} is ${status}. Shut it down first: its volumes change only while it is offline.`,
  );
}

/** Refuses volumes that only clusters can mount. */
export function checkForInstances(property: string, { type }: Pick<Volume, 'type'>): void {
  if (!type.endsWith('_Cluster')) return;
  throw invalidRequest(`${property}: volumes of type ${type} are for clusters, not for instances.`);
}

/** Refuses a volume from which a copy is being made. */
export function checkNotBeingCloned(table: Map<string, Volume>, volume: Volume): void {
  const copy = copyUnderWay(table, volume);
  if (copy === undefined) return;
  throw forbidden(`Volume ${volume.id} is ${beingClonedTo(copy)}, or cancel the clone.`);
}

export const beingClonedTo = ({ id }: Volume): string => `being cloned to ${id}. Wait until that is detached`;

/** The status in words; of a detached volume with a change under way, the status after that change. */
export function statusInWords(volume: Volume): string {
  if (isPurged(volume)) return 'deleted permanently';
  const [now, final] = [statusOf(volume), finalStatus(volume)];
  return now === 'detached' && final !== now ? `about to be ${final}` : now;
}

/** What to do about a volume that is not detached. */
export function adviceToDetach(volume: Volume): string {
  if (isTrashed(volume)) return 'Restore it from the trash first.';
  if (statusOf(volume) === 'attached') return 'Detach it first.';
  switch (finalStatus(volume)) {
    case 'attached':
      return 'Wait until it is attached, then detach it.';
    case 'canceled':
    case 'deleted':
    case 'exported':
    case 'purged':
      return 'Use another volume.';
    default:
      return 'Wait until it is detached.';
  }
}

export function refusal(volume: Volume, verb: string, needed?: string): CloudError {
  const condition = needed === undefined ? '' : ` It has to be ${needed}.`;
  return forbidden(`Volume ${volume.id} is ${statusInWords(volume)} and cannot be ${verb} now.${condition}`);
}
