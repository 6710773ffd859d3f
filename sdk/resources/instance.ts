// Generated from the schemas in provider by `npm run generate`; never edited.
import type * as pulumi from '@pulumi/pulumi';
import { isResource } from '../pulumi/isResource';
import { CloudComputeResource, lookUp } from '../resource';
import type {
  InlineVolume,
  InlineVolumeArgs,
  InlineVolumeState,
  InstanceCpu,
  InstanceStorage,
  MachineGpus,
  MachineMemory,
  OsVolume,
  OsVolumeArgs,
  SuggestedImage,
  SuggestedInstanceType,
  SuggestedLocation,
  VolumeLongTerm,
  WaitCondition,
  WaitConditionArgs,
} from './types';

/** The arguments of {@link Instance}. */
export interface InstanceArgs {
  /** Host name. Default: the name in the program and seven random digits. On change: replaced. */
  hostname?: pulumi.Input<string | undefined>;
  /**
   * Description. Default: the host name. On change: stored for the next machine, unless `replaceOn`
   * names it.
   */
  description?: pulumi.Input<string | undefined>;
  /**
   * Required, unless `instanceGroupId` names a group. An image type, as `getImages` lists them, or the
   * id of a detached operating-system volume. On change: replaced.
   */
  image?: pulumi.Input<SuggestedImage | undefined>;
  /**
   * Required, unless `instanceGroupId` names a group. Type of the machine, e.g. `1H100.80S.30V`. On
   * change: replaced.
   */
  instanceType?: pulumi.Input<SuggestedInstanceType | undefined>;
  /**
   * Required, unless `instanceGroupId` names a group. Location of the machine, e.g. `FIN-01`. On change:
   * replaced.
   */
  locationCode?: pulumi.Input<SuggestedLocation | undefined>;
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
   * `PAY_AS_YOU_GO`, `SPOT` or `LONG_TERM`. Default: `SPOT` with `isSpot`, else `PAY_AS_YOU_GO`. On
   * change: replaced.
   */
  contract?: pulumi.Input<'PAY_AS_YOU_GO' | 'SPOT' | 'LONG_TERM' | undefined>;
  /** Code of the long-term period, with the contract `LONG_TERM`. On change: replaced. */
  longTermPeriod?: pulumi.Input<string | undefined>;
  /**
   * Whether it is a spot machine, which may be evicted at any time. Default: `false`. On change:
   * replaced.
   */
  isSpot?: pulumi.Input<boolean | undefined>;
  /** Code of a coupon. Only matters at creation. */
  coupon?: pulumi.Input<string | undefined>;
  /**
   * The operating-system volume, when `image` is an image type. Left out: not managed here. On change:
   * in place; grows only.
   */
  osVolume?: pulumi.Input<OsVolumeArgs | undefined>;
  /**
   * Further volumes that are created with the machine and deleted with it; each is identified by its
   * name. On a machine that exists, entries are neither added nor changed: a new disk is a `Volume` in
   * `existingVolumes`, and a `Volume` with `adoptId` grows or renames the volume of an entry. Remove an
   * entry only after a `Volume` has adopted its volume, `existingVolumes` names it, or the volume is
   * deleted. On change: in place; only `keep`; the rest is refused, or stored for the next machine.
   */
  volumes?: pulumi.Input<readonly pulumi.Input<InlineVolumeArgs>[] | undefined>;
  /**
   * Volumes that exist and are attached to the machine. They stay when the machine is deleted. Several
   * machines may name a shared volume (`NVMe_Shared`): the first is deployed with it, the others are
   * shut down once they run, attached, and started again. To attach and detach volumes later, the
   * machine has to be off: see `allowShutdown`. `[]` detaches them. Left out: not managed here. On
   * change: in place.
   */
  existingVolumes?: pulumi.Input<readonly pulumi.Input<string>[] | undefined>;
  /**
   * Ids of the SSH keys that can log in. On change: stored for the next machine, unless `replaceOn`
   * names it.
   */
  sshKeyIds?: pulumi.Input<readonly pulumi.Input<string>[] | undefined>;
  /**
   * Id of the startup script that runs at the first start. On change: stored for the next machine,
   * unless `replaceOn` names it.
   */
  startupScriptId?: pulumi.Input<string | undefined>;
  /**
   * Tags, at most nine when it is created and ten later; tags that others added stay. On change: in
   * place.
   */
  tags?: pulumi.Input<Readonly<Record<string, pulumi.Input<string>>> | undefined>;
  /** Group to join; type, image and location default to those of the group. On change: replaced. */
  instanceGroupId?: pulumi.Input<string | undefined>;
  /**
   * Any value, e.g. the `revision` of its group: a change of it replaces the machine. On change:
   * replaced.
   */
  groupRevision?: pulumi.Input<string | undefined>;
  /**
   * Whether it runs or is shut down; an offline machine stays billed. A shutdown that hangs is forced
   * after three minutes, or after half of a shorter `customTimeouts.update`. Default: `running`. On
   * change: in place.
   */
  powerState?: pulumi.Input<'running' | 'offline' | undefined>;
  /**
   * Whether the machine may be stopped and started again to attach or detach volumes. Required for a new
   * machine with a startup script that shares a volume with others. Default: `false`.
   */
  allowShutdown?: pulumi.Input<boolean | undefined>;
  /**
   * Whether `up` waits until it runs. `false` returns once the API has accepted the order; wait for many
   * of them at once with `InstancesReady`, which also waits for `waitFor`. Default: `true`. Only
   * matters at creation.
   */
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
  /**
   * What happens at the end of `maxRunDuration`: the machine is deleted, or hibernated, which needs
   * `hibernate: true`. Default: `hibernate` with `hibernate: true`, else `delete`. A delete leaves all
   * volumes but that of the operating system, and that too if the program keeps it. On change: in
   * place.
   */
  onExpiry?: pulumi.Input<'delete' | 'hibernate' | undefined>;
  /** Id of an existing instance to adopt instead of deploying one. Only matters at creation. */
  adoptId?: pulumi.Input<string | undefined>;
  /**
   * Whether its volumes are deleted permanently; otherwise they stay in the trash for 96 hours. Default:
   * `false`.
   */
  deletePermanently?: pulumi.Input<boolean | undefined>;
  /**
   * Whether the volumes that were created with it, the operating-system volume included, stay when it is
   * deleted. `keep` of a volume sets it for that volume. Default: `false`.
   */
  keepVolumes?: pulumi.Input<boolean | undefined>;
  /**
   * Whether a delete hibernates it: it is shut down, its volumes are detached and kept, then it is
   * deleted. Default: `false`.
   */
  hibernate?: pulumi.Input<boolean | undefined>;
  /** Inputs whose change replaces the machine instead of being stored or applied in place. */
  replaceOn?: pulumi.Input<readonly pulumi.Input<keyof InstanceArgs>[] | undefined>;
}

