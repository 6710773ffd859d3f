import { volumesThatExist } from '../../../lifecycle/consequences';
import type { Call } from '../../../session/call';
import type { InlineVolume, InstanceInputs, InstanceOutputs } from '../schema';
import { declaredName } from '../inlineVolumes/inlineVolumeStates';

/**
 * The declared volumes that were created with the machine and that somebody detached: an update attaches them again, and
 * they are billed all the time.
 */
export async function returningVolumes(
  call: Call,
  state: Partial<InstanceInputs & InstanceOutputs>,
  declared: readonly { readonly name: string }[],
): Promise<InlineVolume[]> {
  const { volumes: before = [], ownVolumeIds = [] } = state;
  const added = declared.filter(({ name }) => !before.some((volume) => volume.name === name));
  if (added.length === 0) return [];
  const created = await volumesThatExist(call, ownVolumeIds);
  return created.flatMap((volume) => {
    const { size, type, is_os_volume: isOs } = volume;
    const name = declaredName(volume, state);
    return !isOs && added.some((one) => one.name === name) ? [{ name, size, type }] : [];
  });
}
