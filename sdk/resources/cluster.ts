// Generated from the schemas in provider by `npm run generate`; never edited.
import type * as pulumi from '@pulumi/pulumi';
import { isResource } from '../pulumi/isResource';
import { CloudComputeResource, lookUp } from '../resource';
import type {
  ClusterCpu,
  ClusterNode,
  ClusterSharedVolume,
  ClusterSharedVolumeArgs,
  MachineGpus,
  MachineMemory,
  MountedVolume,
  SuggestedClusterImage,
  SuggestedClusterType,
  SuggestedLocation,
  WaitCondition,
  WaitConditionArgs,
} from './types';

/** The arguments of {@link Cluster}. */
export interface ClusterArgs {
  /** Host name. Default: the name in the program and seven random digits. On change: replaced. */
  hostname?: pulumi.Input<string | undefined>;
  /**
   * Description. Default: the host name. On change: stored for the next machine, unless `replaceOn`
   * names it.
   */
  description?: pulumi.Input<string | undefined>;
  /** Type of the cluster, e.g. `16H100`. On change: replaced. */
  clusterType: pulumi.Input<SuggestedClusterType>;
  /** An image for clusters, as `getClusterImages` lists them. On change: replaced. */
  image: pulumi.Input<SuggestedClusterImage>;
  /** Location of the cluster, e.g. `FIN-01`. On change: replaced. */
  locationCode: pulumi.Input<SuggestedLocation>;
  /**
   * Locations to try next, in this order, when `locationCode` has no capacity. A machine uses only
   * volumes of its own location: with `existingVolumes`, or a volume to start from, no other location
   * can work. Only matters at creation.
   */
  fallbackLocationCodes?: pulumi.Input<readonly pulumi.Input<SuggestedLocation>[] | undefined>;
  /**
   * How long to wait when no location has capacity, e.g. `2h`. Default: no wait. Only matters at
   * creation.
   */
  waitForCapacity?: pulumi.Input<string | undefined>;
  /**
   * Ids of the SSH keys that can log in. On change: stored for the next machine, unless `replaceOn`
   * names it.
   */
  sshKeyIds: pulumi.Input<readonly pulumi.Input<string>[]>;
  /**
   * Id of the startup script that runs at the first start. On change: stored for the next machine,
   * unless `replaceOn` names it.
   */
  startupScriptId?: pulumi.Input<string | undefined>;
  /** `PAY_AS_YOU_GO` or `LONG_TERM`. Default: `PAY_AS_YOU_GO`. On change: replaced. */
  contract?: pulumi.Input<'PAY_AS_YOU_GO' | 'LONG_TERM' | undefined>;
  /** Code of the long-term period, with the contract `LONG_TERM`. On change: replaced. */
  longTermPeriod?: pulumi.Input<string | undefined>;
  /** Whether the long-term contract renews by itself. On change: replaced. */
  autoRentExtension?: pulumi.Input<boolean | undefined>;
  /** Whether the cluster becomes pay-as-you-go when the long-term contract ends. On change: replaced. */
  turnToPayAsYouGo?: pulumi.Input<boolean | undefined>;
  /**
   * What happens when the long-term contract ends: `auto_renew`, `pay_as_you_go` or `end_contract`. On
   * change: replaced.
   */
  extensionSettings?: pulumi.Input<'auto_renew' | 'pay_as_you_go' | 'end_contract' | undefined>;
  /**
   * A shared volume that is created with the cluster. It stays when the cluster is deleted, and stays
   * billed, unless `deleteSharedVolumes` is set. On change: replaced.
   */
  sharedVolume?: pulumi.Input<ClusterSharedVolumeArgs | undefined>;
  /**
   * Shared volumes that exist and are attached to the cluster. They stay when the cluster is deleted.
   * Left out: not managed here. On change: replaced.
   */
  existingVolumes?: pulumi.Input<readonly pulumi.Input<string>[] | undefined>;
  /**
   * Tags, at most nine when it is created and ten later; tags that others added stay. On change: in
   * place.
   */
  tags?: pulumi.Input<Readonly<Record<string, pulumi.Input<string>>> | undefined>;
  /**
   * Whether its worker nodes run or are shut down; offline nodes stay billed. A shutdown that hangs is
   * forced after three minutes, or after half of a shorter `customTimeouts.update`. Default: `running`.
   * On change: in place.
   */
  powerState?: pulumi.Input<'running' | 'offline' | undefined>;
  /**
   * Nodes that are shut down although the others run, by host name or id: workers, the jump host,
   * service nodes. They stay billed. A node that leaves the list is booted. On change: in place.
   */
  offlineNodes?: pulumi.Input<readonly pulumi.Input<string>[] | undefined>;
  /** Whether `up` waits until all nodes run. Default: `true`. Only matters at creation. */
  awaitReady?: pulumi.Input<boolean | undefined>;
  /**
   * What the machine must answer, besides running, before `up` returns: ports, pages, or a login by SSH
   * after which the startup script has ended. All must hold; each is tried again until the create or
   * update times out (`customTimeouts`). A machine that does not answer stays, and the next `up` waits
   * again. On change: in place.
   */
  waitFor?: pulumi.Input<readonly pulumi.Input<WaitConditionArgs>[] | undefined>;
  /**
   * How long the machine exists, from its creation on, e.g. `8h` or `2d`; from 10 minutes to 520 weeks.
   * The end is noted on the machine, and `npx pulumi-cloud-compute expired --remove` carries it out:
   * nothing else does. Default: no end, or that of `cloudCompute:maxRunDuration`. On change: in place;
   * refused if that leaves it less than an hour.
   */
  maxRunDuration?: pulumi.Input<string | undefined>;
  /** Id of an existing cluster to adopt instead of deploying one. Only matters at creation. */
  adoptId?: pulumi.Input<string | undefined>;
  /**
   * Whether the volume that `sharedVolume` names is deleted with the cluster; otherwise it stays, and
   * stays billed. Other shared volumes always stay. Default: `false`.
   */
  deleteSharedVolumes?: pulumi.Input<boolean | undefined>;
  /**
   * Whether volumes that are deleted with it are deleted permanently; otherwise they stay in the trash
   * for 96 hours. Default: `false`.
   */
  deletePermanently?: pulumi.Input<boolean | undefined>;
  /** Inputs whose change replaces the cluster instead of being stored or applied in place. */
  replaceOn?: pulumi.Input<readonly pulumi.Input<keyof ClusterArgs>[] | undefined>;
}

