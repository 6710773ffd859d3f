import type { VolumeTypeName } from '../../../api';
import type { VolumeLongTerm } from '../../machines/longTerm';
import type { TagMap } from '../common';

/** What a program says of a volume (Volumes, POST and PUT /v1/volumes). */
export interface VolumeInputs {
  /** Name of the volume. Default: the name in the program and seven random digits. On change: renamed in place. */
  name?: string;
  /** Size in GB. On change: grown in place; a smaller size is refused at preview. */
  size: number;
  /** Type of the storage, e.g. `NVMe`. New HDD volumes are refused. On change: replaced. */
  type: VolumeTypeName;
  /** Where it is, e.g. `FIN-01`. On change: replaced. */
  locationCode: string;
  /**
   * The instances it is attached to; several only for shared types. Left out: not managed here (an instance may
   * list the volume in its `existingVolumes`). On change: attached and detached in place, which needs the
   * machines to be off.
   */
  instanceIds?: string[];
  /** Tags, at most ten. On change: in place; tags of others are left alone. */
  tags?: TagMap;
  /** Makes the volume a copy of this one, also of another type or in another location. On change: replaced; left out: it stays what it is. */
  sourceVolumeId?: string;
  /** Takes this volume back from the trash instead of making a new one. Only matters at creation. */
  restoreVolumeId?: string;
  /** Takes over this volume, which exists, instead of making a new one. Only matters at creation. */
  adoptId?: string;
  /** Whether machines may be stopped and started again to attach or detach the volume. Default: false. */
  allowShutdown?: boolean;
  /** Whether a delete is for good at once; otherwise the volume stays in the trash for 96 hours. Default: false. */
  deletePermanently?: boolean;
  /** Properties whose change is to replace the volume instead of changing it in place. */
  replaceOn?: (keyof VolumeInputs)[];
}

/** What the cloud says of a volume (Volume (active)). */
export interface VolumeOutputs {
  /** `detached`, `attached`, … (States and transitions). */
  status: string;
  /** Whether it is the operating-system volume of a machine. */
  isOsVolume: boolean;
  /** The instance it is attached to, if any. */
  instanceId: string | null;
  /** All instances it is attached to. */
  attachedTo: string[];
  /** Device target on the machine. */
  target: string | null;
  /** Unique identifier of the filesystem. */
  pseudoPath: string | null;
  /** Command that makes the directory to mount it on. */
  createDirectoryCommand: string | null;
  /** Command that mounts it. */
  mountCommand: string | null;
  /** Command that adds it to fstab. */
  filesystemToFstabCommand: string | null;
  /** Keys linked to an operating-system volume. */
  sshKeyIds: string[];
  /** Kind of contract. */
  contract: string;
  /** Price per hour, in `currency`. */
  baseHourlyCost: number;
  /** Price per month, in `currency`. */
  monthlyPrice: number;
  /** Price per hour, in `currency`. */
  hourlyCost: number;
  /** Price per month, in `currency`. */
  monthlyCost: number;
  /** `usd` or `eur`. */
  currency: string;
  /** When it was made, ISO 8601. */
  createdAt: string;
  /** Who made it. */
  createdByUserId: string | null;
  /** The end and the price of a long-term contract. */
  longTerm: VolumeLongTerm | null;
}
