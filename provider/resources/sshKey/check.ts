import type { Call } from '../../session/call';
import type { SshKeyInputs } from '.';
import type { Problem } from '../../../core/validation/shape';
import { SshPublicKeyError, parsePublicKey, sameMaterial, weakness } from './publicKey';
import { adoption } from '../../checks/existing';
import type { Plan } from '../../checks/plan';
import { review } from '../../checks/plan';

/** What is wrong with an SSH key, as far as it can be told before the update. */
export async function checkSshKey(
  call: Call,
  inputs: Partial<SshKeyInputs>,
  olds: Partial<SshKeyInputs> | undefined,
): Promise<Problem[]> {
  return review(call, inputs, olds, (plan) => [publicKey(plan), adopted(plan)]);
}

function adopted(plan: Plan<SshKeyInputs>): Promise<Problem[]> {
  const said = plan.text('key');
  return adoption(
    plan,
    'SSH key',
    plan.call.session.sshKeys,
    ({ name }) => ({ name }),
    ({ key }) => (said === undefined || sameMaterial(key, said) ? [] : ['key']),
  );
}

/** The key can be read, and had better be used. */
function publicKey(plan: Plan<SshKeyInputs>): Problem[] {
  return plan.changed('key').flatMap(({ path, value }) => {
    try {
      const reason = weakness(parsePublicKey(value));
      if (reason !== undefined) plan.warn({ path, reason });
      return [];
    } catch (error) {
      if (error instanceof SshPublicKeyError) return [{ path, reason: error.message }];
      throw error;
    }
  });
}
