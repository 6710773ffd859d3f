// The entry that state refers to: `require("pulumi-cloud-compute/provider").instance`. This path and these names
// are frozen for ever: state that was written by any version runs them.
import type { DynamicProvider } from './engine/dynamicProvider';
import { dynamicProvider } from './engine/dynamicProvider';
import * as resources from './resources';

export const owner: DynamicProvider = dynamicProvider(resources.owner);
export const instance: DynamicProvider = dynamicProvider(resources.instance);
export const volume: DynamicProvider = dynamicProvider(resources.volume);
export const cluster: DynamicProvider = dynamicProvider(resources.cluster);
export const ready: DynamicProvider = dynamicProvider(resources.ready);
export const sshKey: DynamicProvider = dynamicProvider(resources.sshKey);
export const startupScript: DynamicProvider = dynamicProvider(resources.startupScript);
export const instanceGroup: DynamicProvider = dynamicProvider(resources.instanceGroup);
export const tag: DynamicProvider = dynamicProvider(resources.tag);
