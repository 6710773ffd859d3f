import type * as pulumi from '@pulumi/pulumi';
import { CONTEXT } from '../../core/hiddenProperties';
import { ProgramError } from '../pulumi/programError';

/**
 * Pulumi makes a member of each input that the transformations return. Without the hidden ones, Pulumi finds no
 * provider, and fails with a stack trace.
 *
 * @throws RunError that says what the transformation has to return.
 */
export function checkTransformed(name: string, resource: pulumi.Resource): void {
  if ('__provider' in resource && CONTEXT in resource) return;
  throw new ProgramError(
    `A transformation of ${JSON.stringify(name)} has left out inputs whose names begin with "__", which this package ` +
      'adds to those of the program. Let it return { ...props, … }, not new props.',
  );
}