const kind = {
  name: 'Instance',
  provider: 'instance',
  billed: 'instances',
  exclusive: 'existingVolumes',
  ids: {
    image: ['Volume'],
    osVolume: [],
    volumes: [],
    existingVolumes: { listOf: ['Volume'] },
    sshKeyIds: { listOf: ['SshKey'] },
    startupScriptId: ['StartupScript'],
    instanceGroupId: ['InstanceGroup'],
    waitFor: [],
  },
  secrets: ['jupyterToken'],
  secretPaths: [['waitFor', 'ssh', 'privateKey']],
  inputs: {
    hostname: undefined,
    description: undefined,
    image: undefined,
    instanceType: undefined,
    locationCode: undefined,
    fallbackLocationCodes: undefined,
    waitForCapacity: undefined,
    contract: undefined,
    longTermPeriod: undefined,
    isSpot: undefined,
    coupon: undefined,
    osVolume: undefined,
    volumes: undefined,
    existingVolumes: undefined,
    sshKeyIds: undefined,
    startupScriptId: undefined,
    tags: undefined,
    instanceGroupId: undefined,
    groupRevision: undefined,
    powerState: undefined,
    allowShutdown: undefined,
    awaitReady: undefined,
    waitFor: undefined,
    maxRunDuration: undefined,
    onExpiry: undefined,
    adoptId: undefined,
    deletePermanently: undefined,
    keepVolumes: undefined,
    hibernate: undefined,
    replaceOn: undefined,
  },
  outputs: {
    status: undefined,
    location: undefined,
    ip: undefined,
    privateIp: undefined,
    cpu: undefined,
    gpu: undefined,
    gpuMemory: undefined,
    memory: undefined,
    storage: undefined,
    pricePerHour: undefined,
    hourlyCost: undefined,
    monthlyCost: undefined,
    currency: undefined,
    osName: undefined,
    osVolumeId: undefined,
    volumeIds: undefined,
    ownVolumeIds: undefined,
    inlineVolumes: undefined,
    keptVolumeIds: undefined,
    sshHostKey: undefined,
    expiresAt: undefined,
    jupyterToken: undefined,
    pricing: undefined,
    createdAt: undefined,
    createdByUserId: undefined,
    longTerm: undefined,
  },
} as const;

