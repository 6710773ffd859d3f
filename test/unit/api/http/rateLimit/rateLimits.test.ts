import type { LimitFacts } from '../../../../../api/http/rateLimit/rateLimitHeaders';
import { RateLimits } from '../../../../../api/http/rateLimit/rateLimits';

const ORDER = 'POST /v1/instances';
const LIST = 'GET /v1/volumes';

let limits: RateLimits;
beforeEach(() => {
  limits = new RateLimits();
});

const quotas = (operation: string): number[] => limits.windowsOf(operation).map(({ quota }) => quota);
/** Sends a request, and gets an answer. */
function exchange(operation: string, status: number, headers: Record<string, string> = {}): void {
  const windows = limits.windowsOf(operation);
  for (const window of windows) {
    window.sent('writes');
    window.landed();
  }
  limits.answered(operation, { status, headers, body: undefined }, 0);
}
const announcing = (name: string, quota: number, remaining = quota - 1): Record<string, string> => ({
  'ratelimit-policy': `"${name}";q=${String(quota)};w=60`,
  ratelimit: `"${name}";r=${String(remaining)};t=60`,
});

describe('the limits of a project', () => {
  it('are the documented ones before the server announces its own', () => {
    expect(quotas(ORDER)).toEqual([500, 60]);
    expect(quotas(LIST)).toEqual([500, 120]);
    expect([...limits.announced]).toEqual([]);
  });

  it('are announced as the last answer with limits names them', () => {
    exchange(ORDER, 200, announcing('project', 100));
    const expected: LimitFacts = { quota: 100, lengthMs: 60_000, remaining: 99, resetMs: 60_000 };
    expect([...limits.announced]).toEqual([['project', expected]]);
    exchange(ORDER, 200);
    expect([...limits.announced]).toEqual([['project', expected]]);
    expect(quotas(LIST)).toEqual([100, 120]);
  });

  it('apply to an endpoint that was not used yet as to the others, unless they were announced for a list', () => {
    limits.windowsOf(LIST);
    exchange(LIST, 200, announcing('endpoint', 240));
    expect(quotas(ORDER)).toEqual([500, 60]);
    exchange(ORDER, 200, announcing('endpoint', 30));
    expect(quotas('POST /v1/volumes')).toEqual([500, 30]);
    expect(quotas('GET /v1/instances')).toEqual([500, 120]);
  });

  it('include a limit that the documentation does not name, for every request', () => {
    exchange(ORDER, 200, announcing('organization', 7));
    expect(quotas(LIST)).toEqual([500, 7, 120]);
  });

  it('are kept for requests that wait', () => {
    const [, waitedFor] = limits.windowsOf(ORDER);
    limits.windowsOf('POST /v1/volumes');
    expect(limits.windowsOf(ORDER)[1]).toBe(waitedFor);
  });

  it('do not count an answer 401: without a token, the server cannot identify the project', () => {
    for (let count = 0; count < 60; count += 1) exchange(ORDER, 401);
    const [, endpoint] = limits.windowsOf(ORDER);
    expect(endpoint?.opensAt('writes', 0)).toBe(0);
    for (let count = 0; count < 60; count += 1) exchange(ORDER, 200);
    expect(endpoint?.opensAt('writes', 0)).toBe(60_000);
  });
});
