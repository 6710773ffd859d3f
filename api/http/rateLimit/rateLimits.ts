import type { Response } from '../handler';
import { retryAfterMs } from '../time/retryAfter';
import type { LimitFacts } from './rateLimitHeaders';
import { limitsOf } from './rateLimitHeaders';
import { RateLimitWindow, SHORT_WAIT_MS } from './rateLimitWindow';

/** The documented limits (section Limits), until the server announces its own. */
export const ENDPOINT_QUOTA = 60;
export const LIST_QUOTA = 120;
const LISTS = ['GET /v1/instances', 'GET /v1/volumes'];
/**
 * The most windows of endpoints that are kept. Paths contain ids, so a long-running process would collect them; the
 * quota of a project allows fewer requests in one window.
 */
const MAX_ENDPOINTS = 2_000;

/** All windows of one project, and which of them count a request. */
export class RateLimits {
  /** The limits that the last answer announced, by name; empty until there is one. */
  announced: ReadonlyMap<string, LimitFacts> = new Map();
  /**
   * The windows that count every request, by name. A limit that the spec does not name is assumed to be one of them.
   */
  readonly #shared = new Map([['project', new RateLimitWindow()]]);
  /** The windows of endpoints, by operation: method and path with its ids. */
  readonly #endpoints = new Map(LISTS.map((list) => [list, new RateLimitWindow(LIST_QUOTA)]));
  /** The quota of an endpoint that was not used yet: the quota that the server announced for another endpoint. */
  #usualQuota = ENDPOINT_QUOTA;

  /** The windows that count an operation. */
  windowsOf(operation: string): readonly RateLimitWindow[] {
    return [...this.#shared.values(), this.#endpoint(operation)];
  }

  /** Takes over what an answer says. */
  answered(operation: string, { status, headers }: Response, now: number): void {
    const limits = limitsOf(headers);
    if (limits.size > 0) this.announced = limits;
    // Without a valid token, the server cannot count the request for a project.
    if (status === 401) return;
    if (!LISTS.includes(operation)) this.#usualQuota = limits.get('endpoint')?.quota ?? this.#usualQuota;
    for (const name of limits.keys())
      if (name !== 'endpoint' && !this.#shared.has(name)) this.#shared.set(name, new RateLimitWindow());
    const windows = new Map(this.#shared).set('endpoint', this.#endpoint(operation));
    if (status === 429) {
      const full = [...limits].filter(([, { remaining }]) => remaining === 0);
      // A refusal that names no limit counts for all requests. If it names no time, or rounds it down, the wait is
      // `SHORT_WAIT_MS`.
      const refusing: typeof full = full.length > 0 ? full : [['project', {}]];
      for (const [name, { resetMs = 0 }] of refusing)
        windows.get(name)?.begin(now + Math.max(retryAfterMs(headers) ?? resetMs, SHORT_WAIT_MS));
    } else for (const [name, window] of windows) window.counted(limits.get(name) ?? {}, now);
  }

  #endpoint(operation: string): RateLimitWindow {
    if (this.#endpoints.size > MAX_ENDPOINTS) this.#endpoints.clear();
    const window = this.#endpoints.get(operation) ?? new RateLimitWindow(this.#usualQuota);
    this.#endpoints.set(operation, window);
    return window;
  }
}
