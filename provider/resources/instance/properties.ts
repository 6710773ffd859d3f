import type { Contract, VolumeTypeName } from '../../../api';
import type { PowerState } from '../../machines/power';
import type { Cores, Described, Gpus, Memory, OnSpotDiscontinue, TagMap } from '../common';
import type { VolumeLongTerm } from '../../machines/longTerm';

/** The operating-system volume that comes with a machine. */
export interface OsVolume {
  /** Name. Default: the cloud's. On change: renamed in place. */
  name?: string;
  /** Size in GB. On change: grown in place; smaller is refused at preview. */
  size: number;
  /**
   * What becomes of it when a spot machine is evicted. Default: `keep_detached`. On change: in place, for all volumes
   * that the machine holds.
   */
  onSpotDiscontinue?: OnSpotDiscontinue;
}

/** A further volume that is made with a machine, in its location, and goes with it. */
export interface InlineVolume {
  /** Name, by which it is told from the machine's others. On change: another volume, and this one is deleted. */
  name: string;
  /** Size in GB. On change: grown in place; smaller is refused at preview. */
  size: number;
  /** Type of the storage, e.g. `NVMe`. On change: refused at preview; give the new volume another name. */
  type: VolumeTypeName;
  /**
   * What becomes of it when a spot machine is evicted. Default: `keep_detached`. On change: in place where all volumes
   * that come with the machine get the same, else stored for the next machine.
   */
  onSpotDiscontinue?: OnSpotDiscontinue;
  /** Tags, at most ten. On change: in place; tags of others are left alone. */
  tags?: TagMap;
}

/** What a program says of an instance (Instances, Deploy instance body). */
export interface InstanceInputs {
  /** Host name. Default: the name in the program and seven random digits. On change: replaced. */
  hostname?: string;
  /** Description. Default: the host name. On change: stored for the next machine, unless `replaceOn` names it. */
  description?: string;
  /**
   * An image type, as `getImages` names them, or the id of a detached operating-system volume. Left out only with
   * `instanceGroupId`. On change: replaced.
   */
  image?: string;
  /** Type of the machine, e.g. `1H100.80S.30V`. Left out only with `instanceGroupId`. On change: replaced. */
  instanceType?: string;
  /** Where it is to be, e.g. `FIN-01`. Left out only with `instanceGroupId`. On change: replaced. */
  locationCode?: string;
  /** Locations to fall back on, in this order, when there is no room. Only matters at creation. */
  fallbackLocationCodes?: string[];
  /** How long to wait for room when no location has any, e.g. `2h`. Default: not at all. Only matters at creation. */
  waitForCapacity?: string;
  /** `PAY_AS_YOU_GO`, `SPOT` or `LONG_TERM`. Default: the cloud's. On change: replaced. */
  contract?: Contract;
  /** Code of the long-term period, with the contract `LONG_TERM`. On change: replaced. */
  longTermPeriod?: string;
  /** Whether it is a spot machine, which may be evicted at any time. Default: false. On change: replaced. */
  isSpot?: boolean;
  /** A coupon. Only matters at creation. */
  coupon?: string;
  /** The operating-system volume, when `image` is an image type. On change: renamed and grown in place. */
  osVolume?: OsVolume;
  /**
   * Further volumes made with the machine; they go with it. On change: in place, each told by its name: a new one is
   * made and attached, one left out is detached and deleted (with `keepVolumes`, kept), a larger one grows. Making and
   * deleting needs the machine to be off: see `allowShutdown`.
   */
  volumes?: InlineVolume[];
  /**
   * Volumes that exist and are to be attached. They stay when the machine goes. Left out: not managed here. On
   * change: attached and detached in place, which needs the machine to be off.
   */
  existingVolumes?: string[];
  /** Keys that may log in. On change: stored for the next machine, unless `replaceOn` names it. */
  sshKeyIds?: string[];
  /** Script that runs at the first start. On change: stored for the next machine, unless `replaceOn` names it. */
  startupScriptId?: string;
  /** Tags, at most ten. On change: in place; tags of others are left alone. */
  tags?: TagMap;
  /** Group to join; type, image and location default to the group's. On change: replaced. */
  instanceGroupId?: string;
  /** A value that changes with what a replacement is wanted for, e.g. the group's `revision`. On change: replaced. */
  groupRevision?: string;
  /**
   * Whether it runs; an offline machine stays billed. Default: `running`. On change: started or shut down in place; a
   * shutdown that hangs is forced after three minutes, or after half of a shorter `customTimeouts.update`.
   */
  powerState?: PowerState;
  /** Whether it may be stopped and started again to attach or detach volumes. Default: false. */
  allowShutdown?: boolean;
  /**
   * Whether `up` waits until it runs. Default: true. `false` returns once the cloud has accepted it; wait for many
   * of them at once with `InstancesReady`. Only matters at creation.
   */
  awaitReady?: boolean;
  /** Takes over this instance, which exists, instead of deploying one. Only matters at creation. */
  adoptId?: string;
  /** Whether the volumes that go with it go for good at once instead of to the trash. Default: false. */
  deletePermanently?: boolean;
  /** Whether its own volumes, the operating-system volume included, stay when it is deleted. Default: false. */
  keepVolumes?: boolean;
  /** Whether a delete hibernates it: shut down, all volumes detached and kept, then deleted. Default: false. */
  hibernate?: boolean;
  /** Properties whose change is to replace the machine although it could be stored or changed in place. */
  replaceOn?: (keyof InstanceInputs)[];
}

/** What the cloud says of an instance (Instance). */
export interface InstanceOutputs {
  /** `running`, `offline`, … (States and transitions). */
  status: string;
  /** Where it really is: `locationCode` or one of `fallbackLocationCodes`. */
  location: string;
  /** Public address; null when it is not reachable from the internet. */
  ip: string | null;
  /** Private address; null when it is on no private network. */
  privateIp: string | null;
  /** Its processors. */
  cpu: Cores & {
    /** The processor's name; null when the cloud does not say. */
    model: string | null;
  };
  /** Its GPUs; none is 0 of them. */
  gpu: Gpus;
  /** The memory of all its GPUs together. */
  gpuMemory: Memory;
  /** Its main memory. */
  memory: Memory;
  /** Its storage. */
  storage: Described;
  /** Price per hour, in the account's currency. */
  pricePerHour: number;
  /** Price per hour of the machine and of the volumes that were made with it, in `currency`. */
  hourlyCost: number;
  /** The same per month of 730 hours. */
  monthlyCost: number;
  /** The account's currency, `usd` or `eur`. */
  currency: string;
  /** Name of the operating system. */
  osName: string;
  /** Its operating-system volume. */
  osVolumeId: string | null;
  /** All its volumes. */
  volumeIds: string[];
  /** The volumes that were made with it and go with it; left out until it was ready. */
  ownVolumeIds?: string[];
  /** Volumes of evicted machines that had its place before, which are kept and billed (`keep_detached`). */
  keptVolumeIds?: string[];
  /** Token of the Jupyter server, a secret. */
  jupyterToken: string;
  /** `DYNAMIC_PRICE` or `FIXED_PRICE`. */
  pricing: string;
  /** When it was made, ISO 8601. */
  createdAt: string;
  /** Who made it. */
  createdByUserId: string | null;
  /** The end and the price of a long-term contract. */
  longTerm: VolumeLongTerm | null;
}
