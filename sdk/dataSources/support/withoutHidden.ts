import type { Tag } from '../../../api/schema';
import { isHiddenTag } from '../../../core/hiddenTags';

interface Tagged {
  readonly tags: Tag[];
}

/** Removes the tags from a result that only this package uses. */
export const withoutHiddenTags = <T extends Tagged>(tagged: T): T => ({
  ...tagged,
  tags: tagged.tags.filter((tag) => !isHiddenTag(tag)),
});

/** Removes the token of the Jupyter server too. It is a secret: only `Instance.get` returns it, as a secret output. */
export function withoutToken<T extends Tagged & { readonly jupyter_token?: unknown }>(
  machine: T,
): Omit<T, 'jupyter_token'> {
  const { jupyter_token: _, ...shown } = withoutHiddenTags(machine);
  return shown;
}
