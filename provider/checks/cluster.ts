import type { Call } from '../call';
import type { ClusterInputs } from '../resources/cluster';
import type { Problem } from '../shape';

/** What is wrong with the inputs, as far as it can be told before the update. */
// eslint-disable-next-line @typescript-eslint/require-await -- the checks against the catalogue follow
export async function checkCluster(_call: Call, _inputs: Partial<ClusterInputs>, _olds: Partial<ClusterInputs> | undefined): Promise<Problem[]> {
  return [];
}
