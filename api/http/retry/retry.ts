import {
  CloudComputeError,
  NotFoundError,
  RateLimitedError,
  ServerError,
  TransportError,
} from '../../errors';
import { givenUp } from '../transport/abort';
import type { Clock } from '../time/clock';
import { isLasting, isUnsent } from '../transport/connectionError';
import { isTooLate, tooLate } from '../time/deadline';
import type { Layer, Request, Response } from '../handler';
import { loadRetry } from '../transport/loadAxios';
import type { Log } from '../log/log';
import { isDeletionOfOne } from './isIdempotent';
import { TOKEN_OPERATION } from '../auth/tokens';

/** How often, and when. */
export interface RetryOptions {
  /** After the first attempt. */
  readonly retries: number;
  readonly clock: Clock;
  readonly log: Log;
  /** Between 0 and 1. */
  readonly random?: () => number;
}

/** The first delay lies below this, the next below twice as much, and so on. */
const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 16_000;
/** As long as nobody ever answered, the address is more likely wrong than the service down: say so soon. */
const RETRIES_BEFORE_FIRST_CONTACT = 3;
/** A refusal for the rate limit is no failure, but must not go on for ever either. */
const MOST_REFUSALS = 50;
/** A passing fault of the service, or of what stands before it. */
const PASSING_STATUSES = new Set([500, 502, 503, 504, 520, 521, 522, 523, 524]);

/**
 * Sends a request again that failed for a passing reason, with full jitter, and only where it can do no harm: a
 * read, what is idempotent by meaning, and anything that surely did not arrive.
 */
export const retry = ({ retries, clock, log, random = Math.random }: RetryOptions): Layer => {
  let contact = false;
  return (next) => async (request) => {
    let refusals = 0;
    let mayHaveArrived = false;
    return loadRetry()(attempt, { retries, minTimeout: 0, shouldConsumeRetry, shouldRetry });

    async function attempt(): Promise<Response> {
      try {
        const response = await next(request);
        contact = true;
        return response;
      } catch (error) {
        if (!(error instanceof CloudComputeError)) throw error;
        contact ||= error.status !== undefined;
        // Gone at the second attempt: the first one did it, and its answer was lost.
        if (
          mayHaveArrived &&
          error instanceof NotFoundError &&
          isDeletionOfOne(request.method, request.body)
        ) {
          return { status: 204, headers: {}, body: request.expects === 'results' ? [] : undefined };
        }
        mayHaveArrived ||= error.mayHaveArrived;
        error.mayHaveArrived = mayHaveArrived;
        throw error;
      }
    }

    function shouldConsumeRetry({ error }: { error: Error }): boolean {
      return !(error instanceof RateLimitedError);
    }

    async function shouldRetry({ error, retriesConsumed }: { error: Error; retriesConsumed: number }) {
      if (!(error instanceof CloudComputeError) || !isPassing(error)) return false;
      const delayMs = delayOf(error, retriesConsumed);
      const now = clock.now();
      if (isTooLate(request, now + delayMs)) {
        error.message = `${error.message} ${tooLate(request, now + delayMs, now)}`;
        return false;
      }
      log.warn(
        { operation: request.operation, code: error.code, status: error.status, delayMs },
        'sent again',
      );
      try {
        await clock.sleep(delayMs, request.signal, request.stop);
      } catch {
        throw givenUp(request, mayHaveArrived);
      }
      return true;

      function isPassing(failure: CloudComputeError): boolean {
        if (failure instanceof RateLimitedError) return (refusals += 1) <= MOST_REFUSALS;
        const passing =
          failure instanceof TransportError
            ? !isLasting(failure)
            : failure instanceof ServerError && PASSING_STATUSES.has(failure.status ?? 0);
        if (!passing) return false;
        if (isUnsent(failure) && !contact) return retriesConsumed < RETRIES_BEFORE_FIRST_CONTACT;
        return request.repeatable || isUnsent(failure) || failure.operation === TOKEN_OPERATION;
      }
    }

    /** The rate limiter holds what the rate limit refused; all other waiting is done here. */
    function delayOf(error: CloudComputeError, retriesConsumed: number): number {
      if (isHeldByLimiter(request, error)) return 0;
      const jitter = random() * Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** retriesConsumed);
      return (error.retryAfterMs ?? 0) + jitter;
    }
  };
};

const isHeldByLimiter = (request: Request, error: CloudComputeError): boolean =>
  error instanceof RateLimitedError && !request.open && error.operation === request.operation;
