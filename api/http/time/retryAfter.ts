import type { Response } from '../handler';

/** The wait that a response asks for, in ms: `Retry-After` in seconds or as a date; undefined without that header. */
export function retryAfterMs(headers: Response['headers']): number | undefined {
  const value = headers['retry-after']?.trim();
  if (!value) return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1_000;
  const until = Date.parse(value);
  if (Number.isNaN(until)) return undefined;
  // A date refers to the server's clock, which the response contains: this machine's clock may be wrong.
  const now = Date.parse(headers['date'] ?? '');
  return Math.max(0, until - (Number.isNaN(now) ? Date.now() : now));
}
