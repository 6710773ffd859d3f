/**
 * The package for Pulumi programs: resources, components and data sources. The API client is in
 * `pulumi-cloud-compute/client`.
 *
 * @packageDocumentation
 */
export { Cluster } from './resources/cluster';
export type { ClusterArgs } from './resources/cluster';
export { Fleet } from './components/fleet';
export type { FleetArgs, FleetInstanceArgs } from './components/fleet';
export { Instance } from './resources/instance';
export type { InstanceArgs } from './resources/instance';
export { InstanceGroup } from './resources/instanceGroup';
export type { InstanceGroupArgs } from './resources/instanceGroup';
export { InstancesReady } from './components/instancesReady';
export type { InstancesReadyArgs } from './components/instancesReady';
export { SshKey } from './resources/sshKey';
export type { SshKeyArgs } from './resources/sshKey';
export { StartupScript } from './resources/startupScript';
export type { StartupScriptArgs } from './resources/startupScript';
export { Tag } from './resources/tag';
export type { TagArgs } from './resources/tag';
export { Volume } from './resources/volume';
export type { VolumeArgs } from './resources/volume';
export { stackCost } from './components/stackCost';
export type * from './resources/types';
export type { Priced, StackCost } from './components/stackCost';

export * from './data';
