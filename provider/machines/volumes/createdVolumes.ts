// Which volumes belong to a machine: those that were made with it go with it, those that it was given stay.
import type { Instance, OnSpotDiscontinue, Volume } from '../../../api/index';
import { withOsVolume } from '../../../core/orphans/orphans';
import { belongsTo, isOfResource, pendingTagOf } from '../../../core/pendingTag';
import type { Call } from '../../session/call';
import { waitUntilListed } from '../../lifecycle/waiting/readRecent';

/** What of a machine's declaration and state tells which volumes are its own. */
export interface Ownership {
  readonly image?: string;
  /** Left out until the machine was ready; a state of earlier versions has none of them in it. */
  readonly ownVolumeIds?: readonly string[];
  readonly osVolumeId?: string | null;
  readonly volumeIds?: readonly string[];
  readonly adoptId?: string;
  readonly existingVolumes?: readonly string[];
  readonly volumes?: readonly { readonly name: string; readonly type: string }[];
}

const GONE = ['deleting', 'deleted'];

/**
 * The ids of the volumes that are a machine's own, its operating-system volume first: those in state, and until state has
 * them those that carry the pending tag of the machine's orders. Names tell nothing, but at an adoption.
 */
export async function ownVolumesOf(call: Call, found: Instance, state: Ownership): Promise<string[]> {
  if (state.ownVolumeIds?.length) return [...state.ownVolumeIds];
  const { claims, volumes } = call.session;
  const instance = await withOsVolume(found, () => volumes.list());
  const os = instance.os_volume_id;
  const given = [...(state.image ? [state.image] : []), ...(state.existingVolumes ?? [])];
  const others = instance.volume_ids.filter((id) => id !== os && !given.includes(id) && !claims.has(id));
  const attached = await Promise.all(others.map((id) => waitUntilListed(call, volumes, id)));
  const own = attached.filter(
    (volume) => volume && (isOrderedWith(call, instance, volume) || isAdopted(call, state, volume)),
  );
  return [...(os && !given.includes(os) ? [os] : []), ...own.flatMap((volume) => volume?.id ?? [])];
}

/** Whether an order of the machine, or of a machine of the same resource, made the volume. */
function isOrderedWith(call: Call, machine: Instance, volume: Volume): boolean {
  const tag = pendingTagOf(volume);
  if (!tag || !belongsTo(tag, volume)) return false;
  return tag.text === pendingTagOf(machine)?.text || isOfResource(tag, call);
}

/** What a program declares of a machine that it takes over is there, until state says which volumes are its own. */
const isAdopted = (call: Call, { adoptId, ownVolumeIds, volumes = [] }: Ownership, volume: Volume): boolean =>
  adoptId !== undefined &&
  ownVolumeIds === undefined &&
  !call.session.knownIds.has(volume.id) &&
  volumes.some(({ name, type }) => name === volume.name && type === volume.type);

/**
 * The ids of the volumes that were made with a machine, as far as state tells. While it was never seen ready, nobody
 * could attach others to it.
 */
export function ownInState(state: Ownership): string[] {
  if (state.ownVolumeIds?.length) return [...state.ownVolumeIds];
  const { image, existingVolumes = [], osVolumeId, volumeIds = [], adoptId } = state;
  const wasReady = state.ownVolumeIds !== undefined || adoptId !== undefined;
  const shownOnes = [...(osVolumeId ? [osVolumeId] : []), ...(wasReady ? [] : volumeIds)];
  return shownOnes.filter((id) => id !== image && !existingVolumes.includes(id));
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
export async function applyOsVolumeChanges(
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
    volumes.invalidate();
    note({ name: wanted.name });
  }
  if (actual && wanted.size > actual.size) {
    call.status(`growing the operating-system volume to ${String(wanted.size)} GB`);
    await client.volumes.perform({ action: 'resize', id, size: wanted.size }, call.requests);
    volumes.invalidate();
    note({ size: wanted.size });
  }
}
