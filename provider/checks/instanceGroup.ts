import type { Call } from '../call';
import type { InstanceGroupInputs } from '../resources/instanceGroup';
import type { Problem } from '../shape';

/** What is wrong with the inputs, as far as it can be told before the update. */
// eslint-disable-next-line @typescript-eslint/require-await -- the checks against the catalogue follow
export async function checkInstanceGroup(_call: Call, _inputs: Partial<InstanceGroupInputs>, _olds: Partial<InstanceGroupInputs> | undefined): Promise<Problem[]> {
  return [];
}
