// The dynamic protocol tells a delete of no program, so its time has to be in the outputs, which only an update stores.
import type { HiddenTimeouts } from '../../core/hiddenProperties';
import type { Session } from '../session/session';

/** What diffs of this process have seen of the program's timeouts, by the id of the resource. */
interface Seen {
  readonly newest: Map<string, HiddenTimeouts | undefined>;
  /** Where nothing but the time for the delete has changed. */
  readonly onlyRetimed: Set<string>;
}

const bySession = new WeakMap<Session, Seen>();

export function timeoutsSeenBy(session: Session): Seen {
  const seen = bySession.get(session) ?? { newest: new Map(), onlyRetimed: new Set() };
  bySession.set(session, seen);
  return seen;
}
