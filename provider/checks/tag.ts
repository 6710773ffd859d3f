import type { Call } from '../call';
import type { TagInputs } from '../resources/tag';
import type { Problem } from '../shape';

/** What is wrong with the inputs, as far as it can be told before the update. */
// eslint-disable-next-line @typescript-eslint/require-await -- the checks against the catalogue follow
export async function checkTag(_call: Call, _inputs: Partial<TagInputs>, _olds: Partial<TagInputs> | undefined): Promise<Problem[]> {
  return [];
}
