// The differences between the program of a run and its first version.
import type { Random } from '../random';

/** The parts of the program that an edit changes: some in place, some by a replacement. */
export interface Edits {
  readonly trainerType: string;
  readonly trainerOsSize: number;
  /** The Volumes that are attached to the machine. */
  readonly trainerVolumes: readonly string[];
  /** Whether the volume that no stack has created is attached to the machine. */
  readonly isGivenAttached: boolean;
  readonly dataName: string;
  readonly dataType: string;
  readonly dataSize: number;
  readonly copyName: string;
  readonly clusterHostname: string;
  readonly fleetCount: number;
  readonly fleetImage: string;
  readonly restoredName: string;
  readonly adoptedName: string;
  /** The value of the tags of machines, and a part of the name of the Tag in the program. */
  readonly version: string;
}

export const FIRST: Edits = {
  trainerType: 'CPU.4V.16G',
  trainerOsSize: 50,
  trainerVolumes: ['trainer-data'],
  isGivenAttached: true,
  dataName: 'data',
  dataType: 'NVMe',
  dataSize: 10,
  copyName: 'copy',
  clusterHostname: 'cluster',
  fleetCount: 2,
  fleetImage: 'ubuntu-24.04',
  restoredName: 'restored',
  adoptedName: 'adopted',
  version: '0',
};

/** Three editions: the second changes much in place, the third replaces resources. */
export const EDITIONS: readonly Edits[] = [
  FIRST,
  {
    ...FIRST,
    trainerVolumes: ['trainer-data', 'trainer-more'],
    dataName: 'data-renamed',
    dataSize: 20,
    copyName: 'copy-renamed',
    clusterHostname: 'cluster-renamed',
    fleetCount: 3,
    restoredName: 'restored-renamed',
    adoptedName: 'adopted-renamed',
    version: '1',
  },
  { ...FIRST, trainerType: 'CPU.8V.32G', dataType: 'NVMe_Shared', fleetImage: 'ubuntu-22.04', version: '2' },
];

/** New values for about a third of what an edit can change. Volumes only grow. */
export function randomEdit(before: Edits, random: Random): Edits {
  const one = <V>(now: V, choices: readonly [V, ...V[]]): V =>
    random.chance(0.35) ? random.pick(choices) : now;
  const named = (now: string, name: string): string =>
    one(now, [name, `${name}-renamed`, `${name}-${String(random.between(1, 9))}`]);
  return {
    trainerType: one(before.trainerType, ['CPU.4V.16G', 'CPU.8V.32G']),
    trainerOsSize: one(before.trainerOsSize, [before.trainerOsSize + 10]),
    trainerVolumes: one(before.trainerVolumes, [
      [],
      ['trainer-data'],
      ['trainer-more'],
      ['trainer-data', 'trainer-more'],
      ['trainer-data', 'trainer-more', 'trainer-third'],
    ]),
    isGivenAttached: one(before.isGivenAttached, [true, false]),
    dataName: named(before.dataName, 'data'),
    dataType: one(before.dataType, ['NVMe', 'NVMe_Shared']),
    dataSize: one(before.dataSize, [before.dataSize + 10]),
    copyName: named(before.copyName, 'copy'),
    clusterHostname: one(before.clusterHostname, ['cluster', 'cluster-renamed']),
    fleetCount: one(before.fleetCount, [1, 2, 3]),
    fleetImage: one(before.fleetImage, ['ubuntu-24.04', 'ubuntu-22.04']),
    restoredName: named(before.restoredName, 'restored'),
    adoptedName: named(before.adoptedName, 'adopted'),
    version: String(random.between(0, 9)),
  };
}
