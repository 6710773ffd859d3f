import {
  CloudComputeError,
  NotFoundError,
  RateLimitedError,
  ServerError,
  TransportError,
} from '../../errors';
import { abortError } from '../transport/abort';
import type { Clock } from '../time/clock';
import { isLasting, isUnsent } from '../transport/connectionError';
import { isTooLate, tooLate } from '../time/deadline';
import type { Layer, Request, Response } from '../handler';
import { loadRetry } from '../transport/libraries';
import type { Log } from '../log/log';
import { isDeletionOfOne } from './isIdempotent';
import { TOKEN_OPERATION } from '../auth/tokens';

export interface RetryOptions {
  /** Number of retries after the first attempt. */
  readonly retries: number;
  readonly clock: Clock;
  readonly log: Log;
  /** A random number between 0 and 1. */
  readonly random?: () => number;
}

/** The first delay is below this value; the limit doubles each time. */
const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 16_000;
/** Until the first response, a wrong address is more likely than an outage: fewer retries report it sooner. */
const RETRIES_BEFORE_FIRST_CONTACT = 3;
/**
 * Even fewer for the first token if it does not come in time, because each attempt takes half a minute. All other
 * requests need a token.
 */
const RETRIES_OF_FIRST_TOKEN = 1;
/** A rate-limit response is not a failure, but the number of such retries must be limited too. */
const MOST_REFUSALS = 50;
/** Statuses of temporary errors of the service or its proxies. */
const PASSING_STATUSES = new Set([500, 502, 503, 504, 520, 521, 522, 523, 524]);

/** Whether the same request may succeed later. */
const isTemporary = (error: Error): error is CloudComputeError =>
  error instanceof TransportError
    ? !isLasting(error)
    : error instanceof ServerError && PASSING_STATUSES.has(error.status ?? 0);

/**
 * Retries a request after a temporary failure, with full jitter, and only if it is safe: a read, an idempotent
 * request, or a request that certainly did not arrive.
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
        // Not found at a repeated attempt: an earlier attempt deleted it, and its answer was lost.
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
      if (error instanceof RateLimitedError) {
        refusals += 1;
        if (refusals > MOST_REFUSALS) return false;
      } else if (!isTemporary(error) || !isSafe(error, retriesConsumed)) return false;
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
        throw abortError(request, mayHaveArrived);
      }
      return true;
    }

    /** Whether the request does no harm if it is sent again. */
    function isSafe(error: CloudComputeError, retriesConsumed: number): boolean {
      if (isUnsent(error) && !contact) return retriesConsumed < RETRIES_BEFORE_FIRST_CONTACT;
      if (error.code === 'timeout' && error.operation === TOKEN_OPERATION && !contact)
        return retriesConsumed < RETRIES_OF_FIRST_TOKEN;
      return request.isIdempotent || isUnsent(error) || error.operation === TOKEN_OPERATION;
    }

    /** The rate limiter delays requests that the rate limit refused; all other delays are here. */
    function delayOf(error: CloudComputeError, retriesConsumed: number): number {
      if (isHeldByLimiter(request, error)) return 0;
      const jitter = random() * Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** retriesConsumed);
      return (error.retryAfterMs ?? 0) + jitter;
    }
  };
};

const isHeldByLimiter = (request: Request, error: CloudComputeError): boolean =>
  error instanceof RateLimitedError && !request.open && error.operation === request.operation;
