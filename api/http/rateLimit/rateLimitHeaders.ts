import type { Response } from '../handler';

/** What an answer says about one limit. */
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
  for (const [name, { q, w }] of entries(headers['ratelimit-policy'])) {
    limits.set(name, {
      ...(q !== undefined && { quota: q }),
      ...(w !== undefined && w > 0 && { lengthMs: w * 1_000 }),
    });
  }
  for (const [name, { r, t }] of entries(headers['ratelimit'])) {
    limits.set(name, {
      ...limits.get(name),
      ...(r !== undefined && { remaining: r }),
      ...(t !== undefined && { resetMs: t * 1_000 }),
    });
  }
  return limits;
}

/** `name;key=value;key=value, …`; names may be quoted, and values that are no numbers are left out. */
function entries(header: string | undefined): [string, Readonly<Record<string, number>>][] {
  return (header ?? '').split(',').flatMap((entry): [string, Record<string, number>][] => {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim());
    if (name === '') return [];
    const values = parameters.flatMap((parameter): [string, number][] => {
      const [key = '', value = ''] = parameter.split('=');
      return /^\d+(\.\d+)?$/.test(value.trim()) ? [[key.trim(), Number(value)]] : [];
    });
    return [[name.replace(/^"(.*)"$/, '$1'), Object.fromEntries(values)]];
  });
}
