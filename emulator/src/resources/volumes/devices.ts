import type { Machine, Machines } from '../machines/machines';
import type { Volume } from './volume';

/** The names of a machine's disks: `vda`, `vdb` … `vdz`, `vdaa`. */
const name = (index: number): string => `vd${letters(index)}`;

const letters = (index: number): string =>
  (index < 26 ? '' : letters(Math.floor(index / 26) - 1)) + String.fromCharCode(97 + (index % 26));

/** The machine that boots from the volume. */
export const bootedBy = (machines: Machines, volume: Volume): Machine | undefined =>
  volume.instanceIds.map((id) => machines.findAny(id)).find((machine) => machine?.osVolumeId === volume.id);

/** The name of an attached volume: `vda` for the boot disk, else its present name or the next that is free. */
export function deviceFor(machines: Machines, volume: Volume, neighbours: readonly Volume[]): string {
  if (bootedBy(machines, volume) !== undefined) return name(0);
  const taken = new Set(neighbours.map(({ device }) => device));
  if (volume.device !== null && !taken.has(volume.device)) return volume.device;
  let index = 1;
  while (taken.has(name(index))) index += 1;
  return name(index);
}
