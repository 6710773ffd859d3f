/**
 * What a Pulumi program imports: resource classes, data sources, and the client for everything else.
 *
 * @packageDocumentation
 */
export { CloudComputeResource } from './resource';
export type { ResourceClass } from './resource';
export type { Args, Outputs } from './types';

export { Cluster } from './cluster';
export type { ClusterArgs } from './cluster';
export { Fleet } from './fleet';
export type { FleetArgs, FleetInstanceArgs } from './fleet';
export { Instance } from './instance';
export type { InstanceArgs } from './instance';
export { InstanceGroup } from './instanceGroup';
export type { InstanceGroupArgs } from './instanceGroup';
export { InstancesReady } from './instancesReady';
export type { InstancesReadyArgs } from './instancesReady';
export { SshKey } from './resources/sshKey';
export type { SshKeyArgs } from './resources/sshKey';
export { StartupScript } from './resources/startupScript';
export type { StartupScriptArgs } from './resources/startupScript';
export { Tag } from './resources/tag';
export type { TagArgs } from './resources/tag';
export { Volume } from './resources/volume';
export type { VolumeArgs } from './resources/volume';
export { stackCost } from './stackCost';
export type * from './resources/types';
export type { Priced, StackCost } from './stackCost';

export * from './data';

export { client, configuration, request } from './config';
export type { CloudComputeClient, ClientOptions, Configuration, Method, RequestOptions } from '../api';
export * from '../api/errors';
