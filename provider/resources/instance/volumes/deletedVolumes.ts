// Which of the volumes that were created with a machine are deleted with it.
import { attachedTo } from '../../../../api/services/volumes';
import { adoptedAmong, hasAdoptedTag } from '../../../../core/hiddenTags';
import { hasUnknown } from '../../../schema/unknown';
import type { Call } from '../../../session/call';
import type { Volume } from '../../../../api';
import type { InstanceInputs, InstanceOutputs } from '../schema';
import { declaredBefore, declaredName } from '../inlineVolumes/inlineVolumeStates';

/** The inputs that decide it. */
export type KeepSettings = Partial<
  Pick<InstanceInputs, 'keepVolumes' | 'hibernate' | 'osVolume' | 'volumes'> &
    Pick<InstanceOutputs, 'inlineVolumes' | 'ownVolumeIds'>
>;

/** Whether volumes without a setting of their own stay when the machine is deleted. */
export const keepsVolumes = ({ keepVolumes = false, hibernate = false }: KeepSettings): boolean =>
  keepVolumes || hibernate;

/** Whether this volume stays. */
export const isKept = (
  volume: { readonly keep?: boolean } | undefined,
  { keepVolumes = false }: KeepSettings,
): boolean => volume?.keep ?? keepVolumes;

/** Whether another resource of the program has adopted a volume, or is about to adopt it. */
export const isAdopted = ({ session }: Pick<Call, 'session'>, id: string): boolean =>
  session.known.isClaimed(id) || session.program.adopts(id);

/** Whether a created volume is also declared in another way: as a resource, or as attached to its machine. */
export const isDeclaredElsewhere = (
  call: Call,
  volume: Volume,
  { existingVolumes }: Pick<InstanceInputs, 'existingVolumes'>,
): boolean =>
  isAdopted(call, volume.id) ||
  hasAdoptedTag(volume) ||
  (Array.isArray(existingVolumes) && existingVolumes.includes(volume.id));

/**
 * Whether a volume that the program declares elsewhere stays attached to its machine. Without `existingVolumes`, the
 * program does not say.
 */
export const staysAttached = (
  id: string,
  { existingVolumes }: Pick<InstanceInputs, 'existingVolumes'>,
): boolean => !Array.isArray(existingVolumes) || hasUnknown(existingVolumes) || existingVolumes.includes(id);

/**
 * Those of the created volumes that are deleted with their machine. What another resource has adopted stays, and so does
 * what another machine holds: somebody has moved it there.
 */
export async function deletedVolumes(
  call: Call,
  machineId: string,
  createdWithIt: readonly string[],
  osVolumeId: string | null | undefined,
  settings: KeepSettings,
): Promise<string[]> {
  const { osVolume, hibernate = false } = settings;
  // With the volumes that a refresh has taken out of `volumes`.
  const volumes = declaredBefore(settings);
  const byDefault = isKept(undefined, settings);
  const isException = (volume: { readonly keep?: boolean } | undefined) =>
    isKept(volume, settings) !== byDefault;
  const isAnyException = [osVolume, ...volumes].some(isException);
  if (hibernate || (byDefault && !isAnyException)) return [];
  const all = (await Promise.all(createdWithIt.map((id) => call.session.volumes.read(id)))).flatMap(
    (volume) => volume ?? [],
  );
  const adopted = adoptedAmong(all);
  const held = all.filter((volume) => attachedTo(volume).some((holder) => holder !== machineId));
  const staying = new Set([...adopted, ...held.map(({ id }) => id)]);
  const created = createdWithIt.filter((id) => !isAdopted(call, id) && !staying.has(id));
  if (!isAnyException) return created;
  const found = all.filter(({ id }) => id !== osVolumeId && created.includes(id));
  // It may have been renamed outside the program: then nothing identifies it.
  const isKeptOneMissing = volumes.some(
    (volume) => isKept(volume, settings) && !found.some((one) => declaredName(one, settings) === volume.name),
  );
  const deleted = found.filter((one) => {
    const declared = volumes.find(({ name }) => name === declaredName(one, settings));
    return !(declared ? isKept(declared, settings) : isKeptOneMissing || byDefault);
  });
  const os = created.filter((id) => id === osVolumeId && !isKept(osVolume, settings));
  return [...os, ...deleted.map(({ id }) => id)];
}
