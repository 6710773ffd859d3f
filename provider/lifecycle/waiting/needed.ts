import { isGoing } from '../../../core/statuses';
import type { Collection } from '../../polling/collection';
import { until } from '../../polling/statusRule';
import type { Call } from '../../run/call';

/** What a wait for another object needs: without it, that wait would last until its deadline. */
export interface Needed {
  isGone(id: string): boolean;
  /** Ends the watch. */
  stop(): void;
}

/** Watches objects while a wait for another one needs them. */
export function watchNeeded<T extends { readonly status: string }>(
  { signal }: Call,
  collection: Collection<T>,
  ids: readonly string[],
  deadline: number,
): Needed {
  const gone = new Set<string>();
  const stopped = new AbortController();
  const watch = async (id: string): Promise<void> => {
    await collection.wait(id, until<T>(isGoing), {
      deadline,
      signal: AbortSignal.any([signal, stopped.signal]),
      kind: 'being needed',
    });
    gone.add(id);
  };
  // A watch that fails only means that the wait lasts longer.
  for (const id of ids) watch(id).catch(() => undefined);
  return {
    isGone: (id) => gone.has(id),
    stop: () => {
      stopped.abort(new Error('nothing needs it any more'));
    },
  };
}
