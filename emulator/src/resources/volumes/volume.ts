import type { OnSpotDiscontinue, Tag, VolumeStatus } from '#contract';
import { enumOf } from '../../contract/document';
import { locationCodes } from '../../model/catalogue';
import {
  flag,
  instant,
  listOf,
  nullable,
  number,
  objectOf,
  oneOf,
  optional,
  rowOf,
  text,
} from '../../model/rows';
import { finalStatus, livingFields, statusOf } from '../../model/time/timelines';
import type { Owned } from '../../model/projects';
import type { Living } from '../../model/time/timelines';
import { keptFields } from '../shared/kept';
import { tagFields } from '../shared/tags';
import type { Kept, Wanted } from '../shared/kept';
import type { NewTag } from '../shared/tags';

/** A purged volume is shown as deleted, but can no longer be restored. */
export type VolumeState = VolumeStatus | 'purged';

/** The long-term contract of a machine, kept with its OS volume. */
export interface VolumeLongTerm {
  startedAt: number;
  periodCode: string;
  /** Percent. */
  discount: number;
  /** US dollars for the whole machine over the first period. */
  periodPrice: number;
  /** Default: true. */
  isRenewed?: boolean;
  /** US dollars an hour after the present period. Default: the price in the present period. */
  nextPricePerHour?: number;
}

export interface Volume extends Kept<'Volume'>, Owned, Living<VolumeState> {
  location: string;
  isOs: boolean;
  /** The image type that an OS volume was made from. */
  image: string | null;
  /** The volume that it is a copy of. */
  sourceId?: string;
  /** The machines or clusters to which it is attached. */
  instanceIds: string[];
  /** Its name on the machine, such as `vdb`; null when it is not attached. */
  device: string | null;
  sshKeyIds: string[];
  longTerm: VolumeLongTerm | null;
  onSpotDiscontinue: OnSpotDiscontinue;
  createdAt: number;
  createdByUserId: string;
  deletedAt: number | null;
  tags: Tag[];
}

export const volumeRow = rowOf<Volume>({
  projectId: text,
  ...keptFields('Volume'),
  location: oneOf(locationCodes),
  isOs: flag,
  image: nullable(text),
  sourceId: optional(text),
  instanceIds: listOf(text),
  device: nullable(text),
  sshKeyIds: listOf(text),
  longTerm: nullable(
    objectOf<VolumeLongTerm>({
      startedAt: instant,
      periodCode: text,
      discount: number,
      periodPrice: number,
      isRenewed: optional(flag),
      nextPricePerHour: optional(number),
    }),
  ),
  onSpotDiscontinue: oneOf(enumOf('OnSpotDiscontinue')),
  createdAt: instant,
  createdByUserId: text,
  deletedAt: nullable(instant),
  tags: listOf(tagFields),
  ...livingFields([...enumOf('VolumeStatus'), 'purged']),
});

export interface NewVolume extends Wanted<'Volume'> {
  tags: NewTag[];
  onSpotDiscontinue?: OnSpotDiscontinue | undefined;
}

/** What happens to a volume when its machine is deleted. */
export type ReleaseMode = 'keep' | 'trash' | 'purge';

/** Which volumes are deleted with their machine; the others are detached. */
export interface Release {
  volumeIds: string[];
  permanently: boolean;
}

/** Fields of a new volume that no caller sets. */
export type VolumeDetails = Pick<Volume, 'location'> &
  Partial<Pick<Volume, 'isOs' | 'image' | 'sourceId' | 'instanceIds' | 'sshKeyIds' | 'longTerm'>>;

export const isTrashed = (volume: Volume): boolean => statusOf(volume) === 'deleted';
export const isPurged = (volume: Volume): boolean => statusOf(volume) === 'purged';
export const isDeleted = (volume: Volume): boolean => isTrashed(volume) || isPurged(volume);

/** Deleted, or being deleted. */
export const isGoing = (volume: Volume): boolean => isDeleted(volume) || statusOf(volume) === 'deleting';

/** Detached, with no change planned. */
export const isDetached = (volume: Volume): boolean =>
  statusOf(volume) === 'detached' && finalStatus(volume) === 'detached';

const copying: ReadonlySet<VolumeState> = new Set(['cloning', 'canceling']);
const isCopying = (volume: Volume): boolean => copying.has(statusOf(volume));

/** The copy for which the volume is being read. */
export const copyUnderWay = (table: Map<string, Volume>, { id }: Volume): Volume | undefined =>
  [...table.values()].find((volume) => volume.sourceId === id && isCopying(volume));

/** A copy that is under way or was cancelled. */
export const isUnfinishedCopy = (volume: Volume): boolean =>
  isCopying(volume) || statusOf(volume) === 'canceled';

/** Whether it was an unfinished copy when it was deleted: its phases begin with the status before the delete. */
export const wasUnfinishedCopy = ({ phases, entered }: Volume): boolean =>
  phases.slice(0, entered).some(({ status }) => copying.has(status) || status === 'canceled');

/** Whether it is being moved to the trash. */
export const isBeingTrashed = (volume: Volume): boolean =>
  volume.phases.slice(volume.entered).some(({ status }) => status === 'deleted');
