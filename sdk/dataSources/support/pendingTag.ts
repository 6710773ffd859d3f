import type { Tag } from '../../../api/schema';
import { PENDING } from '../../../core/pendingTag';

/** Leaves out the pending tag, which this package writes for itself. */
export const withoutPendingTag = <T extends { readonly tags: Tag[] }>(tagged: T): T => ({
  ...tagged,
  tags: tagged.tags.filter(({ key }) => key !== PENDING),
});
