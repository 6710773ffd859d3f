import * as pulumi from '@pulumi/pulumi';
import { shortUrn } from '../../core/urn';

/** What tells the provider of the URN of a resource that has no parent but the stack. */
export const urnBelowStack = (name: string): string => shortUrn(pulumi.getStack(), pulumi.getProject(), name);

/**
 * The constant input by which the engine's plugin finds the provider. State keeps it and runs it later, so
 * neither the path nor the names of the exports ever change.
 */
export const providerText = (name: string): string =>
  `exports.handler=()=>require("pulumi-cloud-compute/provider").${name}`;
