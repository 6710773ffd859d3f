import { CloudComputeError } from '../api/errors';
import { printable } from '../api/printable';
import { RemovalError } from '../core/orphans/removeOrphan';
import { UsageError } from './usageError';

/** Whether the user or the cloud can cause an error. Any other error is a defect. */
export const isExpected = (error: unknown): error is Error =>
  error instanceof CloudComputeError || error instanceof UsageError || error instanceof RemovalError;

/** An error as the user sees it. */
export function errorText(error: unknown): string {
  if (!isExpected(error)) return `A defect in pulumi-cloud-compute: ${String(error)}. Please report it.`;
  // An error of the client contains a message of the cloud.
  return error instanceof CloudComputeError ? printable(error.message) : error.message;
}
