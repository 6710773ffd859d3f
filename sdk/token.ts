import * as pulumi from './pulumi';

/** The type of a resource as it stands in URNs. */
export const typeToken = (name: string): string => `pulumi-nodejs:dynamic/cloud-compute:${name}`;

/** The URN of a resource that has no parent but the stack. */
export const urnBelowStack = (kind: string, name: string): string =>
  `urn:pulumi:${pulumi.getStack()}::${pulumi.getProject()}::${typeToken(kind)}::${name}`;

/**
 * The constant input by which the engine's plugin finds the provider. State keeps it and runs it later, so
 * neither the path nor the names of the exports ever change.
 */
export const providerText = (name: string): string =>
  `exports.handler=()=>require("pulumi-cloud-compute/provider").${name}`;
