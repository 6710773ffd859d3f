/**
 * The constant input by which the engine's plugin finds the provider. State keeps it and runs it later, so
 * neither the path nor the names of the exports ever change.
 */
export const providerText = (name: string): string =>
  `exports.handler=()=>require("pulumi-cloud-compute/provider").${name}`;
