import type * as pulumi from '@pulumi/pulumi';
import { perRunOfAllCopies } from './run';

/** The billed resources that the program has registered so far, in order; without those of `get`. */
export const billedInProgram = perRunOfAllCopies(
  'billed resources in the program',
  (): pulumi.CustomResource[] => [],
);
