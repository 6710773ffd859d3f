// The volumes that were created with a machine are removed with it; attached volumes stay.
import type { Instance, OnSpotDiscontinue, Volume } from '../../api/index';
import { existedBefore } from '../../core/orphans/originals';
import { withOsVolume } from '../../core/orphans/orphans';
import { areOfOnePost, isOfResource, isOfTime, pendingTagOf, readPendingTag } from '../../core/pendingTag';
import { printable } from '../../api/printable';
import type { Call } from '../run/call';
import type { Step } from '../schema/plan';
import { hasUnknown } from '../schema/unknown';
import { waitUntilListed } from '../lifecycle/waiting/readRecent';
import type { VolumeActionRequest } from '../../api';

interface DeclaredVolume {
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

/** Whether a volume is as a program declares it. */
export const isAsDeclared = (volume: DeclaredVolume, { name, type, size }: DeclaredVolume): boolean =>
  volume.name === name && volume.type === type && volume.size === size;

/** The inputs and outputs that show which volumes were created with a machine. */
export interface Ownership {
  readonly image?: string;
  /** Left out until the machine was ready. */
  readonly ownVolumeIds?: readonly string[];
  readonly osVolumeId?: string | null;
  readonly volumeIds?: readonly string[];
  readonly adoptId?: string;
  readonly existingVolumes?: readonly string[];
  readonly volumes?: readonly DeclaredVolume[];
}

/**
 * The ids of the volumes that were created with a machine, its operating-system volume first. They come from state or,
 * if state has none yet, from the pending tag of the machine's orders, while the machine exists. Names count only at an
 * adoption.
 */
export async function createdVolumeIds(
  call: Call,
  found: Instance | undefined,
  state: Ownership,
): Promise<string[]> {
  if (state.ownVolumeIds) return [...state.ownVolumeIds];
  if (!found) return [];
  const { known, volumes } = call.run;
  const instance = await withOsVolume(found, () => volumes.list());
  const osVolumeId = instance.os_volume_id;
  const existingIds = [...(state.image ? [state.image] : []), ...(state.existingVolumes ?? [])];
  const dataVolumes = await Promise.all(
    instance.volume_ids
      .filter((id) => id !== osVolumeId && !existingIds.includes(id) && !known.isClaimed(id))
      .map((id) => waitUntilListed(call, volumes, id)),
  );
  const created = dataVolumes.filter(
    (volume) =>
      volume && (hasTagOfOrder(call, instance, volume) || isDeclaredAtAdoption(call, state, volume)),
  );
  return [
    ...(osVolumeId && !existingIds.includes(osVolumeId) ? [osVolumeId] : []),
    ...created.flatMap((volume) => volume?.id ?? []),
  ];
}

/** Whether the order of this machine, or of another machine of the same resource, created the volume. */
function hasTagOfOrder(call: Call, machine: Instance, volume: Volume): boolean {
  const tag = pendingTagOf(volume);
  // Somebody has copied the tag to a volume, and attached that.
  if (!tag || existedBefore(volume, tag)) return false;
  // After a rename of the resource or of the stack, its tags have other hashes than its orders would have now.
  const own = [pendingTagOf(machine), readPendingTag(call.recorded.orderTag ?? '')];
  if (own.some((one) => areOfOnePost(one, tag))) return true;
  return isOfResource(tag, call) && isOfTime(volume, tag.orderedAt ?? NaN);
}

/** At an adoption, declared volumes count as created with the machine, until state holds their ids. */
const isDeclaredAtAdoption = (
  call: Call,
  { adoptId, ownVolumeIds, volumes = [] }: Ownership,
  volume: Volume,
): boolean =>
  adoptId !== undefined &&
  ownVolumeIds === undefined &&
  !call.run.known.has(volume.id) &&
  volumes.some((declared) => isAsDeclared(volume, declared));

/**
 * The ids of the volumes that were created with a machine, as far as state shows. Before the machine was ready, nobody
 * could attach other volumes to it.
 */
export function createdInState(state: Ownership): string[] {
  if (state.ownVolumeIds) return [...state.ownVolumeIds];
  const { image, existingVolumes = [], osVolumeId, volumeIds = [], adoptId } = state;
  const shown = [...(osVolumeId ? [osVolumeId] : []), ...(adoptId === undefined ? volumeIds : [])];
  return shown.filter((id) => id !== image && !existingVolumes.includes(id));
}

interface OsVolume {
  readonly name?: string;
  readonly size?: number;
  readonly onSpotDiscontinue?: OnSpotDiscontinue;
}

interface WithOsVolume {
  readonly osVolume?: OsVolume;
}

/**
 * Renames and grows the operating-system volume.
 *
 * @param volumes the volumes that were read; otherwise the volume is as in state.
 */
export function osVolumeSteps(
  { os_volume_id: id }: Pick<Instance, 'os_volume_id'>,
  volumes: ReadonlyMap<string, Volume | undefined> | undefined,
  wanted: OsVolume | undefined,
  before: OsVolume | undefined,
): Step<WithOsVolume, object>[] {
  if (!wanted || !id || hasUnknown(wanted)) return [];
  const actual: OsVolume | undefined = volumes ? volumes.get(id) : (before ?? {});
  if (!actual) return [];
  const { name, size } = wanted;
  const steps: Step<WithOsVolume, object>[] = [];
  let now: OsVolume = before ?? (actual.size === undefined ? {} : { size: actual.size });
  if (name !== undefined && name !== actual.name) {
    now = { ...now, name };
    steps.push({
      says: `renaming the operating-system volume to ${printable(name)}`,
      sets: { osVolume: now },
      run: (call) => renameVolume(call, id, name),
    });
  }
  if (size !== undefined && size > (actual.size ?? 0)) {
    now = { ...now, size };
    steps.push({
      says: `growing the operating-system volume to ${String(size)} GB`,
      sets: { osVolume: now },
      run: (call) => growVolume(call, id, size),
    });
  }
  return steps;
}

// Changes in place, of a `Volume` and of a volume that is declared within a machine.

export async function changeVolume({ run, requests }: Call, change: VolumeActionRequest): Promise<void> {
  await run.client.volumes.perform(change, requests);
  run.volumes.invalidate();
}

export const renameVolume = (call: Call, id: string, name: string): Promise<void> =>
  changeVolume(call, { action: 'rename', id, name });

/** @param size the new size, in GB. */
export const growVolume = (call: Call, id: string, size: number): Promise<void> =>
  changeVolume(call, { action: 'resize', id, size });
