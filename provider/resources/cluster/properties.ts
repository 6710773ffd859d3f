import type { Contract, ExtensionSettings } from '../../../api';
import type { PowerState } from '../../machines/power';
import type { Cores, Gpus, Memory, TagMap } from '../common';

/** What a program says of a cluster (Clusters; the deploy body is not shown by the spec). */
export interface ClusterInputs {
  /** Host name. Default: the name in the program and seven random digits. On change: replaced. */
  hostname?: string;
  /** Description. Default: the host name. On change: stored for the next cluster, unless `replaceOn` names it. */
  description?: string;
  /** Type of the cluster, e.g. `16H100`. On change: replaced. */
  clusterType: string;
  /** An image for clusters, as `getClusterImages` names them. On change: replaced. */
  image: string;
  /** Where it is to be, e.g. `FIN-01`. On change: replaced. */
  locationCode: string;
  /** Locations to fall back on, in this order, when there is no room. Only matters at creation. */
  fallbackLocationCodes?: string[];
  /** How long to wait for room when no location has any, e.g. `2h`. Default: not at all. Only matters at creation. */
  waitForCapacity?: string;
  /** Keys that may log in. On change: stored for the next cluster, unless `replaceOn` names it. */
  sshKeyIds: string[];
  /** Script that runs at the first start. On change: stored for the next cluster, unless `replaceOn` names it. */
  startupScriptId?: string;
  /** `PAY_AS_YOU_GO` or `LONG_TERM`. Default: the cloud's. On change: replaced. */
  contract?: Contract;
  /** Code of the long-term period, with the contract `LONG_TERM`. On change: replaced. */
  longTermPeriod?: string;
  /** Whether the contract renews by itself. On change: replaced. */
  autoRentExtension?: boolean;
  /** Whether it becomes pay-as-you-go when the contract ends. On change: replaced. */
  turnToPayAsYouGo?: boolean;
  /** What follows the contract: `auto_renew`, `pay_as_you_go` or `end_contract`. On change: replaced. */
  extensionSettings?: ExtensionSettings;
  /** A shared volume made with the cluster; it stays when the cluster goes, unless `deleteSharedVolumes`. On change: replaced. */
  sharedVolume?: {
    /** Name. */
    name: string;
    /** Size in GB. */
    size: number;
  };
  /** Shared volumes that exist and are to be attached. They stay when the cluster goes. On change: replaced. */
  existingVolumes?: string[];
  /** Tags, at most ten. On change: in place; tags of others are left alone. */
  tags?: TagMap;
  /**
   * Whether its worker nodes run; offline nodes stay billed. Default: `running`. On change: booted or shut down in
   * place; a shutdown that hangs is forced after three minutes, or after half of a shorter `customTimeouts.update`.
   */
  powerState?: PowerState;
  /** Whether `up` waits until all nodes run. Default: true. Only matters at creation. */
  awaitReady?: boolean;
  /** Takes over this cluster, which exists, instead of deploying one. Only matters at creation. */
  adoptId?: string;
  /** Whether the shared volume that was made with it goes with it. Default: false: it stays, and stays billed. */
  deleteSharedVolumes?: boolean;
  /** Whether what is deleted goes for good at once instead of to the trash. Default: false. */
  deletePermanently?: boolean;
  /** Properties whose change is to replace the cluster although it could be stored or changed in place. */
  replaceOn?: (keyof ClusterInputs)[];
}

/** A node of a cluster. */
export interface ClusterNodeOutputs {
  /** The node's id: what node actions take. */
  id: string;
  /** Its host name. */
  hostname: string;
  /** Public address; null when there is none. */
  publicIp: string | null;
  /** Address within the cluster. */
  privateIp: string | null;
  /** `running`, `offline`, … as for instances. */
  status: string;
}

/** A shared volume that is mounted on a cluster. */
export interface SharedVolumeOutputs {
  /** The volume's id. */
  id: string;
  /** Its name. */
  name: string;
  /** Where the nodes mount it; null when the cloud does not say. */
  mountPoint: string | null;
  /** Its size in GB. */
  sizeInGigabytes: number;
}

/** What the cloud says of a cluster. */
export interface ClusterOutputs {
  /** `running`, `offline`, … as for instances. */
  status: string;
  /** Where it really is. */
  location: string;
  /** Public address; null when there is none. */
  ip: string | null;
  /** Nodes that do the work. */
  workerNodes: ClusterNodeOutputs[];
  /** The node to log in through, if there is one. */
  jumpHost: ClusterNodeOutputs | null;
  /** CPU nodes that serve the cluster. */
  serviceNodes: ClusterNodeOutputs[];
  /** Its shared volumes; they stay billed when the cluster goes. */
  sharedVolumes: SharedVolumeOutputs[];
  /** Its processors, of all worker nodes together. */
  cpu: Cores;
  /** Its GPUs, of all worker nodes together. */
  gpu: Gpus;
  /** The memory of its GPUs. */
  gpuMemory: Memory;
  /** Its main memory. */
  memory: Memory;
  /** Price per hour, in the account's currency. */
  pricePerHour: number;
  /** Price per hour, in the account's currency. */
  hourlyCost: number;
  /** Price per month of 730 hours, in the account's currency. */
  monthlyCost: number;
  /** The account's currency, `usd` or `eur`. */
  currency: string;
  /** Name of the operating system. */
  osName: string;
  /** When it was made, ISO 8601. */
  createdAt: string;
}
