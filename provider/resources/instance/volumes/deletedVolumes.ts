// Which of the volumes that were created with a machine are deleted with it.
import { attachedTo } from '../../../../api/services/volumes';
import { adoptedAmong } from '../../../../core/hiddenTags';
import type { Call } from '../../../run/call';
import type { InstanceInputs, InstanceOutputs } from '../schema';
import { entryOf } from './inlineVolumes';

/** The inputs that decide it. */
export type KeepSettings = Partial<
  Pick<InstanceInputs, 'keepVolumes' | 'hibernate' | 'osVolume' | 'volumes' | 'existingVolumes'> &
    Pick<InstanceOutputs, 'inlineVolumes'>
>;

/** Whether volumes without a setting of their own stay when the machine is deleted. */
export const keepsVolumes = ({ keepVolumes = false, hibernate = false }: KeepSettings): boolean =>
  keepVolumes || hibernate;

/** Whether this volume stays. */
export const isKept = (
  volume: { readonly keep?: boolean } | undefined,
  { keepVolumes = false }: KeepSettings,
): boolean => volume?.keep ?? keepVolumes;

/** Whether a resource of the program has adopted a volume, is about to adopt it, or names it as an existing one. */
export const isAdopted = ({ run }: Pick<Call, 'run'>, id: string): boolean =>
  run.known.isClaimed(id) || run.program.adopts(id) || run.program.isUsed('volume', id);

/**
 * Those of the created volumes that are deleted with their machine. What another resource has adopted or
 * `existingVolumes` names stays, and so does what another machine holds: somebody has moved it there.
 */
export async function deletedVolumes(
  call: Call,
  machineId: string,
  createdWithIt: readonly string[],
  osVolumeId: string | null | undefined,
  settings: KeepSettings,
): Promise<string[]> {
  const { osVolume, volumes = [], existingVolumes = [], hibernate = false } = settings;
  const byDefault = isKept(undefined, settings);
  const isException = (volume: { readonly keep?: boolean } | undefined) =>
    isKept(volume, settings) !== byDefault;
  const isAnyException = [osVolume, ...volumes].some(isException);
  if (hibernate || (byDefault && !isAnyException)) return [];
  const all = (await Promise.all(createdWithIt.map((id) => call.run.volumes.read(id)))).flatMap(
    (volume) => volume ?? [],
  );
  const adopted = adoptedAmong(all);
  const held = all.filter((volume) => attachedTo(volume).some((holder) => holder !== machineId));
  const staying = new Set([...adopted, ...existingVolumes, ...held.map(({ id }) => id)]);
  const created = createdWithIt.filter((id) => !isAdopted(call, id) && !staying.has(id));
  if (!isAnyException) return created;
  const found = all.filter(({ id }) => id !== osVolumeId && created.includes(id));
  const entries = new Map(found.map((one) => [one, entryOf(one, settings)]));
  // Before its id was in state, it may have been renamed: then nothing identifies it.
  const isKeptOneMissing = volumes.some(
    (entry) => isKept(entry, settings) && ![...entries.values()].includes(entry),
  );
  const deleted = found.filter((one) => {
    const entry = entries.get(one);
    return !(entry ? isKept(entry, settings) : isKeptOneMissing || byDefault);
  });
  const os = created.filter((id) => id === osVolumeId && !isKept(osVolume, settings));
  return [...os, ...deleted.map(({ id }) => id)];
}