/**
 * A machine: it runs when `up` returns.
 *
 * @example
 * const trainer = new Instance('trainer', {
 *   instanceType: '1H100.80S.30V',
 *   image: 'ubuntu-24.04-cuda-12.8-open-docker',
 *   locationCode: 'FIN-01',
 *   osVolume: { size: 100 },
 *   volumes: [{ name: 'scratch', size: 500, type: 'NVMe' }],
 *   sshKeyIds: [getSshKeyOutput({ name: 'workstation' }).id],
 * });
 *
 * export const ip = trainer.ip;
 */
export class Instance extends CloudComputeResource {
  /** Host name. */
  declare readonly hostname: pulumi.Output<string>;
  /** Description. Default: the host name. */
  declare readonly description: pulumi.Output<string | undefined>;
  /**
   * Required, unless `instanceGroupId` names a group. An image type, as `getImages` lists them, or the
   * id of a detached operating-system volume.
   */
  declare readonly image: pulumi.Output<string | undefined>;
  /** Required, unless `instanceGroupId` names a group. Type of the machine, e.g. `1H100.80S.30V`. */
  declare readonly instanceType: pulumi.Output<string | undefined>;
  /** Required, unless `instanceGroupId` names a group. Location of the machine, e.g. `FIN-01`. */
  declare readonly locationCode: pulumi.Output<string | undefined>;
  /**
   * Locations to try next, in this order, when `locationCode` has no capacity. A machine uses only
   * volumes of its own location: with `existingVolumes`, or a volume to start from, no other location
   * can work.
   */
  declare readonly fallbackLocationCodes: pulumi.Output<string[] | undefined>;
  /** How long to wait when no location has capacity, e.g. `2h`. Default: no wait. */
  declare readonly waitForCapacity: pulumi.Output<string | undefined>;
  /** `PAY_AS_YOU_GO`, `SPOT` or `LONG_TERM`. Default: `SPOT` with `isSpot`, else `PAY_AS_YOU_GO`. */
  declare readonly contract: pulumi.Output<'PAY_AS_YOU_GO' | 'SPOT' | 'LONG_TERM' | undefined>;
  /** Code of the long-term period, with the contract `LONG_TERM`. */
  declare readonly longTermPeriod: pulumi.Output<string | undefined>;
  /** Whether it is a spot machine, which may be evicted at any time. */
  declare readonly isSpot: pulumi.Output<boolean | undefined>;
  /** Code of a coupon. */
  declare readonly coupon: pulumi.Output<string | undefined>;
  /** The operating-system volume, when `image` is an image type. */
  declare readonly osVolume: pulumi.Output<OsVolume | undefined>;
  /**
   * Further volumes that are created with the machine and deleted with it; each is identified by its
   * name. On a machine that exists, entries are neither added nor changed: a new disk is a `Volume` in
   * `existingVolumes`, and a `Volume` with `adoptId` grows or renames the volume of an entry. Remove an
   * entry only after a `Volume` has adopted its volume, `existingVolumes` names it, or the volume is
   * deleted.
   */
  declare readonly volumes: pulumi.Output<InlineVolume[] | undefined>;
  /**
   * Volumes that exist and are attached to the machine. They stay when the machine is deleted. Several
   * machines may name a shared volume (`NVMe_Shared`): the first is deployed with it, the others are
   * shut down once they run, attached, and started again. To attach and detach volumes later, the
   * machine has to be off: see `allowShutdown`. `[]` detaches them.
   */
  declare readonly existingVolumes: pulumi.Output<string[] | undefined>;
  /** Ids of the SSH keys that can log in. */
  declare readonly sshKeyIds: pulumi.Output<string[] | undefined>;
  /** Id of the startup script that runs at the first start. */
  declare readonly startupScriptId: pulumi.Output<string | undefined>;
  /** Tags, at most nine when it is created and ten later; tags that others added stay. */
  declare readonly tags: pulumi.Output<Readonly<Record<string, string>> | undefined>;
  /** Group to join; type, image and location default to those of the group. */
  declare readonly instanceGroupId: pulumi.Output<string | undefined>;
  /** Any value, e.g. the `revision` of its group: a change of it replaces the machine. */
  declare readonly groupRevision: pulumi.Output<string | undefined>;
  /**
   * Whether it runs or is shut down; an offline machine stays billed. A shutdown that hangs is forced
   * after three minutes, or after half of a shorter `customTimeouts.update`.
   */
  declare readonly powerState: pulumi.Output<'running' | 'offline'>;
  /**
   * Whether the machine may be stopped and started again to attach or detach volumes. Required for a new
   * machine with a startup script that shares a volume with others.
   */
  declare readonly allowShutdown: pulumi.Output<boolean | undefined>;
  /**
   * Whether `up` waits until it runs. `false` returns once the API has accepted the order; wait for many
   * of them at once with `InstancesReady`, which also waits for `waitFor`.
   */
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
  /**
   * What happens at the end of `maxRunDuration`: the machine is deleted, or hibernated, which needs
   * `hibernate: true`. Default: `hibernate` with `hibernate: true`, else `delete`. A delete leaves all
   * volumes but that of the operating system, and that too if the program keeps it.
   */
  declare readonly onExpiry: pulumi.Output<'delete' | 'hibernate' | undefined>;
  /** Id of an existing instance to adopt instead of deploying one. */
  declare readonly adoptId: pulumi.Output<string | undefined>;
  /** Whether its volumes are deleted permanently; otherwise they stay in the trash for 96 hours. */
  declare readonly deletePermanently: pulumi.Output<boolean | undefined>;
  /**
   * Whether the volumes that were created with it, the operating-system volume included, stay when it is
   * deleted. `keep` of a volume sets it for that volume.
   */
  declare readonly keepVolumes: pulumi.Output<boolean | undefined>;
  /**
   * Whether a delete hibernates it: it is shut down, its volumes are detached and kept, then it is
   * deleted.
   */
  declare readonly hibernate: pulumi.Output<boolean | undefined>;
  /** Inputs whose change replaces the machine instead of being stored or applied in place. */
  declare readonly replaceOn: pulumi.Output<string[] | undefined>;
  /** The status, e.g. `running` or `offline`. */
  declare readonly status: pulumi.Output<string>;
  /** Its location: `locationCode` or one of `fallbackLocationCodes`. */
  declare readonly location: pulumi.Output<string>;
  /** Public address; null when the internet does not reach it. */
  declare readonly ip: pulumi.Output<string | null>;
  /** Private address; null without a private network. */
  declare readonly privateIp: pulumi.Output<string | null>;
  /** Its processors. */
  declare readonly cpu: pulumi.Output<InstanceCpu>;
  /** Its GPUs; their number is 0 without any. */
  declare readonly gpu: pulumi.Output<MachineGpus>;
  /** The memory of all its GPUs together. */
  declare readonly gpuMemory: pulumi.Output<MachineMemory>;
  /** Its main memory. */
  declare readonly memory: pulumi.Output<MachineMemory>;
  /** Its storage. */
  declare readonly storage: pulumi.Output<InstanceStorage>;
  /** Price per hour of the machine alone, in `currency`. */
  declare readonly pricePerHour: pulumi.Output<number>;
  /** Price per hour of the machine and of the volumes that were created with it, in `currency`. */
  declare readonly hourlyCost: pulumi.Output<number>;
  /** `hourlyCost` per month of 730 hours. */
  declare readonly monthlyCost: pulumi.Output<number>;
  /** The account's currency, `usd` or `eur`. */
  declare readonly currency: pulumi.Output<string>;
  /** Name of the operating system. */
  declare readonly osName: pulumi.Output<string>;
  /** Its operating-system volume. */
  declare readonly osVolumeId: pulumi.Output<string | null>;
  /** All its volumes. */
  declare readonly volumeIds: pulumi.Output<string[]>;
  /** The volumes that were created with it and are deleted with it; left out until it was ready. */
  declare readonly ownVolumeIds: pulumi.Output<string[] | undefined>;
  /**
   * The entries of `volumes` with the ids of their volumes, whatever others have done with these; left
   * out until it was ready.
   */
  declare readonly inlineVolumes: pulumi.Output<InlineVolumeState[] | undefined>;
  /**
   * Volumes of machines that it replaced, which are kept and billed: after an eviction
   * (`keep_detached`), and after a hibernation at the end of a machine.
   */
  declare readonly keptVolumeIds: pulumi.Output<string[] | undefined>;
  /** Its public SSH host key, `ssh-ed25519 AAAA…`, as an `ssh` condition of `waitFor` has seen it first. */
  declare readonly sshHostKey: pulumi.Output<string | undefined>;
  /** When it ends, ISO 8601; left out without `maxRunDuration`. */
  declare readonly expiresAt: pulumi.Output<string | undefined>;
  /** Token of the Jupyter server, a secret. */
  declare readonly jupyterToken: pulumi.Output<string>;
  /** `DYNAMIC_PRICE` or `FIXED_PRICE`. */
  declare readonly pricing: pulumi.Output<string>;
  /** When it was created, ISO 8601. */
  declare readonly createdAt: pulumi.Output<string>;
  /** The user who created it. */
  declare readonly createdByUserId: pulumi.Output<string | null>;
  /** Its long-term contract, if there is one. */
  declare readonly longTerm: pulumi.Output<VolumeLongTerm | null>;

  /**
   * @param name the name in the program, unique among the resources of its type.
   * @param args its arguments.
   * @param opts Pulumi's options; `customTimeouts` are the provider's deadlines.
   */
  constructor(name: string, args?: InstanceArgs, opts?: pulumi.CustomResourceOptions) {
    super(kind, name, args, opts);
  }

  /**
   * Looks up an existing instance that this stack does not manage.
   *
   * @param name the name in the program.
   * @param id its id in the cloud; an empty one is an error.
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    opts?: pulumi.CustomResourceOptions,
    ...others: never[]
  ): Instance {
    return new this(name, {}, lookUp(kind, name, id, opts, others));
  }

  /** Whether a value is such a resource, also of another copy of this package. */
  static override isInstance(value: unknown): value is Instance {
    return isResource(value, kind.name);
  }
}
