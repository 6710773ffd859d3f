// Which volumes belong to a machine: those that were made with it go with it, those that it was given stay.
import type { Instance } from '../api';
import { madeWith, withOsVolume } from '../core/orphans';
import { pendingTagOf } from '../core/pendingTag';
import type { Call } from './call';
import { shown } from './presence';
import type { OnSpotDiscontinue } from './resources/common';

/** What of a machine's declaration and state tells which volumes are its own. */
export interface Ownership {
  readonly image?: string;
  /** Left out until the machine was ready; a state of earlier versions has none of them in it. */
  readonly ownVolumeIds?: readonly string[];
  readonly osVolumeId?: string | null;
  readonly volumeIds?: readonly string[];
  readonly adoptId?: string;
  readonly existingVolumes?: readonly string[];
  readonly volumes?: readonly { readonly name: string }[];
}

const GONE = ['deleting', 'deleted'];

/** The ids of the volumes that were made with a machine, its operating-system volume first. */
export async function ownVolumesOf(call: Call, found: Instance, state: Ownership): Promise<string[]> {
  if (state.ownVolumeIds?.length) return [...state.ownVolumeIds];
  const instance = await withOsVolume(found, () => call.session.volumes.list());
  const given = new Set(state.existingVolumes ?? []);
  const os = instance.os_volume_id;
  const tag = pendingTagOf(instance);
  if (tag?.madeUntagged !== undefined) {
    // What was ordered with it carries its tag until the program has seen that it is in state.
    const others = instance.volume_ids.filter((id) => id !== os && !given.has(id));
    const volumes = await Promise.all(others.map((id) => shown(call, call.session.volumes, id)));
    return madeWith(
      instance,
      tag,
      volumes.filter((volume) => volume !== undefined),
    );
  }
  const own = os && os !== state.image && !given.has(os) ? [os] : [];
  if (!state.volumes?.length) return own;
  // Volumes attached later by others carry other names: only those that were asked for with the machine count.
  const names = new Set(state.volumes.map(({ name }) => name));
  const others = instance.volume_ids.filter((id) => id !== os && !given.has(id));
  const volumes = await Promise.all(others.map((id) => call.session.volumes.read(id)));
  return [...own, ...volumes.flatMap((volume) => (volume && names.has(volume.name) ? [volume.id] : []))];
}

/**
 * The ids of the volumes that were made with a machine, as far as state tells. While it was never seen ready, nobody
 * could attach others to it.
 */
export function ownInState(state: Ownership): string[] {
  if (state.ownVolumeIds?.length) return [...state.ownVolumeIds];
  const { image, existingVolumes = [], osVolumeId, volumeIds = [], adoptId } = state;
  const shown = [...(osVolumeId ? [osVolumeId] : []), ...(adoptId === undefined ? volumeIds : [])];
  return shown.filter((id) => id !== image && !existingVolumes.includes(id));
}

/** Those of a machine's own volumes that are still billed. */
export async function ownVolumesLeft(call: Call, ownVolumeIds: readonly string[]): Promise<string[]> {
  if (ownVolumeIds.length === 0) return [];
  // What is in the trash is not listed: asking for each singly would cost a request for every volume of a stack.
  const volumes = await call.session.volumes.list();
  return volumes
    .filter(({ id, status }) => ownVolumeIds.includes(id) && !GONE.includes(status))
    .map(({ id }) => id);
}

interface OsVolume {
  readonly name?: string;
  readonly size: number;
  readonly onSpotDiscontinue?: OnSpotDiscontinue;
}

/** Renames and grows the operating-system volume. */
export async function convergeOsVolume(
  call: Call,
  instance: Instance,
  wanted: OsVolume | undefined,
  before: OsVolume | undefined,
  reached: (osVolume: OsVolume) => void,
): Promise<void> {
  const { client, volumes } = call.session;
  const id = instance.os_volume_id;
  if (!wanted || !id) return;
  const actual = await volumes.read(id);
  let now = before ?? { size: actual?.size ?? wanted.size };
  const note = (part: Partial<OsVolume>) => {
    now = { ...now, ...part };
    reached(now);
  };
  if (actual && wanted.name !== undefined && wanted.name !== actual.name) {
    await client.volumes.perform({ action: 'rename', id, name: wanted.name }, call.requests);
    volumes.wrote();
    note({ name: wanted.name });
  }
  if (actual && wanted.size > actual.size) {
    call.status(`growing the operating-system volume to ${String(wanted.size)} GB`);
    await client.volumes.perform({ action: 'resize', id, size: wanted.size }, call.requests);
    volumes.wrote();
    note({ size: wanted.size });
  }
}
