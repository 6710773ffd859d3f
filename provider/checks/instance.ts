import type { Call } from '../call';
import type { InstanceInputs } from '../resources/instance';
import type { Problem } from '../shape';

/** What is wrong with the inputs, as far as it can be told before the update. */
// eslint-disable-next-line @typescript-eslint/require-await -- the checks against the catalogue follow
export async function checkInstance(_call: Call, _inputs: Partial<InstanceInputs>, _olds: Partial<InstanceInputs> | undefined): Promise<Problem[]> {
  return [];
}
