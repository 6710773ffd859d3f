// Generated from the schemas in provider by `npm run generate`; never edited.
import type * as pulumi from '@pulumi/pulumi';
import { isResource } from '../pulumi/isResource';
import { CloudComputeResource, lookUp } from '../resource';
import type { AttachedMachine, SuggestedLocation, VolumeLongTerm } from './types';

/** The arguments of {@link Volume}. */
export interface VolumeArgs {
  /** Name of the volume. Default: the name in the program and seven random digits. On change: in place. */
  name?: pulumi.Input<string | undefined>;
  /** Size in GB. A smaller size is refused at preview. On change: grown in place. */
  size: pulumi.Input<number>;
  /** Type of the storage, e.g. `NVMe`. New HDD volumes are refused. On change: replaced. */
  type: pulumi.Input<
    | 'NVMe'
    | 'NVMe_Shared'
    | 'NVMe_Local_Storage'
    | 'NVMe_Shared_Cluster'
    | 'NVMe_OS_Cluster'
    | 'HDD'
    | 'HDD_Shared'
  >;
  /** Location of the volume, e.g. `FIN-01`. On change: replaced. */
  locationCode: pulumi.Input<SuggestedLocation>;
  /**
   * The instances that the volume is attached to; more than one only for shared types. Attaching and
   * detaching needs the machines to be off. An instance may list the volume in its `existingVolumes`
   * instead. Left out: not managed here. On change: in place.
   */
  instanceIds?: pulumi.Input<readonly pulumi.Input<string>[] | undefined>;
  /**
   * Tags, at most nine when it is created and ten later; tags that others added stay. On change: in
   * place.
   */
  tags?: pulumi.Input<Readonly<Record<string, pulumi.Input<string>>> | undefined>;
  /**
   * Id of the volume to copy instead of creating an empty one; type and location may differ. Left out:
   * not managed here. On change: replaced.
   */
  sourceVolumeId?: pulumi.Input<string | undefined>;
  /** Id of the volume in the trash to restore instead of creating one. Only matters at creation. */
  restoreVolumeId?: pulumi.Input<string | undefined>;
  /** Id of an existing volume to adopt instead of creating one. Only matters at creation. */
  adoptId?: pulumi.Input<string | undefined>;
  /** Whether machines may be stopped and started again to attach or detach the volume. Default: `false`. */
  allowShutdown?: pulumi.Input<boolean | undefined>;
  /**
   * Whether a delete is permanent; otherwise the volume stays in the trash for 96 hours. Default:
   * `false`.
   */
  deletePermanently?: pulumi.Input<boolean | undefined>;
  /** Inputs whose change replaces the volume instead of changing it in place. */
  replaceOn?: pulumi.Input<readonly pulumi.Input<keyof VolumeArgs>[] | undefined>;
}

const kind = {
  name: 'Volume',
  provider: 'volume',
  billed: 'volumes',
  ids: { instanceIds: { listOf: ['Instance'] }, sourceVolumeId: ['Volume'], restoreVolumeId: ['Volume'] },
  inputs: {
    name: undefined,
    size: undefined,
    type: undefined,
    locationCode: undefined,
    instanceIds: undefined,
    tags: undefined,
    sourceVolumeId: undefined,
    restoreVolumeId: undefined,
    adoptId: undefined,
    allowShutdown: undefined,
    deletePermanently: undefined,
    replaceOn: undefined,
  },
  outputs: {
    status: undefined,
    isOsVolume: undefined,
    instanceId: undefined,
    attachedTo: undefined,
    attachedMachines: undefined,
    target: undefined,
    pseudoPath: undefined,
    createDirectoryCommand: undefined,
    mountCommand: undefined,
    filesystemToFstabCommand: undefined,
    sshKeyIds: undefined,
    contract: undefined,
    baseHourlyCost: undefined,
    monthlyPrice: undefined,
    hourlyCost: undefined,
    monthlyCost: undefined,
    currency: undefined,
    createdAt: undefined,
    createdByUserId: undefined,
    longTerm: undefined,
  },
} as const;

/**
 * A block or shared volume: renamed, grown, attached and detached in place.
 *
 * @example
 * const data = new Volume('data', {
 *   size: 500,
 *   type: 'NVMe',
 *   locationCode: 'FIN-01',
 *   tags: { team: 'research' },
 * });
 *
 * export const price = data.monthlyCost;
 */
