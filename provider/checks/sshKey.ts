import type { Call } from '../call';
import type { SshKeyInputs } from '../resources/sshKey';
import type { Problem } from '../shape';

/** What is wrong with the inputs, as far as it can be told before the update. */
// eslint-disable-next-line @typescript-eslint/require-await -- the checks against the catalogue follow
export async function checkSshKey(_call: Call, _inputs: Partial<SshKeyInputs>, _olds: Partial<SshKeyInputs> | undefined): Promise<Problem[]> {
  return [];
}
