import * as pulumi from '@pulumi/pulumi';
import { shortUrn } from '../../core/urn';

/** Tells the provider the URN of a resource whose parent is the stack. */
export const urnBelowStack = (name: string): string => shortUrn(pulumi.getStack(), pulumi.getProject(), name);

/**
 * The constant input by which the engine's plugin finds the provider. State keeps it and runs it later, so that
 * neither the path nor the names of the exports may ever change.
 */
export const providerText = (name: string): string =>
  `exports.handler=()=>require("pulumi-cloud-compute/provider").${name}`;
