import type { Response } from '../handler';

/** The wait that a response asks for, in ms: `Retry-After` in seconds or as a date; undefined without that header. */
export function retryAfterMs(headers: Response['headers']): number | undefined {
  const value = headers['retry-after']?.trim() ?? '';
  // A date refers to the server's clock, which the response contains: this machine's clock may be wrong.
  const serverNow = Date.parse(headers['date'] ?? '') || Date.now();
  const waitMs = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - serverNow;
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs);
}
