// Describes a thing with a pending tag to the user.
import type { ListedOrphan } from '../../core/orphans/orphans';
import { hourlyPriceOf, nounOf } from '../../core/orphans/orphans';
import { stackHashOf } from '../../core/pendingTag';
import type { LeftUnbilled } from '../../core/orphans/unbilled';
import type { IdsInState } from './state';

/** One element of the array that `--json` prints. */
export interface Report {
  readonly kind: string;
  readonly id: string;
  readonly name: string;
  readonly status: string;
  /** In the account's currency; null if the API does not show it. */
  readonly pricePerHour: number | null;
  readonly createdAt: string;
  readonly ageSeconds: number;
  /** When it was ordered; null if the tag does not contain it. */
  readonly orderedAt: string | null;
  /** The id of the stack's hidden owner. */
  readonly owner: string;
  /** Hash of the prefix of the stack's URNs; null if the tag does not contain it. */
  readonly stack: string | null;
  /** The URN of the resource that it was ordered for; null if the notes of this computer do not know it. */
  readonly urn: string | null;
  /** Ids of the volumes that were created with it, and are removed with it. */
  readonly volumeIds: readonly string[];
  /** Ids of the other volumes on it, which stay billed if it is removed. */
  readonly otherVolumeIds: readonly string[];
  /** Whether the program keeps it at a delete (`protect`, `retainOnDelete`). */
  readonly isToBeKept: boolean;
  /** Whether a run of the native plugin has given its id to the engine: a state may have it. */
  readonly isSaved: boolean;
  /** Whether it is a volume that was ordered with a machine which may be in a state. */
  readonly isWithoutMachine: boolean;
  /** Whether it is proved that the order in the tag created this thing; null if the tag does not say. */
  readonly isItsOwnTag: boolean | null;
  /** Whether it costs nothing, and carries no tag: only the notes of this computer name it. */
  readonly isUnbilled: boolean;
  /** The id of what the order in the tag has created, if this is a copy of it and the id is known. */
  readonly copyOf: string | null;
  /** The URN of the resource that holds it or one of its volumes, or null; absent without `--state`. */
  readonly inState?: string | null;
  /** The URN of another resource that names it or one of its volumes, or null; absent without `--state`. */
  readonly namedInState?: string | null;
}

/** @param now the time of the cloud, in ms since the epoch. */
export function reportOn(
  orphan: ListedOrphan,
  now: number,
  state: IdsInState | undefined,
  urns: ReadonlyMap<string, string> = new Map(),
): Report {
  const {
    collection,
    object,
    tag,
    whose,
    originalId,
    volumeIds,
    otherVolumes,
    isWithoutMachine = false,
  } = orphan;
  const isOfThisVersion = tag.stack !== undefined;
  return {
    kind: nounOf(collection),
    id: object.id,
    name: 'hostname' in object ? object.hostname : object.name,
    status: object.status,
    pricePerHour: hourlyPriceOf(orphan) ?? null,
    createdAt: object.created_at,
    ageSeconds: ageOf(object.created_at, now),
    orderedAt: tag.orderedAt === undefined ? null : new Date(tag.orderedAt).toISOString(),
    owner: tag.owner,
    stack: tag.stack ?? null,
    urn: urns.get(tag.resource) ?? null,
    volumeIds,
    otherVolumeIds: otherVolumes.map(({ id }) => id),
    isToBeKept: isOfThisVersion && tag.whenOrphaned === 'keep',
    isSaved: tag.whenOrphaned === 'saved',
    isWithoutMachine,
    isItsOwnTag: isOfThisVersion ? whose === 'ours' : null,
    isUnbilled: false,
    copyOf: whose === 'copy' ? (originalId ?? null) : null,
    ...(state && {
      inState: state.held.get(object.id) ?? null,
      namedInState: state.named.get(object.id) ?? null,
    }),
  };
}

/** @param now the time of the cloud, in ms since the epoch. */
export function reportOnUnbilled({ note, thing, isSure }: LeftUnbilled, now: number): Report {
  const orderedAt = new Date(note.orderedAt).toISOString();
  const createdAt = thing.created_at ?? orderedAt;
  return {
    kind: note.noun,
    id: thing.id,
    name: thing.name ?? '-',
    status: '-',
    pricePerHour: null,
    createdAt,
    ageSeconds: ageOf(createdAt, now),
    orderedAt,
    owner: note.owner,
    stack: stackHashOf(note.urn),
    urn: note.urn,
    volumeIds: [],
    otherVolumeIds: [],
    isToBeKept: note.keep,
    isSaved: false,
    isWithoutMachine: false,
    isItsOwnTag: isSure,
    isUnbilled: true,
    copyOf: null,
  };
}

const ageOf = (createdAt: string, now: number): number =>
  Math.max(0, Math.round((now - Date.parse(createdAt)) / 1_000));

const volumesIn = ({ length }: readonly string[]): string => `${length} volume${length > 1 ? 's' : ''}`;

/** Notes that the user should read before removing it. */
export const notesOn = ({
  inState,
  namedInState,
  isItsOwnTag,
  isToBeKept,
  isSaved,
  ...report
}: Report): string =>
  [
    ...(inState === undefined ? [] : [inState === null ? 'not in state' : `in state: ${inState}`]),
    ...(inState === null && namedInState ? [`named in state: ${namedInState}`] : []),
    ...(report.isUnbilled ? ['not billed; a note of this computer names it'] : []),
    ...(isItsOwnTag === false
      ? [report.isUnbilled ? 'may be of another stack or a person' : 'has a copied tag']
      : []),
    ...(isItsOwnTag === null ? ['ordered by another version of the package'] : []),
    ...(isToBeKept ? ['protected or retained on delete'] : []),
    ...(isSaved ? ['was in a state'] : []),
    ...(report.isWithoutMachine ? ['its machine may be in a state'] : []),
    ...(report.volumeIds.length > 0 ? [`with ${volumesIn(report.volumeIds)}`] : []),
    ...(report.otherVolumeIds.length > 0 ? [`leaves ${volumesIn(report.otherVolumeIds)}`] : []),
  ].join('; ');

/** E.g. `90 s`, `3 min`, `5 h`, `4 d`. */
export function formatAge(seconds: number): string {
  const [unit, length] =
    (
      [
        ['d', 86_400],
        ['h', 3_600],
        ['min', 60],
      ] as const
    ).find(([, long]) => seconds >= 2 * long) ?? (['s', 1] as const);
  return `${Math.floor(seconds / length)} ${unit}`;
}
