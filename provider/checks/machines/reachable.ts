import type { Problem } from '../../../core/validation/shape';
import type { PlannedResource } from '../plan';

/** What lets somebody into a machine, or has it work by itself. */
interface Entrance {
  sshKeyIds: string[];
  startupScriptId: string;
  instanceGroupId: string;
}

/** With neither a key nor a script a machine is of no use to anybody (Deploy instance body, ssh_key_ids). */
export function warnOfNoKeys(plan: PlannedResource<Partial<Entrance>>): Problem[] {
  const { sshKeyIds = [], startupScriptId, instanceGroupId } = plan.inputs;
  const isClosed = Array.isArray(sshKeyIds) && sshKeyIds.length === 0;
  if (plan.isNew && isClosed && startupScriptId === undefined && instanceGroupId === undefined)
    plan.warn({ path: 'sshKeyIds', reason: 'is empty: nobody will be able to log in to this machine' });
  return [];
}
