import { UnauthorizedError } from '../errors';
import { givenUp, isGivenUp } from './abort';
import type { Layer } from './handler';
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

/** Sends what was refused for its token once more, with a new one: a refused request took no effect. */
export const renewal: Layer = (next) => async (request) => {
  try {
    return await next(request);
  } catch (error) {
    if (request.open || !(error instanceof UnauthorizedError)) throw error;
    return next(request);
  }
};
