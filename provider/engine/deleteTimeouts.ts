// In the dynamic protocol, a delete gets no inputs, so outputs must hold its timeout, and only an update stores those.
import type { HiddenTimeouts } from '../../core/hiddenProperties';
import type { Run } from '../run/run';

/** The program's timeouts in the diffs of this process, by the id of the resource. */
interface Seen {
  readonly newest: Map<string, HiddenTimeouts | undefined>;
  /** The resources whose only change is the timeout of the delete. */
  readonly onlyRetimed: Set<string>;
}

export const timeoutsSeenBy = (run: Run): Seen =>
  run.once('timeouts of the dynamic door', () => ({ newest: new Map(), onlyRetimed: new Set() }));
