import { CloudComputeError } from '../../api/errors';
import type { Recorded } from './call';

/** An error whose text is all that a user sees: the plugin prints `stack` of whatever is thrown. */
export class UserFacingError extends Error {
  override readonly name = 'cloud-compute';
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.stack = message;
  }
  override toString(): string {
    return this.name;
  }
}

/** A create or an update failed when something existed or had changed already: state is to hold that, with the reason. */
export class PartialFailure extends UserFacingError {
  constructor(
    readonly id: string,
    /** What became so, among inputs and outputs. */
    readonly outputs: object,
    /** What is new in it. */
    readonly recorded: Recorded,
    message: string,
  ) {
    super(message);
  }
}

/** Runs a verb; whatever goes wrong becomes a sentence. */
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

/** Our own errors speak in sentences; those of the language are named after its classes. */
const isSentence = (error: Error): boolean =>
  !/^(Type|Range|Reference|Syntax|Eval|URI|Aggregate)?Error$/.test(error.name);

/** The first two lines of the stack, in one. */
const placeOf = (error: unknown): string =>
  error instanceof Error
    ? (error.stack ?? '')
        .split('\n')
        .slice(1, 3)
        .map((line) => line.trim())
        .join(' ')
    : '';
