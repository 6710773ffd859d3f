import type { Tag } from '../../../api/schema';
import { PENDING } from '../../../core/pendingTag';

interface Tagged {
  readonly tags: Tag[];
}

/** Removes the pending tag from a result: only this package uses it. */
export const withoutPendingTag = <T extends Tagged>(tagged: T): T => ({
  ...tagged,
  tags: tagged.tags.filter(({ key }) => key !== PENDING),
});

/** Removes the token of the Jupyter server too. It is a secret: only `Instance.get` returns it, as a secret output. */
export function withoutToken<T extends Tagged & { readonly jupyter_token?: unknown }>(
  machine: T,
): Omit<T, 'jupyter_token'> {
  const { jupyter_token: _, ...shown } = withoutPendingTag(machine);
  return shown;
}
