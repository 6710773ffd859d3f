import type * as pulumi from '@pulumi/pulumi';

/**
 * Lets errors have one frame until the returned function is called. Pulumi's SDK formats a stack trace for each of its
 * promises, about 160 for a volume, which takes most of the time of a program with many resources; it shows them only
 * with `PULUMI_DEBUG_PROMISE_LEAKS`. It sets the limit itself where it looks for the position of a resource.
 *
 * An error of a transformation in the options keeps its whole stack. Those of parents and of the stack are not looked
 * at: Pulumi's objects do not show them, and this package registers one itself.
 */
export function shortenStackTraces({ transformations }: pulumi.ResourceOptions): () => void {
  const limit = Error.stackTraceLimit;
  if (limit > 1 && !transformations?.length && !process.env['PULUMI_DEBUG_PROMISE_LEAKS'])
    Error.stackTraceLimit = 1;
  return () => {
    Error.stackTraceLimit = limit;
  };
}
