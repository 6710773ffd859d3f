import * as pulumi from '@pulumi/pulumi';
import { printableLines } from '../../api/printable';

/** An error of the program, whose message is for the user. */
export class ProgramError extends pulumi.RunError {
  /** Without it, Pulumi prints only the message, also if the error comes after the end of the program. */
  override stack = '';

  constructor(message: string, options?: { readonly cause?: unknown }) {
    // It may quote the cloud.
    super(printableLines(message), options);
  }
}
