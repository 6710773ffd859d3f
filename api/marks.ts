// What the program and the provider have to agree on about things that are billed and not yet safely in state.
import { createHash } from 'node:crypto';
import type { Tag, TagRequest } from './schema';

/** The key of the tag that a billed resource carries from its creation until its id is in state. */
export const PENDING = 'pulumi-pending';

/**
 * The output that says when a create of the provider returned, in ms of this machine's clock. The program knows
 * by it what this very run created. It is gone with the next update.
 */
export const CREATED_AT = '__createdAt';

/** How many tags one resource carries at most (Limits). */
export const MOST_TAGS = 10;

/** What a mark says of the creation that it was set by. */
export interface Mark {
  /** The owner of the stack's state. */
  readonly owner: string;
  /** Hash of the URN. Inputs are not in the mark: a user may edit the program after a crash. */
  readonly resource: string;
  /** Whether the program would not have it deleted (`retainOnDelete`, `protect`): then nobody but the engine removes it. */
  readonly keep: boolean;
  /** What the ids of the volumes begin with that were there before, and outlive it: `image`, `existingVolumes`, the source of a copy. */
  readonly given: readonly string[];
  /** Whether `given` has them all; a tag is short. */
  readonly complete: boolean;
}

const ID_START = 8;
/** So many beginnings of ids find room in the 127 characters of a tag's value. */
const MOST_GIVEN = 10;

/** The part of a mark that tells one resource of a state from another. */
export const hashOf = (urn: string): string => createHash('sha256').update(urn).digest('hex').slice(0, 16);

/** The mark of a creation. */
export const newMark = (
  { owner, urn }: { readonly owner: string; readonly urn: string },
  { keep = false, given = [] }: { readonly keep?: boolean; readonly given?: readonly string[] } = {},
): Mark => ({
  owner,
  resource: hashOf(urn),
  keep,
  given: given.slice(0, MOST_GIVEN).map((id) => id.slice(0, ID_START)),
  complete: given.length <= MOST_GIVEN,
});

/** `<owner>.<hash>.<keep or drop>.<all or some>.<what was given>` */
const textOf = ({ owner, resource, keep, given, complete }: Mark): string =>
  [owner, resource, keep ? 'keep' : 'drop', complete ? 'all' : 'some', given.join('')].join('.');

function read(text: string): Mark | undefined {
  const [owner, resource, keep, complete, given = ''] = text.split('.');
  if (!owner || !resource) return undefined;
  return {
    owner,
    resource,
    keep: keep === 'keep',
    given: given.match(new RegExp(`.{${String(ID_START)}}`, 'g')) ?? [],
    complete: complete === 'all',
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

/** Whether two marks were set for the same resource of the same state. */
export const isSameResource = (one: Mark, other: Mark): boolean =>
  one.owner === other.owner && one.resource === other.resource;

/** Whether a volume was there before what carries the mark. Where the mark could not name them all, it may have been. */
export const wasGiven = (mark: Mark, volumeId: string): boolean =>
  !mark.complete || mark.given.some((start) => volumeId.startsWith(start));

/** Whether a mark was set by a creation that was given exactly these volumes. */
export const wasGivenJust = (mark: Mark, volumeIds: readonly string[]): boolean =>
  mark.complete &&
  [...mark.given].sort().join() ===
    volumeIds
      .map((id) => id.slice(0, ID_START))
      .sort()
      .join();
