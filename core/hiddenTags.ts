// The tags of this package, which programs do not see.
import type { Tag, Volume } from '../api/schema';
import { isExpiryTag } from './expiryTag';
import { isPendingTag } from './pendingTag';

/**
 * The tag of a volume that a `Volume` has adopted. The machine that the volume was created with may be in another stack,
 * or deleted by a run that does not show the `Volume`. That delete leaves a volume with this tag.
 */
export const ADOPTED = 'pulumi-adopted';

/** Whether a tag is that of an adopted volume. */
export const isAdoptedTag = ({ key }: Pick<Tag, 'key'>): boolean => key === ADOPTED;

/** Whether a resource of its own has adopted a volume. */
export const hasAdoptedTag = ({ tags }: Pick<Volume, 'tags'>): boolean => tags.some(isAdoptedTag);

/** The ids of the adopted volumes among these. */
export const adoptedAmong = (volumes: readonly Volume[]): ReadonlySet<string> =>
  new Set(volumes.filter(hasAdoptedTag).map(({ id }) => id));

/** Whether this package uses a tag for itself. */
export const isHiddenTag = (tag: Pick<Tag, 'key'>): boolean =>
  isPendingTag(tag) || isAdoptedTag(tag) || isExpiryTag(tag);
