// What this package uses of Pulumi's SDK, from the files where it stands: the index of that package also loads the
// Automation API and the serialiser of closures, half a second of the start of a program that needs neither.
import { allConfig, getConfig } from '@pulumi/pulumi/runtime/config';
import { invoke } from '@pulumi/pulumi/runtime/invoke';
import { deserializeProperty, specialOutputValueSig, specialSigKey } from '@pulumi/pulumi/runtime/rpc';
import { getMonitor, isDryRun, rpcKeepAlive } from '@pulumi/pulumi/runtime/settings';

export { Config } from '@pulumi/pulumi/config';
export { RunError } from '@pulumi/pulumi/errors';
export type { InvokeOptions, InvokeOutputOptions } from '@pulumi/pulumi/invoke';
export * as log from '@pulumi/pulumi/log';
export { getProject, getStack } from '@pulumi/pulumi/metadata';
export { all, interpolate, Output, output, secret, unknown } from '@pulumi/pulumi/output';
export type { Input, Inputs } from '@pulumi/pulumi/output';
export {
  ComponentResource,
  createUrn,
  CustomResource,
  mergeOptions,
  Resource,
} from '@pulumi/pulumi/resource';
export type {
  ComponentResourceOptions,
  CustomResourceOptions,
  CustomTimeouts,
  ID,
} from '@pulumi/pulumi/resource';

/** What is used of the SDK's `runtime`. */
export const runtime = {
  allConfig,
  deserializeProperty,
  getConfig,
  getMonitor,
  invoke,
  isDryRun,
  rpcKeepAlive,
  specialOutputValueSig,
  specialSigKey,
};
