import { catalogueId, machineTypes } from './machines';
import type { MachineType } from './machines';

/** An operating system that machines can start with. */
export interface ImageType {
  id: string;
  /** The value of `image` in a deploy. */
  type: string;
  name: string;
  category: string;
  details: string[];
  isDefault: boolean;
  isCluster: boolean;
  /** Whether a machine of this type can boot from this image. */
  supports: (machine: MachineType) => boolean;
}

/** Images with drivers also boot without a GPU. */
const any = (): boolean => true;
/** Confidential computing needs a Hopper or newer. */
const confidential = (machine: MachineType): boolean => /H100|H200|B200|B300/.test(machine.name);
/** The drivers of Ubuntu 22.04 images do not support Blackwell. */
const beforeBlackwell = (machine: MachineType): boolean => !/B200|B300/.test(machine.name);

type Row = [type: string, name: string, category: string, details: string[], supports: ImageType['supports']];

const rows: Row[] = [
  ['ubuntu-24.04', 'Ubuntu 24.04', 'ubuntu', ['Ubuntu 24.04'], any],
  ['ubuntu-22.04', 'Ubuntu 22.04', 'ubuntu', ['Ubuntu 22.04'], any],
  ['ubuntu-24.04-docker', 'Ubuntu 24.04 + Docker', 'docker', ['Ubuntu 24.04', 'Docker'], any],
  [
    'ubuntu-24.04-cuda-12.8-open',
    'Ubuntu 24.04 + CUDA 12.8 Open',
    'ubuntu',
    ['Ubuntu 24.04', 'CUDA 12.8'],
    any,
  ],
  [
    'ubuntu-24.04-cuda-12.8-open-docker',
    'Ubuntu 24.04 + CUDA 12.8 Open + Docker',
    'docker',
    ['Ubuntu 24.04', 'CUDA 12.8', 'Docker'],
    any,
  ],
  [
    'ubuntu-22.04-cuda-12.4',
    'Ubuntu 22.04 + CUDA 12.4',
    'ubuntu',
    ['Ubuntu 22.04', 'CUDA 12.4'],
    beforeBlackwell,
  ],
  [
    'ubuntu-22.04-cuda-12.4-docker',
    'Ubuntu 22.04 + CUDA 12.4 + Docker',
    'docker',
    ['Ubuntu 22.04', 'CUDA 12.4', 'Docker'],
    beforeBlackwell,
  ],
  [
    'ubuntu-24.04-confidential',
    'Ubuntu 24.04 confidential computing',
    'confidentialComputing',
    ['Ubuntu 24.04', 'CUDA 12.8', 'Confidential computing'],
    confidential,
  ],
];

const clusterRows: [type: string, name: string, details: string[], supports: ImageType['supports']][] = [
  [
    'ubuntu-24.04-cuda-12.8-cluster',
    'Ubuntu 24.04 + CUDA 12.8 for clusters',
    ['Ubuntu 24.04', 'CUDA 12.8', 'InfiniBand'],
    any,
  ],
  [
    'ubuntu-22.04-cuda-12.4-cluster',
    'Ubuntu 22.04 + CUDA 12.4 for clusters',
    ['Ubuntu 22.04', 'CUDA 12.4', 'InfiniBand'],
    beforeBlackwell,
  ],
];

export const images: readonly ImageType[] = rows.map(([type, name, category, details, supports], index) => ({
  id: catalogueId(2, index),
  type,
  name,
  category,
  details,
  isDefault: index === 0,
  isCluster: false,
  supports,
}));

export const clusterImages: readonly ImageType[] = clusterRows.map(
  ([type, name, details, supports], index) => ({
    id: catalogueId(3, index),
    type,
    name,
    category: 'ubuntu',
    details,
    isDefault: index === 0,
    isCluster: true,
    supports,
  }),
);

/** The image types that a machine of this type can boot. */
export const supportedImages = (machine: MachineType): string[] =>
  images.filter((image) => image.supports(machine)).map((image) => image.type);

/** The images that clusters of workers of this type can boot. */
export const imagesOfWorker = (worker: MachineType): ImageType[] =>
  clusterImages.filter((image) => image.supports(worker));

/** Every instance type with the images it boots, computed once. */
export const imagesByMachine: ReadonlyMap<string, string[]> = new Map(
  machineTypes.map((machine) => [machine.name, supportedImages(machine)]),
);
