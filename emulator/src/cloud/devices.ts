import type { Cloud } from './cloud';
import type { Entity } from '../model/store';
import type { Volume } from './volumes';

/** What a machine calls its disks: `vda`, `vdb` … `vdz`, `vdaa`. */
const name = (index: number): string => `vd${letters(index)}`;

const letters = (index: number): string =>
  (index < 26 ? '' : letters(Math.floor(index / 26) - 1)) + String.fromCharCode(97 + (index % 26));

/** The machine, or the cluster, that boots from the volume. */
export function bootedBy({ instances, clusters }: Cloud, volume: Volume): Entity | undefined {
  return volume.instanceIds
    .map((id) => instances.table.get(id) ?? clusters.table.get(id))
    .find((machine) => machine?.osVolumeId === volume.id);
}

/** The name that an attached volume gets: the first one for the disk to boot from, else the next that is free. */
export function deviceFor(cloud: Cloud, volume: Volume): string {
  if (bootedBy(cloud, volume) !== undefined) return name(0);
  const neighbours = volume.instanceIds.flatMap((id) => cloud.volumes.attachedTo({ id }));
  const taken = new Set(neighbours.map(({ device }) => device));
  let index = 1;
  while (taken.has(name(index))) index += 1;
  return name(index);
}
