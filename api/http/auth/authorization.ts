import { UnauthorizedError } from '../../errors';
import { givenUp, isGivenUp } from '../transport/abort';
import type { Clock } from '../time/clock';
import type { Layer } from '../handler';
import type { Tokens } from './tokens';

/** Puts the token on what is not open, and gives a refused one up. */
export const authorization =
  (tokens: Tokens): Layer =>
  (next) =>
  async (request) => {
    if (request.open) return next(request);
    const token = await tokens.get(request.signal, request.stop).catch((error: unknown) => {
      throw isGivenUp(request) ? givenUp(request) : error;
    });
    const response = await next({
      ...request,
      headers: { ...request.headers, Authorization: `Bearer ${token}` },
    });
    if (response.status === 401) tokens.refuse(token);
    return response;
  };

/** How often a token that was issued a moment ago may be refused, before that is told. */
const RENEWALS = 6;
/** The first renewal comes at once; the delay of the next lies below this, that of the next below twice as much. */
const FIRST_DELAY_MS = 500;

/**
 * Sends what was refused for its token again, with a new one: a refused request took no effect. Tokens may be revoked
 * as fast as they are renewed, so it tries for some seconds, slower and slower. Wrong credentials get no token at all,
 * and end it at once.
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
        throw givenUp(request);
      }
    }
  };
