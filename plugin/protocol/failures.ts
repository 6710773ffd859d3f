// The messages to the engine about wrong inputs, and about creates and updates that failed.
import { wellFormed } from '../../api/http/decode';
import { printableLines } from '../../api/printable';
import type { Problem } from '../../core/validation/shape';
import { sentenceOf } from '../../core/validation/shape';
import type { Struct } from './stubs';
import { Any, Status, grpc, messages } from './stubs';

/**
 * The reason names the property. A failure with a property would let the engine print its value, which may be a
 * secret.
 */
export const checkFailures = (problems: readonly Problem[]): messages.CheckFailure[] =>
  problems.map(failureOf);

/** These failures name the property too: for an argument, the SDKs print its name, even an empty one, but no value. */
export const argumentFailures = (problems: readonly Problem[]): messages.CheckFailure[] =>
  problems.map((problem) => {
    const failure = failureOf(problem);
    failure.setProperty(problem.path);
    return failure;
  });

function failureOf(problem: Problem): messages.CheckFailure {
  const failure = new messages.CheckFailure();
  failure.setReason(sentenceOf(problem));
  return failure;
}

/** A create or an update that failed after it made or changed something. The engine stores that, with the reason. */
export class FailedAfterChange extends Error {
  constructor(
    message: string,
    readonly id: string,
    readonly properties: Struct,
  ) {
    super(message);
  }
}

/** An error as gRPC sends it. */
export function asServiceError(error: unknown): object {
  // A shortened text may end within a pair of surrogates, which gRPC does not encode.
  const details = wellFormed(printableLines(error instanceof Error ? error.message : String(error)));
  const metadata = new grpc.Metadata();
  if (error instanceof FailedAfterChange) {
    const failed = new messages.ErrorResourceInitFailed();
    failed.setId(error.id);
    failed.setProperties(error.properties);
    failed.setReasonsList([details]);
    const detail = new Any();
    detail.pack(failed.serializeBinary(), 'pulumirpc.ErrorResourceInitFailed');
    const status = new Status();
    status.setCode(grpc.status.UNKNOWN);
    status.setMessage(details);
    status.addDetails(detail);
    metadata.add('grpc-status-details-bin', Buffer.from(status.serializeBinary()));
  }
  return { code: grpc.status.UNKNOWN, details, metadata };
}
