/**
 * The package for Pulumi programs: resources, components and data sources. The API client is in
 * `pulumi-cloud-compute/client`.
 *
 * @packageDocumentation
 */
export * from './data';
export * from './resources';
export { Fleet } from './components/fleet';
export type { FleetArgs, FleetInstanceArgs } from './components/fleet';
// Takes instances as well as ids, unlike the generated class of this name.
export { InstancesReady } from './components/instancesReady';
export type { InstancesReadyArgs } from './components/instancesReady';
export { stackCost } from './components/stackCost';
export type { Priced, StackCost } from './components/stackCost';
/** The types of what data sources return, so that declarations of other packages can name them. */
export * as types from './data/types';