const kind = {
  name: 'Cluster',
  provider: 'cluster',
  billed: 'clusters',
  ids: {
    sshKeyIds: { listOf: ['SshKey'] },
    startupScriptId: ['StartupScript'],
    sharedVolume: [],
    existingVolumes: { listOf: ['Volume'] },
    waitFor: [],
  },
  secretPaths: [['waitFor', 'ssh', 'privateKey']],
  inputs: {
    hostname: undefined,
    description: undefined,
    clusterType: undefined,
    image: undefined,
    locationCode: undefined,
    fallbackLocationCodes: undefined,
    waitForCapacity: undefined,
    sshKeyIds: undefined,
    startupScriptId: undefined,
    contract: undefined,
    longTermPeriod: undefined,
    autoRentExtension: undefined,
    turnToPayAsYouGo: undefined,
    extensionSettings: undefined,
    sharedVolume: undefined,
    existingVolumes: undefined,
    tags: undefined,
    powerState: undefined,
    offlineNodes: undefined,
    awaitReady: undefined,
    waitFor: undefined,
    maxRunDuration: undefined,
    adoptId: undefined,
    deleteSharedVolumes: undefined,
    deletePermanently: undefined,
    replaceOn: undefined,
  },
  outputs: {
    status: undefined,
    location: undefined,
    ip: undefined,
    workerNodes: undefined,
    jumpHost: undefined,
    serviceNodes: undefined,
    sharedVolumes: undefined,
    cpu: undefined,
    gpu: undefined,
    gpuMemory: undefined,
    memory: undefined,
    sshHostKey: undefined,
    expiresAt: undefined,
    pricePerHour: undefined,
    hourlyCost: undefined,
    monthlyCost: undefined,
    currency: undefined,
    osName: undefined,
    createdAt: undefined,
  },
} as const;

