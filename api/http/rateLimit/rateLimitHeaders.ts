import type { Response } from '../handler';

/** The values of one limit in an answer. */
export interface LimitFacts {
  /** Requests in a window. */
  readonly quota?: number;
  /** Length of a window. */
  readonly lengthMs?: number;
  /** Requests left in the present window. */
  readonly remaining?: number;
  /** Time until the window ends; whole seconds, rounded up or down. */
  readonly resetMs?: number;
}

/** The limits of `RateLimit-Policy` (`project;q=500;w=60`) and `RateLimit` (`project;r=499;t=60`), by name. */
export function limitsOf(headers: Response['headers']): ReadonlyMap<string, LimitFacts> {
  const limits = new Map<string, LimitFacts>();
  for (const entry of [headers['ratelimit-policy'], headers['ratelimit']].join().split(',')) {
    const [quotedName = '', ...parameters] = entry.split(';').map((part) => part.trim());
    const name = quotedName.replace(/^"(.*)"$/, '$1');
    if (name === '') continue;
    const { q, w, r, t } = Object.fromEntries(parameters.flatMap(numbers));
    limits.set(name, {
      ...limits.get(name),
      ...(q !== undefined && q > 0 && { quota: q }),
      ...(w !== undefined && w > 0 && { lengthMs: w * 1_000 }),
      ...(r !== undefined && { remaining: r }),
      ...(t !== undefined && { resetMs: t * 1_000 }),
    });
  }
  return limits;
}

/** The key and the value of a parameter, if its value is a number. */
function numbers(parameter: string): [string, number][] {
  const [, key = '', value] = /^(\w+)\s*=\s*(\d+(?:\.\d+)?)$/.exec(parameter) ?? [];
  return value === undefined ? [] : [[key, Number(value)]];
}
