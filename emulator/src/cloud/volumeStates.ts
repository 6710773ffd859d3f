import { finalStatus, statusOf } from '../model/time/timelines';
import type { Volume } from './volumes';

export const isTrashed = (volume: Volume): boolean => statusOf(volume) === 'deleted';
export const isPurged = (volume: Volume): boolean => statusOf(volume) === 'purged';
export const isDeleted = (volume: Volume): boolean => isTrashed(volume) || isPurged(volume);

/** On its way out, or out. */
export const isGoing = (volume: Volume): boolean => isDeleted(volume) || statusOf(volume) === 'deleting';

/** Does nothing more happen to the volume by itself, and is it free? */
export const isDetached = (volume: Volume): boolean =>
  statusOf(volume) === 'detached' && finalStatus(volume) === 'detached';

/** Is it on its way to the trash, not gone for good yet? */
export const isBeingTrashed = (volume: Volume): boolean =>
  volume.phases.slice(volume.entered).some(({ status }) => status === 'deleted');
