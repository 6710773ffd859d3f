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
    const [, name] = /^\s*"?([^";]*?)"?\s*(;|$)/.exec(entry) ?? [];
    if (!name) continue;
    const parameters = [...entry.matchAll(/;\s*(\w+)\s*=\s*(\d+(?:\.\d+)?)\s*(?=;|$)/g)];
    const { q, w, r, t } = Object.fromEntries(parameters.map(([, key = '', value]) => [key, Number(value)]));
    limits.set(name, {
      ...limits.get(name),
      ...(q && { quota: q }),
      ...(w && { lengthMs: w * 1_000 }),
      ...(r !== undefined && { remaining: r }),
      ...(t !== undefined && { resetMs: t * 1_000 }),
    });
  }
  return limits;
}
