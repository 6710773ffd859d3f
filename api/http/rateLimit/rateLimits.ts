import type { Response } from '../handler';
import { retryAfterMs } from '../time/retryAfter';
import type { LimitFacts } from './rateLimitHeaders';
import { limitsOf } from './rateLimitHeaders';
import { RateLimitWindow } from './rateLimitWindow';

/** The documented limits (section Limits), until the server announces its own. */
const WINDOW_MS = 60_000;
const PROJECT_QUOTA = 500;
export const ENDPOINT_QUOTA = 60;
export const LIST_QUOTA = 120;
const LISTS = new Set(['GET /v1/instances', 'GET /v1/volumes']);
/** Paths contain ids, so a long-running process uses most operations once; the project's quota allows few in a window. */
const MAX_ENDPOINTS = 2_000;

/** All windows of one project, and which of them count a request. */
export class RateLimits {
  /** The limits that the last answer announced, by name; empty until there is one. */
  announced: ReadonlyMap<string, LimitFacts> = new Map();
  readonly #project = new RateLimitWindow(PROJECT_QUOTA, WINDOW_MS);
  /** These count every request; a limit that the spec does not name is assumed to be one of them. */
  readonly #shared = new Map([['project', this.#project]]);
  /** By operation: method and path with its ids. */
  readonly #endpoints = new Map<string, RateLimitWindow>();
  /** The limit that the server announced for one endpoint is assumed for endpoints that were not used yet. */
  #endpointLimit = { quota: ENDPOINT_QUOTA, lengthMs: WINDOW_MS };

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
    const facts = new Map([...limits].map(([name, limit]) => [this.#named(name, operation, limit), limit]));
    if (status === 429) {
      const full = [...facts].filter(([, { remaining }]) => remaining === 0);
      // A refusal that names no limit is for all requests.
      const closed = full.length > 0 ? full : [[this.#project, {}] as const];
      for (const [window, limit] of closed) window.refused(limit, now, retryAfterMs(headers));
    } else for (const window of this.windowsOf(operation)) window.counted(facts.get(window) ?? {}, now);
  }

  #named(name: string, operation: string, limit: LimitFacts): RateLimitWindow {
    const { quota = PROJECT_QUOTA, lengthMs = WINDOW_MS } = limit;
    if (name === 'endpoint') {
      if (limit.quota !== undefined && !LISTS.has(operation)) this.#endpointLimit = { quota, lengthMs };
      return this.#endpoint(operation);
    }
    const window = this.#shared.get(name) ?? new RateLimitWindow(quota, lengthMs);
    this.#shared.set(name, window);
    return window;
  }

  #endpoint(operation: string): RateLimitWindow {
    const { quota, lengthMs } = this.#endpointLimit;
    const window =
      this.#endpoints.get(operation) ??
      new RateLimitWindow(LISTS.has(operation) ? Math.max(LIST_QUOTA, quota) : quota, lengthMs);
    if (this.#endpoints.size >= MAX_ENDPOINTS && !this.#endpoints.has(operation)) this.#endpoints.clear();
    this.#endpoints.set(operation, window);
    return window;
  }
}
