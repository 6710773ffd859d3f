import type * as pulumi from '@pulumi/pulumi';
import { ProgramError } from '../pulumi/programError';

/**
 * Checks that the transformations of a program have kept what this package adds to its resources. Pulumi makes a member
 * of each property that they return; without `__provider`, it finds no provider, and fails with a stack trace.
 *
 * @throws RunError that says what the transformation has to return.
 */
export function checkTransformed(name: string, resource: pulumi.Resource, added: readonly string[]): void {
  const leftOut = added.filter((property) => !(property in resource));
  if (leftOut.length === 0) return;
  throw new ProgramError(
    `A transformation of ${JSON.stringify(name)} has left out properties that this package adds to those of the program: ` +
      `${leftOut.join(', ')}. Let it return { ...props, … }, with all properties, also those without a value.`,
  );
}
