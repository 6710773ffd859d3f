// Generated from the descriptions in sdk/dataSources by `npm run generate`; never edited.
import type * as pulumi from '@pulumi/pulumi';
import type { OutputArgs } from '../dataSource';
import { invoke, invokeOutput } from '../dataSource';
import * as compute from '../dataSources/compute';
import type { Cluster, Instance, InstanceGroup, InstanceStatus, Tag } from './types';

/** The arguments of {@link getInstances}. */
export interface GetInstancesArgs {
  /** Only instances in this status. Default: all but discontinued ones. */
  status?: InstanceStatus | undefined;
  /**
   * Only the instance with this id; without one the list is empty. `getInstance` fails instead. Default:
   * all.
   */
  computeId?: string | undefined;
  /** Only instances with all these tags: `key` for any value, `key=value` for this value. Default: all. */
  tags?: readonly string[] | undefined;
}

/** The answer of {@link getInstances}. */
export type GetInstancesResult = GetInstanceResult[];

/**
 * The instances of the project that meet all conditions. Without the tokens of their Jupyter servers:
 * `Instance.get` has them. Requests: GET /v1/instances.
 *
 * @example
 * // The running machines of a team, also those of other stacks.
 * export const machines = getInstancesOutput({ status: 'running', tags: ['team=research'] }).apply((all) =>
 *   all.map(({ hostname, ip }) => ({ hostname, ip })),
 * );
 */
export function getInstances(
  args?: GetInstancesArgs,
  opts?: pulumi.InvokeOptions,
): Promise<GetInstancesResult> {
  return invoke('getInstances', compute.getInstances, args, opts);
}

/**
 * The instances of the project that meet all conditions. Without the tokens of their Jupyter servers:
 * `Instance.get` has them. The same as {@link getInstances}, for arguments that may not be known yet.
 */