/**
 * A cluster of machines with shared storage: `up` returns when all its nodes run. Its shared volumes
 * stay when it is deleted, unless `deleteSharedVolumes` is set.
 *
 * @example
 * const cluster = new Cluster('train', {
 *   clusterType: '16H100',
 *   image: 'ubuntu-22.04-cuda-12.4-cluster',
 *   locationCode: 'FIN-01',
 *   sharedVolume: { name: 'datasets', size: 1000 },
 *   sshKeyIds: [getSshKeyOutput({ name: 'workstation' }).id],
 * });
 *
 * export const login = cluster.ip;
 * export const nodes = cluster.workerNodes.apply((all) => all.map(({ hostname }) => hostname));
 */
export class Cluster extends CloudComputeResource {
  /** Host name. */
  declare readonly hostname: pulumi.Output<string>;
  /** Description. Default: the host name. */
  declare readonly description: pulumi.Output<string | undefined>;
  /** Type of the cluster, e.g. `16H100`. */
  declare readonly clusterType: pulumi.Output<string>;
  /** An image for clusters, as `getClusterImages` lists them. */
  declare readonly image: pulumi.Output<string>;
  /** Location of the cluster, e.g. `FIN-01`. */
  declare readonly locationCode: pulumi.Output<string>;
  /**
   * Locations to try next, in this order, when `locationCode` has no capacity. A machine uses only
   * volumes of its own location: with `existingVolumes`, or a volume to start from, no other location
   * can work.
   */
  declare readonly fallbackLocationCodes: pulumi.Output<string[] | undefined>;
  /** How long to wait when no location has capacity, e.g. `2h`. Default: no wait. */
  declare readonly waitForCapacity: pulumi.Output<string | undefined>;
  /** Ids of the SSH keys that can log in. */
  declare readonly sshKeyIds: pulumi.Output<string[]>;
  /** Id of the startup script that runs at the first start. */
  declare readonly startupScriptId: pulumi.Output<string | undefined>;
  /** `PAY_AS_YOU_GO` or `LONG_TERM`. */
  declare readonly contract: pulumi.Output<'PAY_AS_YOU_GO' | 'LONG_TERM' | undefined>;
  /** Code of the long-term period, with the contract `LONG_TERM`. */
  declare readonly longTermPeriod: pulumi.Output<string | undefined>;
  /** Whether the long-term contract renews by itself. */
  declare readonly autoRentExtension: pulumi.Output<boolean | undefined>;
  /** Whether the cluster becomes pay-as-you-go when the long-term contract ends. */
  declare readonly turnToPayAsYouGo: pulumi.Output<boolean | undefined>;
  /** What happens when the long-term contract ends: `auto_renew`, `pay_as_you_go` or `end_contract`. */
  declare readonly extensionSettings: pulumi.Output<
    'auto_renew' | 'pay_as_you_go' | 'end_contract' | undefined
  >;
  /**
   * A shared volume that is created with the cluster. It stays when the cluster is deleted, and stays
   * billed, unless `deleteSharedVolumes` is set.
   */
  declare readonly sharedVolume: pulumi.Output<ClusterSharedVolume | undefined>;
  /** Shared volumes that exist and are attached to the cluster. They stay when the cluster is deleted. */
  declare readonly existingVolumes: pulumi.Output<string[] | undefined>;
  /** Tags, at most nine when it is created and ten later; tags that others added stay. */
  declare readonly tags: pulumi.Output<Readonly<Record<string, string>> | undefined>;
  /**
   * Whether its worker nodes run or are shut down; offline nodes stay billed. A shutdown that hangs is
   * forced after three minutes, or after half of a shorter `customTimeouts.update`.
   */
  declare readonly powerState: pulumi.Output<'running' | 'offline'>;
  /**
   * Nodes that are shut down although the others run, by host name or id: workers, the jump host,
   * service nodes. They stay billed. A node that leaves the list is booted.
   */
  declare readonly offlineNodes: pulumi.Output<string[] | undefined>;
  /** Whether `up` waits until all nodes run. */
  declare readonly awaitReady: pulumi.Output<boolean | undefined>;
  /**
   * What the machine must answer, besides running, before `up` returns: ports, pages, or a login by SSH
   * after which the startup script has ended. All must hold; each is tried again until the create or
   * update times out (`customTimeouts`). A machine that does not answer stays, and the next `up` waits
   * again.
   */
  declare readonly waitFor: pulumi.Output<WaitCondition[] | undefined>;
  /**
   * How long the machine exists, from its creation on, e.g. `8h` or `2d`; from 10 minutes to 520 weeks.
   * The end is noted on the machine, and `npx pulumi-cloud-compute expired --remove` carries it out:
   * nothing else does. Default: no end, or that of `cloudCompute:maxRunDuration`.
   */
  declare readonly maxRunDuration: pulumi.Output<string | undefined>;
  /** Id of an existing cluster to adopt instead of deploying one. */
  declare readonly adoptId: pulumi.Output<string | undefined>;
  /**
   * Whether the volume that `sharedVolume` names is deleted with the cluster; otherwise it stays, and
   * stays billed. Other shared volumes always stay.
   */
  declare readonly deleteSharedVolumes: pulumi.Output<boolean | undefined>;
  /**
   * Whether volumes that are deleted with it are deleted permanently; otherwise they stay in the trash
   * for 96 hours.
   */
  declare readonly deletePermanently: pulumi.Output<boolean | undefined>;
  /** Inputs whose change replaces the cluster instead of being stored or applied in place. */
  declare readonly replaceOn: pulumi.Output<string[] | undefined>;
  /** `running`, `offline`, … as for instances. */
  declare readonly status: pulumi.Output<string>;
  /** Its location: `locationCode` or one of `fallbackLocationCodes`. */
  declare readonly location: pulumi.Output<string>;
  /** Public address; null when there is none. */
  declare readonly ip: pulumi.Output<string | null>;
  /** The worker nodes. */
  declare readonly workerNodes: pulumi.Output<ClusterNode[]>;
  /** The node to log in through, if there is one. */
  declare readonly jumpHost: pulumi.Output<ClusterNode | null>;
  /** The CPU nodes that serve the cluster. */
  declare readonly serviceNodes: pulumi.Output<ClusterNode[]>;
  /**
   * Its shared volumes; they stay billed when the cluster is deleted, unless `deleteSharedVolumes` is
   * set.
   */
  declare readonly sharedVolumes: pulumi.Output<MountedVolume[]>;
  /** The processors of all worker nodes together. */
  declare readonly cpu: pulumi.Output<ClusterCpu>;
  /** The GPUs of all worker nodes together. */
  declare readonly gpu: pulumi.Output<MachineGpus>;
  /** The memory of its GPUs. */
  declare readonly gpuMemory: pulumi.Output<MachineMemory>;
  /** Its main memory. */
  declare readonly memory: pulumi.Output<MachineMemory>;
  /** Its public SSH host key, `ssh-ed25519 AAAA…`, as an `ssh` condition of `waitFor` has seen it first. */
  declare readonly sshHostKey: pulumi.Output<string | undefined>;
  /** When it ends, ISO 8601; left out without `maxRunDuration`. */
  declare readonly expiresAt: pulumi.Output<string | undefined>;
  /** Price per hour of the cluster alone, in `currency`. */
  declare readonly pricePerHour: pulumi.Output<number>;
  /** Price per hour of the cluster and of the shared volume that was created with it, in `currency`. */
  declare readonly hourlyCost: pulumi.Output<number>;
  /** `hourlyCost` per month of 730 hours. */
  declare readonly monthlyCost: pulumi.Output<number>;
  /** The account's currency, `usd` or `eur`. */
  declare readonly currency: pulumi.Output<string>;
  /** Name of the operating system. */
  declare readonly osName: pulumi.Output<string>;
  /** When it was created, ISO 8601. */
  declare readonly createdAt: pulumi.Output<string>;

  /**
   * @param name the name in the program, unique among the resources of its type.
   * @param args its arguments.
   * @param opts Pulumi's options; `customTimeouts` are the provider's deadlines.
   */
  constructor(name: string, args: ClusterArgs, opts?: pulumi.CustomResourceOptions) {
    super(kind, name, args, opts);
  }

  /**
   * Looks up an existing cluster that this stack does not manage.
   *
   * @param name the name in the program.
   * @param id its id in the cloud; an empty one is an error.
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    opts?: pulumi.CustomResourceOptions,
    ...others: never[]
  ): Cluster {
    return new this(name, {} as ClusterArgs, lookUp(kind, name, id, opts, others));
  }

  /** Whether a value is such a resource, also of another copy of this package. */
  static override isInstance(value: unknown): value is Cluster {
    return isResource(value, kind.name);
  }
}
