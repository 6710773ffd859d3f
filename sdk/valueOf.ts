import type * as pulumi from '@pulumi/pulumi';

/**
 * The bare value of an output, without what it depends on; unlike `apply` it also tells that there will never be
 * one. Undefined while the value is not known.
 */
export function valueOf<T>(output: pulumi.Output<T> | undefined): Promise<T | undefined> {
  // `promise` is there at run time and left out of the declarations.
  return (output as { promise(): Promise<T> } | undefined)?.promise() ?? Promise.resolve(undefined);
}
