import type { Problem } from '../../../core/validation/shape';
import { leftOutRemedy } from '../leftOut';
import type { PlannedResource } from '../plan';

/** The inputs that make a machine usable: keys to log in, or a script that runs without anybody. */
interface Access {
  sshKeyIds: string[];
  startupScriptId: string;
  instanceGroupId: string;
}

/** Warns of a machine with neither a key nor a script: nobody can use it (Deploy instance body, ssh_key_ids). */
export function warnOfNoKeys(plan: PlannedResource<Partial<Access>>): Problem[] {
  const { sshKeyIds = [], startupScriptId, instanceGroupId } = plan.inputs;
  const hasNoKeys = Array.isArray(sshKeyIds) && sshKeyIds.length === 0;
  if (plan.isNew && hasNoKeys && startupScriptId === undefined && instanceGroupId === undefined)
    plan.warn({
      path: 'sshKeyIds',
      reason: `is empty: nobody will be able to log in to this machine${leftOutRemedy(plan.call)}`,
    });
  return [];
}
