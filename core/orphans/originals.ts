// Decides whether the order in a pending tag made a thing. A person may copy a machine with its tags; a copy is younger
// than its original, which may be gone by now.
import type { Tag } from '../../api/schema';
import type { PendingTag } from '../pendingTag';
import { areOfOnePost, isOfTime, isRestoreOf, pendingTagOf, postOf, readPendingTag } from '../pendingTag';

/** What is known about the POSTs of a stack: from the notes of this computer, and from the states that a run has read. */
export interface KnownPosts {
  /** The id with which a POST was answered. */
  idOf(post: string): string | undefined;
  /** Whether this computer has sent the POST, and knows no answer. */
  isOpen(post: string): boolean;
}

/** For a run that knows of no POST. */
export const NO_POSTS: KnownPosts = { idOf: () => undefined, isOpen: () => false };

/** The same with the answers that states show: the id, and the text of the pending tag of the POST that made it. */
export function withAnswers(
  posts: KnownPosts,
  inState: Iterable<readonly [id: string, tag: string]>,
): KnownPosts {
  const ids = new Map([...inState].map(([id, tag]) => [postOf(readPendingTag(tag)), id]));
  return {
    idOf: (post) => ids.get(post) ?? posts.idOf(post),
    isOpen: (post) => !ids.has(post) && posts.isOpen(post),
  };
}

/** Whether the order in its tag made a thing, or it is a copy of that thing, or neither is proved. */
export type Whose = 'ours' | 'copy' | 'unproved';

/** Anything that may carry a pending tag, with its age. */
export interface Aged {
  readonly id: string;
  readonly created_at: string;
  readonly tags: readonly Tag[];
  readonly name?: string;
}

/**
 * Whether its order made a thing. Of several things of one POST that did not exist before, only the oldest can be made
 * by it.
 *
 * @param others the things of its collection, gone things included.
 * @param isOfMachine whether it is a volume that was ordered with a machine: the answer named the machine, and the machine
 * may have several volumes, with different names.
 */
export function whoseIs(
  object: Aged,
  tag: PendingTag,
  others: readonly Aged[],
  posts: KnownPosts,
  isOfMachine = false,
): Whose {
  if (isRestoreOf(tag, object.id)) return 'ours';
  const post = postOf(tag);
  if (post === undefined) return 'unproved';
  if (tag.whenOrphaned === 'trash') return 'copy';
  const answered = isOfMachine ? undefined : posts.idOf(post);
  if (answered !== undefined) return answered === object.id ? 'ours' : 'copy';
  if (existedBefore(object, tag) || olderOfOnePost(object, tag, others, isOfMachine)) return 'copy';
  if (posts.isOpen(post)) return 'ours';
  if (!tag.isDated) return 'unproved';
  return isOfTime(object, tag.orderedAt ?? NaN) ? 'ours' : 'copy';
}

/** The oldest other thing of the same POST that is older than this one. */
export const olderOfOnePost = <T extends Aged>(
  object: Aged,
  tag: PendingTag,
  others: readonly T[],
  isOfMachine = false,
): T | undefined =>
  others
    .filter(
      (other) =>
        isOlder(other, object) &&
        !existedBefore(other, tag) &&
        areOfOnePost(pendingTagOf(other), tag) &&
        (!isOfMachine || other.name === object.name),
    )
    .sort((one, other) => (isOlder(one, other) ? -1 : 1))[0];

/** Whether it existed before the order: somebody has copied the tag to it. The clock of this computer proves nothing. */
export const existedBefore = (
  object: Pick<Aged, 'created_at'>,
  { isDated, orderedAt = NaN }: PendingTag,
): boolean => isDated === true && Date.parse(object.created_at) < orderedAt && !isOfTime(object, orderedAt);

/** A request that was carried out twice may make two things in the same second: then any order will do. */
const isOlder = (one: Aged, other: Aged): boolean => {
  const [first, second] = [Date.parse(one.created_at), Date.parse(other.created_at)];
  return first === second ? one.id < other.id : first < second;
};
