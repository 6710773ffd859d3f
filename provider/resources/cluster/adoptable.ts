// The shared volumes of a cluster to adopt. No other cluster is compared with them: a cluster that is being deployed may
// not show them yet.
import type { Cluster } from '../../../api';
import { isReady } from '../../machines/machine';

/** A cluster to adopt. */
export interface AdoptableCluster extends Cluster {
  readonly held_volumes?: Cluster['shared_volumes'];
}

export const adoptable = (found: Cluster): AdoptableCluster =>
  isReady(found) ? { ...found, held_volumes: found.shared_volumes } : found;

/** Its shared volume with the declared name; null if it has none. */
export function sharedVolumeOf(
  { held_volumes: held }: AdoptableCluster,
  declared: { readonly name: string } | undefined,
): { name: string; size: number } | null | undefined {
  const volume = held?.find(({ name }) => name === declared?.name);
  if (!volume) return held && null;
  return { name: volume.name, size: volume.size_in_gigabytes };
}

/** The declared volumes if it has all of them, or else all that it has: it may have others. */
export function existingVolumesOf(
  { held_volumes: held }: AdoptableCluster,
  declared: string[] = [],
): string[] | undefined {
  const ids = held?.map(({ id }) => id);
  return ids && declared.every((id) => ids.includes(id)) ? declared : ids;
}