export function getInstancesOutput(
  args?: OutputArgs<GetInstancesArgs>,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetInstancesResult> {
  return invokeOutput('getInstances', compute.getInstances, args, opts);
}

/** The arguments of {@link getInstance}. */
export interface GetInstanceArgs {
  /** The id of the instance. */
  id: string;
}

/** The answer of {@link getInstance}. */
export interface GetInstanceResult extends Omit<Instance, 'jupyterToken'> {}

/**
 * One instance. Without the token of its Jupyter server: `Instance.get` has it. An unknown id is an
 * error. Requests: GET /v1/instances/{instance_id}.
 *
 * @example
 * // pulumi config set instanceId <id of an instance>
 * const id = new pulumi.Config().require('instanceId');
 *
 * export const ip = getInstanceOutput({ id }).ip;
 */
export function getInstance(args: GetInstanceArgs, opts?: pulumi.InvokeOptions): Promise<GetInstanceResult> {
  return invoke('getInstance', compute.getInstance, args, opts);
}

/**
 * One instance. Without the token of its Jupyter server: `Instance.get` has it. An unknown id is an
 * error. The same as {@link getInstance}, for arguments that may not be known yet.
 */
export function getInstanceOutput(
  args: OutputArgs<GetInstanceArgs>,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetInstanceResult> {
  return invokeOutput('getInstance', compute.getInstance, args, opts);
}

/** The arguments of {@link getClusters}: none. */
export type GetClustersArgs = Record<string, never>;

/** The answer of {@link getClusters}. */
export type GetClustersResult = GetClusterResult[];

/**
 * The clusters of the project. Requests: GET /v1/clusters.
 *
 * @example
 * export const addresses = getClustersOutput().apply((clusters) => clusters.map(({ ip }) => ip));
 */
export function getClusters(args?: GetClustersArgs, opts?: pulumi.InvokeOptions): Promise<GetClustersResult> {
  return invoke('getClusters', compute.getClusters, args, opts);
}

/**
 * The clusters of the project. The same as {@link getClusters}, for arguments that may not be known
 * yet.
 */
export function getClustersOutput(
  args?: OutputArgs<GetClustersArgs>,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetClustersResult> {
  return invokeOutput('getClusters', compute.getClusters, args, opts);
}

/** The arguments of {@link getCluster}. */
export interface GetClusterArgs {
  /** The id of the cluster. */
  id: string;
}

/** The answer of {@link getCluster}. */
export interface GetClusterResult extends Cluster {}

/**
 * One cluster. An unknown id is an error. Requests: GET /v1/clusters/{id}.
 *
 * @example
 * // pulumi config set clusterId <id of a cluster>
 * const id = new pulumi.Config().require('clusterId');
 *
 * export const login = getClusterOutput({ id }).ip;
 */
export function getCluster(args: GetClusterArgs, opts?: pulumi.InvokeOptions): Promise<GetClusterResult> {
  return invoke('getCluster', compute.getCluster, args, opts);
}

/**
 * One cluster. An unknown id is an error. The same as {@link getCluster}, for arguments that may not
 * be known yet.
 */
export function getClusterOutput(
  args: OutputArgs<GetClusterArgs>,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetClusterResult> {
  return invokeOutput('getCluster', compute.getCluster, args, opts);
}

/** The arguments of {@link getInstanceGroups}: none. */
export type GetInstanceGroupsArgs = Record<string, never>;

/** The answer of {@link getInstanceGroups}. */
export type GetInstanceGroupsResult = GetInstanceGroupResult[];

/**
 * The live instance groups of the project with their members, oldest first. Requests: GET
 * /v1/instance-groups.
 *
 * @example
 * // How many members each group has.
 * export const sizes = getInstanceGroupsOutput().apply((groups) =>
 *   Object.fromEntries(groups.map(({ name, instances }) => [name, instances.length])),
 * );
 */
export function getInstanceGroups(
  args?: GetInstanceGroupsArgs,
  opts?: pulumi.InvokeOptions,
): Promise<GetInstanceGroupsResult> {
  return invoke('getInstanceGroups', compute.getInstanceGroups, args, opts);
}

/**
 * The live instance groups of the project with their members, oldest first. The same as {@link
 * getInstanceGroups}, for arguments that may not be known yet.
 */
export function getInstanceGroupsOutput(
  args?: OutputArgs<GetInstanceGroupsArgs>,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetInstanceGroupsResult> {
  return invokeOutput('getInstanceGroups', compute.getInstanceGroups, args, opts);
}

/** The arguments of {@link getInstanceGroup}. */
export interface GetInstanceGroupArgs {
  /** Its id. Give this or `name`. */
  id?: string | undefined;
  /** Its name, which must be unique in the project. Give this or `id`. */
  name?: string | undefined;
}

/** The answer of {@link getInstanceGroup}. */
export interface GetInstanceGroupResult extends InstanceGroup {}

/**
 * One instance group with its members. An unknown id or name is an error. Requests: GET
 * /v1/instance-groups/{groupId}, GET /v1/instance-groups.
 *
 * @example
 * // The group that new machines join, for `instanceGroupId`.
 * export const instanceGroupId = getInstanceGroupOutput({ name: 'batch' }).id;
 */
export function getInstanceGroup(
  args?: GetInstanceGroupArgs,
  opts?: pulumi.InvokeOptions,
): Promise<GetInstanceGroupResult> {
  return invoke('getInstanceGroup', compute.getInstanceGroup, args, opts);
}

/**
 * One instance group with its members. An unknown id or name is an error. The same as {@link
 * getInstanceGroup}, for arguments that may not be known yet.
 */
export function getInstanceGroupOutput(
  args?: OutputArgs<GetInstanceGroupArgs>,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetInstanceGroupResult> {
  return invokeOutput('getInstanceGroup', compute.getInstanceGroup, args, opts);
}

/** The arguments of {@link getTags}. */
export interface GetTagsArgs {
  /** The kind of resource: `instance`, `volume` or `cluster`. */
  resourceType: 'instance' | 'volume' | 'cluster';
  /** The id of the resource. */
  resourceId: string;
}

/** The answer of {@link getTags}. */
export type GetTagsResult = Tag[];

/**
 * The tags of one instance, volume or cluster. An unknown id is an error. Requests: GET
 * /v1/instances/{instance_id}, GET /v1/volumes/{volume_id}, GET /v1/clusters/{id}.
 *
 * @example
 * // pulumi config set volumeId <id of a volume>
 * const resourceId = new pulumi.Config().require('volumeId');
 *
 * export const keys = getTagsOutput({ resourceType: 'volume', resourceId }).apply((tags) =>
 *   tags.map(({ key }) => key),
 * );
 */
export function getTags(args: GetTagsArgs, opts?: pulumi.InvokeOptions): Promise<GetTagsResult> {
  return invoke('getTags', compute.getTags, args, opts);
}

/**
 * The tags of one instance, volume or cluster. An unknown id is an error. The same as {@link getTags},
 * for arguments that may not be known yet.
 */
export function getTagsOutput(
  args: OutputArgs<GetTagsArgs>,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetTagsResult> {
  return invokeOutput('getTags', compute.getTags, args, opts);
}
