import { forbidden } from '../model/errors';
import { allOwned } from '../model/projects';
import { isPurged, isTrashed } from './volumeStates';
import type { Cloud } from './cloud';
import type { Caller } from '../model/events';
import type { Volume } from './volumes';

export const gigabytesOf = (volumes: readonly Volume[]): number =>
  volumes.reduce((total, { size }) => total + size, 0);

/** Refuses more gigabytes than the project may have; what is in the trash counts until it is gone for good. */
export function checkStorageQuota(cloud: Cloud, caller: Caller, gigabytes: number): void {
  const { storageQuota } = cloud.settings;
  const mine = allOwned(cloud.volumes.table, caller).filter((volume) => !isPurged(volume));
  const used = gigabytesOf(mine);
  if (used + gigabytes <= storageQuota) return;
  throw forbidden(
    `The project has ${used} GB of volumes, ${gigabytesOf(mine.filter(isTrashed))} GB of them in the trash; ${gigabytes} GB more exceed its quota of ${storageQuota} GB. Remove volumes for good.`,
  );
}
