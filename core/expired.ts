// What is due among machines with an end, and what happens to their volumes: the rules of the command `expired`.
import type { Volume } from '../api/schema';
import { attachedTo } from '../api/services/volumes';
import type { Expiry } from './expiryTag';
import { expiryOf, hasForeignExpiryTag } from './expiryTag';
import { hasAdoptedTag } from './hiddenTags';
import type { Thing } from './orphans/billed';
import { isPendingTag, pendingTagOf } from './pendingTag';
import { isGoing } from './statuses';

/** An instance or a cluster, as the client lists it. */
export type Machine = Extract<Thing, { readonly collection: 'instances' | 'clusters' }>;

/** Whether something billed is a machine. */
export const isMachine = (thing: Thing): thing is Machine =>
  thing.collection === 'instances' || thing.collection === 'clusters';

/** Whether a machine is due. */
export type Standing =
  /** Its end has passed. */
  | 'due'
  /** No run has confirmed that its order is finished: the next `pulumi up` has to come first. */
  | 'unfinished'
  /** Its end is in the future. */
  | 'later'
  /** It has no end, or a tag that counts for nothing. */
  | 'endless';

/** How long after its end a machine with an unfinished order is left to the next `pulumi up`. */
const UNFINISHED_MS = 3_600_000;

/** What the tags of a machine say. */
export interface Judgement {
  readonly standing: Standing;
  readonly expiry: Expiry | undefined;
  /** Whether it carries a pending tag that no run has confirmed. */
  readonly isUnfinished: boolean;
  /** Whether it carries a tag with an end that is a copy, or cannot be read. */
  readonly hasForeignTag: boolean;
}

/** Judges a machine. @param now the time of the cloud, in ms since the epoch. */
export function judge({ collection, object }: Machine, now: number): Judgement {
  const found = expiryOf(object);
  // Only an instance can hibernate: nobody writes such a tag for a cluster.
  const isDamaged = collection === 'clusters' && found?.onExpiry === 'hibernate';
  const expiry = isDamaged ? undefined : found;
  const isUnfinished =
    object.tags.some(isPendingTag) && pendingTagOf({ tags: object.tags })?.whenOrphaned !== 'saved';
  return {
    standing: standingOf(expiry, isUnfinished, now),
    expiry,
    isUnfinished,
    hasForeignTag: isDamaged || hasForeignExpiryTag(object),
  };
}

/** After an hour, an unfinished machine is due too: the tag with its end names its own id, so it is no copy. */
function standingOf(expiry: Expiry | undefined, isUnfinished: boolean, now: number): Standing {
  if (expiry === undefined) return 'endless';
  if (isUnfinished) return now > expiry.expiresAt + UNFINISHED_MS ? 'due' : 'unfinished';
  return now >= expiry.expiresAt ? 'due' : 'later';
}

/** Whether a volume is attached to a machine, or the machine shows it. */
export const isOn = (volume: Volume, { object: machine }: Machine): boolean =>
  attachedTo(volume).includes(machine.id) ||
  ('os_volume_id' in machine
    ? machine.os_volume_id === volume.id || machine.volume_ids.includes(volume.id)
    : machine.shared_volumes.some(({ id }) => id === volume.id));

/** The volumes of a machine at its end. */
export interface VolumesAtEnd {
  /** The operating-system volume, if it goes to the trash with the machine. */
  readonly trashed: readonly Volume[];
  /** These stay, and are still billed. */
  readonly staying: readonly Volume[];
}

/** Sorts the volumes of a machine: at most its operating-system volume goes with it. */
export function volumesAtEnd(machine: Machine, expiry: Expiry, volumes: readonly Volume[]): VolumesAtEnd {
  const own = volumes.filter((volume) => isOn(volume, machine) && !isGoing(volume));
  // The operating-system storage of a cluster is a part of it.
  if (machine.collection === 'clusters')
    return { trashed: [], staying: own.filter(({ is_os_volume: isOs }) => !isOs) };
  const { id, os_volume_id: osVolumeId } = machine.object;
  const isTrashed = (volume: Volume): boolean =>
    expiry.onExpiry === 'delete' &&
    !expiry.keepsOsVolume &&
    // A machine that was only ordered does not show its operating-system volume yet.
    (osVolumeId === null ? volume.is_os_volume : volume.id === osVolumeId) &&
    attachedTo(volume).every((holder) => holder === id) &&
    !hasAdoptedTag(volume);
  return { trashed: own.filter(isTrashed), staying: own.filter((volume) => !isTrashed(volume)) };
}
