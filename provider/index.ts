// Generated from provider/resources/index.ts by `npm run generate`; never edited.
// State refers to this entry, `require("pulumi-cloud-compute/provider").instance`, so its path and these names never
// change: state that was written by any version runs them.
import type { DynamicProvider } from './engine/dynamicProvider';
import { dynamicProvider } from './engine/dynamicProvider';
import * as resources from './resources';

export const addressMapping: DynamicProvider = dynamicProvider(resources.addressMapping);
export const cluster: DynamicProvider = dynamicProvider(resources.cluster);
export const endpointBinding: DynamicProvider = dynamicProvider(resources.endpointBinding);
export const instance: DynamicProvider = dynamicProvider(resources.instance);
export const instanceGroup: DynamicProvider = dynamicProvider(resources.instanceGroup);
export const owner: DynamicProvider = dynamicProvider(resources.owner);
export const ready: DynamicProvider = dynamicProvider(resources.ready);
export const sshKey: DynamicProvider = dynamicProvider(resources.sshKey);
export const startupScript: DynamicProvider = dynamicProvider(resources.startupScript);
export const tag: DynamicProvider = dynamicProvider(resources.tag);
export const volume: DynamicProvider = dynamicProvider(resources.volume);
