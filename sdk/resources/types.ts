// Generated from the schemas in provider by `npm run generate`; never edited.
import type * as pulumi from '@pulumi/pulumi';

/** A shared volume that is created with a cluster. */
export interface ClusterSharedVolumeArgs {
  /** Name. On change: replaced. */
  name: pulumi.Input<string>;
  /** Size in GB. On change: replaced. */
  size: pulumi.Input<number>;
}

/** A shared volume that is created with a cluster. */
export interface ClusterSharedVolume {
  /** Name. */
  name: string;
  /** Size in GB. */
  size: number;
}

/** A page that must answer. */
export interface HttpConditionArgs {
  /** The port. On change: in place. */
  port: pulumi.Input<number>;
  /** The path. Default: `/`. On change: in place. */
  path?: pulumi.Input<string | undefined>;
  /** `http` or `https`. Default: `http`. On change: in place. */
  scheme?: pulumi.Input<'http' | 'https' | undefined>;
  /** The status that it answers. Default: any from 200 to 299. On change: in place. */
  status?: pulumi.Input<number | undefined>;
  /** Whether the certificate of `https` must be valid. Default: `true`. On change: in place. */
  verify?: pulumi.Input<boolean | undefined>;
}

/** A page that must answer. */
export interface HttpCondition {
  /** The port. */
  port: number;
  /** The path. Default: `/`. */
  path?: string;
  /** `http` or `https`. Default: `http`. */
  scheme?: 'http' | 'https';
  /** The status that it answers. Default: any from 200 to 299. */
  status?: number;
  /** Whether the certificate of `https` must be valid. Default: `true`. */
  verify?: boolean;
}

/** A login by SSH, and a command that must succeed. */
export interface SshConditionArgs {
  /** The user. Default: `root`. On change: in place. */
  user?: pulumi.Input<string | undefined>;
  /** The port. Default: 22. On change: in place. */
  port?: pulumi.Input<number | undefined>;
  /**
   * The text of the private key, a secret. Without it and `privateKeyFile`, the keys of the SSH agent
   * are used. On change: in place.
   */
  privateKey?: pulumi.Input<string | undefined>;
  /**
   * The path of a private key on the computer that runs the program. State holds only the path. On
   * change: in place.
   */
  privateKeyFile?: pulumi.Input<string | undefined>;
  /**
   * The command that must exit with 0. Another exit code fails at once. Default: a command that waits
   * until the startup script has ended. On change: in place.
   */
  command?: pulumi.Input<string | undefined>;
  /**
   * The public host key of the machine. Default: the key that the machine shows at the first connection.
   * On change: in place.
   */
  hostKey?: pulumi.Input<string | undefined>;
}

/** A login by SSH, and a command that must succeed. */
export interface SshCondition {
  /** The user. Default: `root`. */
  user?: string;
  /** The port. Default: 22. */
  port?: number;
  /**
   * The text of the private key, a secret. Without it and `privateKeyFile`, the keys of the SSH agent
   * are used.
   */
  privateKey?: string;
  /** The path of a private key on the computer that runs the program. State holds only the path. */
  privateKeyFile?: string;
  /**
   * The command that must exit with 0. Another exit code fails at once. Default: a command that waits
   * until the startup script has ended.
   */
  command?: string;
  /** The public host key of the machine. Default: the key that the machine shows at the first connection. */
  hostKey?: string;
}

/** A condition that must hold before `up` returns: exactly one of `port`, `http` and `ssh`. */
export interface WaitConditionArgs {
  /** A port that must accept a connection, e.g. 22. On change: in place. */
  port?: pulumi.Input<number | undefined>;
  /** A page that must answer. On change: in place. */
  http?: pulumi.Input<HttpConditionArgs | undefined>;
  /** A login by SSH, and a command that must succeed. On change: in place. */
  ssh?: pulumi.Input<SshConditionArgs | undefined>;
  /** The address to connect to: `ip` or `privateIp`. Default: `public`. On change: in place. */
  address?: pulumi.Input<'public' | 'private' | undefined>;
}

/** A condition that must hold before `up` returns: exactly one of `port`, `http` and `ssh`. */
export interface WaitCondition {
  /** A port that must accept a connection, e.g. 22. */
  port?: number;
  /** A page that must answer. */
  http?: HttpCondition;
  /** A login by SSH, and a command that must succeed. */
  ssh?: SshCondition;
  /** The address to connect to: `ip` or `privateIp`. Default: `public`. */
  address?: 'public' | 'private';
}

