import type { Call } from '../call';
import type { StartupScriptInputs } from '../resources/startupScript';
import type { Problem } from '../shape';

/** What is wrong with the inputs, as far as it can be told before the update. */
// eslint-disable-next-line @typescript-eslint/require-await -- the checks against the catalogue follow
export async function checkStartupScript(_call: Call, _inputs: Partial<StartupScriptInputs>, _olds: Partial<StartupScriptInputs> | undefined): Promise<Problem[]> {
  return [];
}
