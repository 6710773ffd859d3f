import type { OnSpotDiscontinue, Tag, VolumeStatus, VolumeTypeName } from '#contract';
import { finalStatus, statusOf } from '../../model/time/timelines';
import type { Owned } from '../../model/projects';
import type { Living } from '../../model/time/timelines';
import type { NewTag } from '../shared/tags';

/** What is left of a purged volume still reads as deleted, but can no longer be restored. */
export type VolumeState = VolumeStatus | 'purged';

/** The contract of a machine's disk: what tells when the machine's long-term contract ends. */
export interface VolumeLongTerm {
  startedAt: number;
  periodCode: string;
  /** Percent. */
  discount: number;
  /** US dollars for the whole machine over the period. */
  periodPrice: number;
}

export interface Volume extends Owned, Living<VolumeState> {
  name: string;
  type: VolumeTypeName;
  /** GB. */
  size: number;
  location: string;
  isOs: boolean;
  /** The image type that an OS volume was made from. */
  image: string | null;
  /** The machines, or the clusters, that it is attached to. */
  instanceIds: string[];
  /** Its name on the machine: it has one as long as it is attached. */
  device: string | null;
  sshKeyIds: string[];
  longTerm: VolumeLongTerm | null;
  onSpotDiscontinue: OnSpotDiscontinue;
  createdAt: number;
  createdByUserId: string;
  deletedAt: number | null;
  tags: Tag[];
}

export interface NewVolume {
  name: string;
  size: number;
  type: VolumeTypeName;
  tags: NewTag[];
  onSpotDiscontinue?: OnSpotDiscontinue | undefined;
}

/** Which volumes go when their machine is gone; the rest is detached. */
export interface Release {
  volumeIds: string[];
  permanently: boolean;
}

/** What the maker of a volume may say beyond what a user says. */
export type VolumeDetails = Pick<Volume, 'location'> &
  Partial<Pick<Volume, 'isOs' | 'image' | 'instanceIds' | 'sshKeyIds' | 'longTerm'>>;

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
