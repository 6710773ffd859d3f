import { UnauthorizedError } from '../../errors';
import { abortError, isAborted } from '../transport/abort';
import type { Clock } from '../time/clock';
import type { Layer } from '../handler';
import type { Tokens } from './tokens';

/** Adds the token to requests that need one, and drops a rejected token. */
export const authorization =
  (tokens: Tokens): Layer =>
  (next) =>
  async (request) => {
    if (request.open) return next(request);
    const token = await tokens.get(request.signal, request.stop).catch((error: unknown) => {
      throw isAborted(request) ? abortError(request) : error;
    });
    const response = await next({
      ...request,
      headers: { ...request.headers, Authorization: `Bearer ${token}` },
    });
    if (response.status === 401) tokens.refuse(token);
    return response;
  };

/** How many new tokens in a row may be rejected before that is reported. */
const RENEWALS = 6;
/** The first renewal is immediate. The next delay is below this value, and the limit doubles each time. */
const FIRST_DELAY_MS = 500;

/**
 * Renews a rejected token and sends the request again: a rejected request had no effect. Tokens may be revoked as
 * fast as they are renewed, so this tries for some seconds, with growing delays. Wrong credentials get no token: then
 * it stops at once.
 */
export const renewal =
  ({ clock, random = Math.random }: { readonly clock: Clock; readonly random?: () => number }): Layer =>
  (next) =>
  async (request) => {
    for (let renewals = 0; ; renewals += 1) {
      try {
        return await next(request);
      } catch (error) {
        if (request.open || !(error instanceof UnauthorizedError) || renewals === RENEWALS) throw error;
      }
      if (renewals === 0) continue;
      try {
        await clock.sleep(random() * FIRST_DELAY_MS * 2 ** (renewals - 1), request.signal, request.stop);
      } catch {
        throw abortError(request);
      }
    }
  };
