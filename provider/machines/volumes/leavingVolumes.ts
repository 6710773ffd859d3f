import { perSession } from '../../session/perSession';

/** The ids of inline volumes that an update of this run deletes, each with the id of its machine. */
export const leavingVolumes = perSession(() => new Map<string, string>());
