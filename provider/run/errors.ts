import { CloudComputeError } from '../../api/errors';
import { printable, printableLines } from '../../api/printable';
import type { Recorded } from './call';

/** Something is refused before a request is sent for it, or surely by the cloud: it has changed nothing. */
export class RefusedError extends Error {
  override readonly name: string = 'RefusedError';
}

/** An error of which the user gets only the text: the plugin prints the `stack` of each error. */
export class UserFacingError extends Error {
  override readonly name = 'cloud-compute';
  // `ErrorOptions` would need the library of ES2022 in every program.
  constructor(message: string, options?: { readonly cause?: unknown }) {
    // It may quote the cloud.
    super(printableLines(message), options);
    this.stack = this.message;
  }
  override toString(): string {
    return this.name;
  }
}

/** A create or an update failed after something was created or changed: state must hold that, with the reason. */
export class PartialFailure extends UserFacingError {
  constructor(
    readonly id: string,
    /** The inputs and outputs that are applied. */
    readonly outputs: object,
    /** Changes of the recorded values. */
    readonly recorded: Recorded,
    message: string,
  ) {
    super(message);
  }
}

/** The text without its last full stop, to stand within a sentence. */
export const withoutFullStop = (text: string): string => text.replace(/\.$/, '');

/** Why the cloud refused an action, to stand within a sentence. */
export const refusalOf = ({ error }: { readonly error?: string | undefined }): string =>
  error === undefined ? 'no reason given' : withoutFullStop(printable(error));

/** Runs a verb; every error becomes a `UserFacingError`. */
export async function withUserFacingErrors<T>(noun: string, verb: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw asUserFacingError(noun, verb, error);
  }
}

export function asUserFacingError(noun: string, verb: string, error: unknown): UserFacingError {
  if (error instanceof UserFacingError) return error;
  if (error instanceof CloudComputeError || (error instanceof Error && isSentence(error)))
    return new UserFacingError(error.message, { cause: error });
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return new UserFacingError(
    `A defect in pulumi-cloud-compute stopped the ${verb} of this ${noun}: ${text} (${placeOf(error)}). Please report it.`,
    { cause: error },
  );
}

/** The messages of this package's errors are sentences; those of JavaScript's own error classes are not. */
const isSentence = (error: Error): boolean =>
  !/^(Type|Range|Reference|Syntax|Eval|URI|Aggregate)?Error$/.test(error.name);

/** The first two lines of the stack, in one line. */
const placeOf = (error: unknown): string =>
  error instanceof Error
    ? (error.stack ?? '')
        .split('\n')
        .slice(1, 3)
        .map((line) => line.trim())
        .join(' ')
    : '';
