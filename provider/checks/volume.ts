import type { Call } from '../call';
import type { VolumeInputs } from '../resources/volume';
import type { Problem } from '../shape';

/** What is wrong with the inputs, as far as it can be told before the update. */
// eslint-disable-next-line @typescript-eslint/require-await -- the checks against the catalogue follow
export async function checkVolume(_call: Call, _inputs: Partial<VolumeInputs>, _olds: Partial<VolumeInputs> | undefined): Promise<Problem[]> {
  return [];
}
