import type { Cloud } from './cloud';
import type { Cause } from '../model/events';
import type { Entity } from '../model/store';
import type { VolumeState } from './volumes';

/** Which volumes go when their machine is gone; the rest is detached. */
export interface Release {
  volumeIds: string[];
  permanently: boolean;
}

/** A machine is being deleted: its volumes begin to go, or to come off. */
export function beginRelease(cloud: Cloud, cause: Cause, machine: Entity, release: Release): void {
  const { volumes, timelines } = cloud;
  for (const volume of volumes.attachedTo(machine)) {
    const goes = release.volumeIds.includes(volume.id);
    const action = goes ? (release.permanently ? 'delete' : 'trash') : 'detach';
    volumes.record(cause, action, volume, [machine.id]);
    if (!goes && volume.instanceIds.length > 1) continue;
    timelines.plan<VolumeState>(volume, cause, [{ status: goes ? 'deleting' : 'detaching' }]);
  }
}
