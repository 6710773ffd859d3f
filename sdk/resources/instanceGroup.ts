// Generated from the schemas in provider by `npm run generate`; never edited.
import type * as pulumi from '@pulumi/pulumi';
import { isResource } from '../pulumi/isResource';
import { CloudComputeResource, lookUp } from '../resource';
import type {
  GroupMember,
  InstanceGroupTemplate,
  InstanceGroupTemplateArgs,
  SuggestedInstanceType,
  SuggestedLocation,
} from './types';

/** The arguments of {@link InstanceGroup}. */
export interface InstanceGroupArgs {
  /**
   * Name, unique among the live groups of the project. Default: the name in the program and seven random
   * digits. On change: in place.
   */
  name?: pulumi.Input<string | undefined>;
  /** Description. On change: in place. */
  description?: pulumi.Input<string | undefined>;
  /** Location of its members, e.g. `FIN-01`. On change: replaced. */
  locationCode: pulumi.Input<SuggestedLocation>;
  /** Type of its members. On change: replaced. */
  instanceType: pulumi.Input<SuggestedInstanceType>;
  /** Settings of its members. On change: in place; image and osVolume replace. */
  template: pulumi.Input<InstanceGroupTemplateArgs>;
  /** Id of an existing group to adopt instead of creating one. Only matters at creation. */
  adoptId?: pulumi.Input<string | undefined>;
  /** Inputs whose change replaces the group. */
  replaceOn?: pulumi.Input<readonly pulumi.Input<keyof InstanceGroupArgs>[] | undefined>;
}

const kind = {
  name: 'InstanceGroup',
  provider: 'instanceGroup',
  ids: { template: [], osVolume: [], sshKeyIds: { listOf: ['SshKey'] }, startupScriptId: ['StartupScript'] },
  inputs: {
    name: undefined,
    description: undefined,
    locationCode: undefined,
    instanceType: undefined,
    template: undefined,
    adoptId: undefined,
    replaceOn: undefined,
  },
  outputs: {
    projectId: undefined,
    instances: undefined,
    size: undefined,
    revision: undefined,
    createdAt: undefined,
    updatedAt: undefined,
    deletedAt: undefined,
  },
} as const;

/**
 * A group of instances that share one template.
 *
 * @example
 * const servers = new InstanceGroup('servers', {
 *   instanceType: '1V100.6V',
 *   locationCode: 'FIN-01',
 *   template: {
 *     image: 'ubuntu-24.04-cuda-12.8-open-docker',
 *     osVolume: { size: 100 },
 *     sshKeyIds: [getSshKeyOutput({ name: 'workstation' }).id],
 *   },
 * });
 *
 * // The type, the image and the location are those of the group. A changed template replaces the machine.
 * const server = new Instance('server', { instanceGroupId: servers.id, groupRevision: servers.revision });
 *
 * export const address = server.ip;
 */
export class InstanceGroup extends CloudComputeResource {
  /** Name, unique among the live groups of the project. */
  declare readonly name: pulumi.Output<string>;
  /** Description. */
  declare readonly description: pulumi.Output<string | undefined>;
  /** Location of its members, e.g. `FIN-01`. */
  declare readonly locationCode: pulumi.Output<string>;
  /** Type of its members. */
  declare readonly instanceType: pulumi.Output<string>;
  /** Settings of its members. */
  declare readonly template: pulumi.Output<InstanceGroupTemplate>;
  /** Id of an existing group to adopt instead of creating one. */
  declare readonly adoptId: pulumi.Output<string | undefined>;
  /** Inputs whose change replaces the group. */
  declare readonly replaceOn: pulumi.Output<string[] | undefined>;
  /** The project of the group. */
  declare readonly projectId: pulumi.Output<string>;
  /** Its members. */
  declare readonly instances: pulumi.Output<GroupMember[]>;
  /** The number of its members. */
  declare readonly size: pulumi.Output<number>;
  /**
   * A value that changes with the template: pass it to members as `groupRevision` to replace them at
   * each change.
   */
  declare readonly revision: pulumi.Output<string>;
  /** When it was created, ISO 8601. */
  declare readonly createdAt: pulumi.Output<string>;
  /** When it was last changed, ISO 8601. */
  declare readonly updatedAt: pulumi.Output<string>;
  /** When it was deleted, ISO 8601; null while it exists. */
  declare readonly deletedAt: pulumi.Output<string | null>;

  /**
   * @param name the name in the program, unique among the resources of its type.
   * @param args its arguments.
   * @param opts Pulumi's options; `customTimeouts` are the provider's deadlines.
   */
  constructor(name: string, args: InstanceGroupArgs, opts?: pulumi.CustomResourceOptions) {
    super(kind, name, args, opts);
  }

  /**
   * Looks up an existing instance group that this stack does not manage.
   *
   * @param name the name in the program.
   * @param id its id in the cloud; an empty one is an error.
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    opts?: pulumi.CustomResourceOptions,
    ...others: never[]
  ): InstanceGroup {
    return new this(name, {} as InstanceGroupArgs, lookUp(kind, name, id, opts, others));
  }

  /** Whether a value is such a resource, also of another copy of this package. */
  static override isInstance(value: unknown): value is InstanceGroup {
    return isResource(value, kind.name);
  }
}
