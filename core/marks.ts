// What the program and the provider have to agree on about things that are billed and not yet safely in state.
import { createHash } from 'node:crypto';
import { PENDING } from './pendingTag';
import type { Tag, TagRequest } from '../api/schema';

/** What becomes of something whose creation no state knows and no program goes on with. */
export type Unclaimed =
  /** It is removed for good: nobody has used it. */
  | 'drop'
  /** It stays and is named: the program would not have it deleted (`retainOnDelete`, `protect`). */
  | 'keep'
  /** It goes back to the trash that it came from. */
  | 'trash';

/** What a mark says of the creation that it was set by. */
export interface Mark {
  /** The owner of the stack's state. */
  readonly owner: string;
  /** Hash of the URN. Inputs are not in the mark: a user may edit the program after a crash. */
  readonly resource: string;
  /** What becomes of it when nobody claims it. */
  readonly unclaimed: Unclaimed;
  /** Tells the volumes that it was given (`image`, `existingVolumes`, the source of a copy) from those of another creation. */
  readonly given: string;
  /**
   * When the youngest of these volumes was made, in ms since the epoch: what is older was there before, what is
   * younger came with it. Undefined when it was given none.
   */
  readonly givenUntil?: number;
}

/** A volume that something is given, as the API shows it. */
export interface Given {
  readonly id: string;
  readonly created_at: string;
}

const UNCLAIMED: readonly string[] = ['drop', 'keep', 'trash'] satisfies Unclaimed[];

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

const setOf = (ids: readonly string[]): string => (ids.length === 0 ? '' : hash([...ids].sort().join()));

/** The mark of a creation. */
export function newMark(
  { owner, urn }: { readonly owner: string; readonly urn: string },
  {
    unclaimed = 'drop',
    given = [],
  }: { readonly unclaimed?: Unclaimed; readonly given?: readonly Given[] } = {},
): Mark {
  const ids = given.map(({ id }) => id);
  return {
    ...{ owner, resource: hash(urn), unclaimed, given: setOf(ids) },
    ...(given.length > 0 && { givenUntil: Math.max(...given.map((one) => endOfSecond(one.created_at))) }),
  };
}

/** The API tells the time with milliseconds or without. What cannot be read is taken for any time: nothing is younger. */
const endOfSecond = (time: string): number => {
  const second = Math.floor(Date.parse(time) / 1_000);
  return Number.isNaN(second) ? Infinity : second * 1_000 + 999;
};

/** `<owner>.<hash>.<drop, keep or trash>.<what was given>.<until when that was made>` */
const textOf = ({ owner, resource, unclaimed, given, givenUntil }: Mark): string =>
  [owner, resource, unclaimed, given, givenUntil ?? ''].join('.');

function read(text: string): Mark | undefined {
  const [owner, resource, unclaimed = '', given = '', until = 'unknown'] = text.split('.');
  if (!owner || !resource) return undefined;
  const givenUntil = until === '' ? undefined : Number(until);
  return {
    ...{ owner, resource, given },
    unclaimed: UNCLAIMED.includes(unclaimed) ? (unclaimed as Unclaimed) : 'keep',
    ...(givenUntil !== undefined && { givenUntil: Number.isNaN(givenUntil) ? Infinity : givenUntil }),
  };
}

/** The tag that carries a mark. */
export const markTag = (mark: Mark): TagRequest => ({ key: PENDING, value: textOf(mark) });

/** The name that carries a mark: a copy of a volume takes no tags when it is asked for. */
export const markName = (mark: Mark): string => `${PENDING}-${textOf(mark)}`;

/** What can carry a mark. */
export interface Marked {
  readonly tags: readonly Tag[];
  /** Of a volume. */
  readonly name?: string;
}

/** The mark that something carries, in a tag or, as a copy does at first, in its name. */
export function markOf({ tags, name }: Marked): Mark | undefined {
  const tag = tags.find(({ key }) => key === PENDING);
  if (tag) return read(tag.value);
  return name?.startsWith(`${PENDING}-`) ? read(name.slice(PENDING.length + 1)) : undefined;
}

/** The id of the tag that marks it, if one does. */
export const markTagOf = ({ tags }: Marked): string | undefined =>
  tags.find(({ key }) => key === PENDING)?.id;

/** Whether two marks were set for the same resource of the same state. */
export const isSameResource = (
  one: Pick<Mark, 'owner' | 'resource'>,
  other: Pick<Mark, 'owner' | 'resource'>,
): boolean => one.owner === other.owner && one.resource === other.resource;

/** Whether a mark was set by a creation that was given exactly these volumes. */
export const wasGivenJust = (mark: Mark, volumeIds: readonly string[]): boolean =>
  mark.given === setOf(volumeIds);

/**
 * Those of the volumes of what carries the mark that came with it; the others were there before, and outlive it. A
 * volume in doubt counts as one of those.
 */
export async function madeWith(
  { givenUntil }: Mark,
  volumeIds: readonly string[],
  look: (volumeId: string) => Promise<Pick<Given, 'created_at'> | undefined>,
): Promise<string[]> {
  if (givenUntil === undefined) return [...volumeIds];
  const volumes = await Promise.all(volumeIds.map(look));
  return volumeIds.filter((_, index) => Date.parse(volumes[index]?.created_at ?? '') > givenUntil);
}
