import type { Tag } from '../../../api/schema';
import { PENDING } from '../../../core/pendingTag';

/** Removes the pending tag from a result: only this package uses it. */
export const withoutPendingTag = <T extends { readonly tags: Tag[] }>(tagged: T): T => ({
  ...tagged,
  tags: tagged.tags.filter(({ key }) => key !== PENDING),
});
