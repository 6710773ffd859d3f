import type { Session } from '../../session/session';

/** The ids of inline volumes that an update of this run deletes, each with the id of its machine. */
export const leavingVolumes = (session: Session): Map<string, string> =>
  session.once('leaving' as never, () => new Map<string, string>());
