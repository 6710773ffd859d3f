import { storageType } from '../../model/catalogue';
import { forbidden, invalidRequest } from '../../model/errors';
import { statusOf } from '../../model/time/timelines';
import type { Machine } from '../machines/machines';
import type { Volume } from './volume';

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