export class Volume extends CloudComputeResource {
  /** Name of the volume. */
  declare readonly name: pulumi.Output<string>;
  /** Size in GB. A smaller size is refused at preview. */
  declare readonly size: pulumi.Output<number>;
  /** Type of the storage, e.g. `NVMe`. New HDD volumes are refused. */
  declare readonly type: pulumi.Output<
    | 'NVMe'
    | 'NVMe_Shared'
    | 'NVMe_Local_Storage'
    | 'NVMe_Shared_Cluster'
    | 'NVMe_OS_Cluster'
    | 'HDD'
    | 'HDD_Shared'
  >;
  /** Location of the volume, e.g. `FIN-01`. */
  declare readonly locationCode: pulumi.Output<string>;
  /**
   * The instances that the volume is attached to; more than one only for shared types. Attaching and
   * detaching needs the machines to be off. An instance may list the volume in its `existingVolumes`
   * instead.
   */
  declare readonly instanceIds: pulumi.Output<string[] | undefined>;
  /** Tags, at most nine when it is created and ten later; tags that others added stay. */
  declare readonly tags: pulumi.Output<Readonly<Record<string, string>> | undefined>;
  /** Id of the volume to copy instead of creating an empty one; type and location may differ. */
  declare readonly sourceVolumeId: pulumi.Output<string | undefined>;
  /** Id of the volume in the trash to restore instead of creating one. */
  declare readonly restoreVolumeId: pulumi.Output<string | undefined>;
  /** Id of an existing volume to adopt instead of creating one. */
  declare readonly adoptId: pulumi.Output<string | undefined>;
  /** Whether machines may be stopped and started again to attach or detach the volume. */
  declare readonly allowShutdown: pulumi.Output<boolean | undefined>;
  /** Whether a delete is permanent; otherwise the volume stays in the trash for 96 hours. */
  declare readonly deletePermanently: pulumi.Output<boolean | undefined>;
  /** Inputs whose change replaces the volume instead of changing it in place. */
  declare readonly replaceOn: pulumi.Output<string[] | undefined>;
  /** The status, e.g. `detached` or `attached`. */
  declare readonly status: pulumi.Output<string>;
  /** Whether it is the operating-system volume of a machine. */
  declare readonly isOsVolume: pulumi.Output<boolean>;
  /** The instance that it is attached to, if any. */
  declare readonly instanceId: pulumi.Output<string | null>;
  /** All instances that it is attached to. */
  declare readonly attachedTo: pulumi.Output<string[]>;
  /** All machines that it is attached to, with host name and status. */
  declare readonly attachedMachines: pulumi.Output<AttachedMachine[]>;
  /** Name of the device on the machine, e.g. `vdb`. */
  declare readonly target: pulumi.Output<string | null>;
  /** Unique identifier of the file system. */
  declare readonly pseudoPath: pulumi.Output<string | null>;
  /** Command that creates the directory to mount it on. */
  declare readonly createDirectoryCommand: pulumi.Output<string | null>;
  /** Command that mounts it. */
  declare readonly mountCommand: pulumi.Output<string | null>;
  /** Command that adds it to fstab. */
  declare readonly filesystemToFstabCommand: pulumi.Output<string | null>;
  /** Ids of the SSH keys of an operating-system volume. */
  declare readonly sshKeyIds: pulumi.Output<string[]>;
  /** The kind of its contract, e.g. `PAY_AS_YOU_GO`. */
  declare readonly contract: pulumi.Output<string>;
  /** Price per hour, in `currency`. */
  declare readonly baseHourlyCost: pulumi.Output<number>;
  /** Price per month, in `currency`. */
  declare readonly monthlyPrice: pulumi.Output<number>;
  /** Price per hour, in `currency`. */
  declare readonly hourlyCost: pulumi.Output<number>;
  /** Price per month, in `currency`. */
  declare readonly monthlyCost: pulumi.Output<number>;
  /** `usd` or `eur`. */
  declare readonly currency: pulumi.Output<string>;
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
  constructor(name: string, args: VolumeArgs, opts?: pulumi.CustomResourceOptions) {
    super(kind, name, args, opts);
  }

  /**
   * Looks up an existing volume that this stack does not manage.
   *
   * @param name the name in the program.
   * @param id its id in the cloud; an empty one is an error.
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    opts?: pulumi.CustomResourceOptions,
    ...others: never[]
  ): Volume {
    return new this(name, {} as VolumeArgs, lookUp(kind, name, id, opts, others));
  }

  /** Whether a value is such a resource, also of another copy of this package. */
  static override isInstance(value: unknown): value is Volume {
    return isResource(value, kind.name);
  }
}