/** A node of a cluster. */
export interface ClusterNode {
  /** The id of the node, which node actions take. */
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
export interface MountedVolume {
  /** The id of the volume. */
  id: string;
  /** Its name. */
  name: string;
  /** Where the nodes mount it; null when the API does not say. */
  mountPoint: string | null;
  /** Size in GB. */
  sizeInGigabytes: number;
}

/** The processors of a cluster. */
export interface ClusterCpu {
  /** A description of the part. */
  description: string;
  /** The number of cores. */
  numberOfCores: number;
}

/** The GPUs of a machine. */
export interface MachineGpus {
  /** A description of the part. */
  description: string;
  /** The number of GPUs. */
  numberOfGpus: number;
}

/** Memory of one kind. */
export interface MachineMemory {
  /** A description of the part. */
  description: string;
  /** Size in GB. */
  sizeInGigabytes: number;
}

/** The operating-system volume of an instance. */
export interface OsVolumeArgs {
  /** Name. Default: the host name and `-os`. On change: in place. */
  name?: pulumi.Input<string | undefined>;
  /**
   * Size in GB. A smaller size is refused at preview. Default: the API chooses it. On change: grown in
   * place.
   */
  size?: pulumi.Input<number | undefined>;
  /**
   * What happens to it when a spot machine is evicted. Default: `keep_detached`. On change: stored for
   * the next machine, unless `replaceOn` names it; in place for all volumes that the machine holds,
   * unless one of `volumes` declares another.
   */
  onSpotDiscontinue?: pulumi.Input<'keep_detached' | 'move_to_trash' | 'delete_permanently' | undefined>;
  /** Whether it stays, detached and billed, when the machine is deleted. Default: `keepVolumes`. */
  keep?: pulumi.Input<boolean | undefined>;
}

/** The operating-system volume of an instance. */
export interface OsVolume {
  /** Name. Default: the host name and `-os`. */
  name?: string;
  /** Size in GB. A smaller size is refused at preview. Default: the API chooses it. */
  size?: number;
  /** What happens to it when a spot machine is evicted. Default: `keep_detached`. */
  onSpotDiscontinue?: 'keep_detached' | 'move_to_trash' | 'delete_permanently';
  /** Whether it stays, detached and billed, when the machine is deleted. Default: `keepVolumes`. */
  keep?: boolean;
}

/** A volume that is created with an instance, in its location, and deleted with it. */
export interface InlineVolumeArgs {
  /** Name, which identifies it among the volumes of the machine. On change: refused at preview. */
  name: pulumi.Input<string>;
  /** Size in GB. On change: refused at preview. */
  size: pulumi.Input<number>;
  /** Type of the storage, e.g. `NVMe`. On change: refused at preview. */
  type: pulumi.Input<
    | 'NVMe'
    | 'NVMe_Shared'
    | 'NVMe_Local_Storage'
    | 'NVMe_Shared_Cluster'
    | 'NVMe_OS_Cluster'
    | 'HDD'
    | 'HDD_Shared'
  >;
  /**
   * What happens to it when a spot machine is evicted. Default: `keep_detached`. On change: stored for
   * the next machine, unless `replaceOn` names it.
   */
  onSpotDiscontinue?: pulumi.Input<'keep_detached' | 'move_to_trash' | 'delete_permanently' | undefined>;
  /**
   * Tags, at most nine when it is created. On change: stored for the next machine, unless `replaceOn`
   * names it.
   */
  tags?: pulumi.Input<Readonly<Record<string, pulumi.Input<string>>> | undefined>;
  /** Whether it stays, detached and billed, when the machine is deleted. Default: `keepVolumes`. */
  keep?: pulumi.Input<boolean | undefined>;
}

/** A volume that is created with an instance, in its location, and deleted with it. */
export interface InlineVolume {
  /** Name, which identifies it among the volumes of the machine. */
  name: string;
  /** Size in GB. */
  size: number;
  /** Type of the storage, e.g. `NVMe`. */
  type:
    | 'NVMe'
    | 'NVMe_Shared'
    | 'NVMe_Local_Storage'
    | 'NVMe_Shared_Cluster'
    | 'NVMe_OS_Cluster'
    | 'HDD'
    | 'HDD_Shared';
  /** What happens to it when a spot machine is evicted. */
  onSpotDiscontinue?: 'keep_detached' | 'move_to_trash' | 'delete_permanently';
  /** Tags, at most nine when it is created. */
  tags?: Readonly<Record<string, string>>;
  /** Whether it stays, detached and billed, when the machine is deleted. Default: `keepVolumes`. */
  keep?: boolean;
}

/** The processors of an instance. */
export interface InstanceCpu {
  /** A description of the part. */
  description: string;
  /** The number of cores. */
  numberOfCores: number;
  /** Name of the processor; null when the API does not say. */
  model: string | null;
}

/** The storage of an instance. */
export interface InstanceStorage {
  /** A description of the storage. */
  description: string;
}

/** A volume of `volumes` that was created. */
export interface InlineVolumeState {
  /** Its id. */
  id: string;
  /** Its name in `volumes`. */
  name: string;
}

/** A long-term contract. */
export interface VolumeLongTerm {
  /** When it ends, ISO 8601. */
  endDate: string | null;
  /** Its period. */
  longTermPeriod: string | null;
  /** The discount in percent. */
  discountPercentage: number | null;
  /** Whether it is extended automatically. */
  autoRentalExtension: boolean | null;
  /** Price of the next period. */
  nextPeriodPrice: number | null;
  /** Price of this period. */
  currentPeriodPrice: number | null;
}

/** The operating-system volume of the members. */
export interface InstanceGroupOsVolumeArgs {
  /** Size in GB. On change: replaced. */
  size: pulumi.Input<number>;
}

/** The operating-system volume of the members. */
export interface InstanceGroupOsVolume {
  /** Size in GB. */
  size: number;
}

/** The settings that new members of an instance group start with. */
export interface InstanceGroupTemplateArgs {
  /** An image type. On change: replaced. */
  image: pulumi.Input<SuggestedImage>;
  /** The operating-system volume. On change: replaced. */
  osVolume?: pulumi.Input<InstanceGroupOsVolumeArgs | undefined>;
  /** Keys that can log in to members that are created later. On change: in place. */
  sshKeyIds?: pulumi.Input<readonly pulumi.Input<string>[] | undefined>;
  /** Script that runs at the first start of members that are created later. On change: in place. */
  startupScriptId?: pulumi.Input<string | undefined>;
}

/** The settings that new members of an instance group start with. */
export interface InstanceGroupTemplate {
  /** An image type. */
  image: string;
  /** The operating-system volume. */
  osVolume?: InstanceGroupOsVolume;
  /** Keys that can log in to members that are created later. */
  sshKeyIds?: string[];
  /** Script that runs at the first start of members that are created later. */
  startupScriptId?: string;
}

/** A member of an instance group. */
export interface GroupMember {
  /** The instance's id. */
  id: string;
  /** Its host name. */
  hostname: string;
  /** The status, e.g. `running` or `offline`. */
  status: string;
}

/** An instance that is ready. */
export interface ReadyInstance {
  /** The instance's id. */
  id: string;
  /** Its host name. */
  hostname: string;
  /** `running` or `offline`. */
  status: string;
  /** Public address; null when the internet does not reach it. */
  ip: string | null;
  /** Private address; null when it is on no private network. */
  privateIp: string | null;
  /** Its public SSH host key, if an `ssh` condition of its `waitFor` has seen it. */
  sshHostKey: string;
  /** A hash of the `waitFor` that it has met: the gate waits again when it changes. */
  conditionsHash: string;
}

/** A machine that a volume is attached to. */
export interface AttachedMachine {
  /** Its id. */
  id: string;
  /** Its host name. */
  hostname: string;
  /** The status when state was last written or refreshed, e.g. `running` or `offline`. */
  status: string;
}

/** The name of an instance type: an editor suggests these, and any other text is accepted too. */
export type SuggestedInstanceType =
  | '1V100.6V'
  | '2V100.10V'
  | '4V100.20V'
  | '8V100.48V'
  | '1A100.40S.22V'
  | '1A100.22V'
  | '2A100.44V'
  | '4A100.88V'
  | '8A100.176V'
  | '1RTX6000ADA.10V'
  | '1L40S.20V'
  | '8L40S.160V'
  | '1H100.80S.30V'
  | '2H100.80S.80V'
  | '8H100.80S.176V'
  | '1H200.141S.44V'
  | '8H200.141S.176V'
  | '1B200.30V'
  | '8B200.240V'
  | '1B300.30V'
  | '8B300.240V'
  | 'CPU.4V.16G'
  | 'CPU.8V.32G'
  | 'CPU.16V.64G'
  | 'CPU.32V.128G'
  | (string & Record<never, never>);

/** The name of a cluster type: an editor suggests these, and any other text is accepted too. */
export type SuggestedClusterType =
  '16H100' | '32H100' | '16H200' | '64H200' | '16B200' | (string & Record<never, never>);

/** The name of a location: an editor suggests these, and any other text is accepted too. */
export type SuggestedLocation = 'FIN-01' | 'FIN-02' | 'FIN-03' | 'ICE-01' | (string & Record<never, never>);

/** The name of an image for instances: an editor suggests these, and any other text is accepted too. */
export type SuggestedImage =
  | 'ubuntu-24.04'
  | 'ubuntu-22.04'
  | 'ubuntu-24.04-docker'
  | 'ubuntu-24.04-cuda-12.8-open'
  | 'ubuntu-24.04-cuda-12.8-open-docker'
  | 'ubuntu-22.04-cuda-12.4'
  | 'ubuntu-22.04-cuda-12.4-docker'
  | 'ubuntu-24.04-confidential'
  | (string & Record<never, never>);

/** The name of an image for clusters: an editor suggests these, and any other text is accepted too. */
export type SuggestedClusterImage =
  'ubuntu-24.04-cuda-12.8-cluster' | 'ubuntu-22.04-cuda-12.4-cluster' | (string & Record<never, never>);
