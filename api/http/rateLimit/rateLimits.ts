import type { Request, Response } from '../handler';
import { retryAfterMs } from '../time/retryAfter';
import type { LimitFacts } from './rateLimitHeaders';
import { limitsOf } from './rateLimitHeaders';
import type { Side } from './rateLimitWindow';
import { RateLimitWindow } from './rateLimitWindow';

/** The documented limits (section Limits), until the server announces its own. */
const WINDOW_MS = 60_000;
const PROJECT_QUOTA = 500;
const ENDPOINT_QUOTA = 60;
const LIST_QUOTA = 120;
const LISTS = new Set(['GET /v1/instances', 'GET /v1/volumes']);

/** The part of the project's quota that writes leave to reads and polls, and that those leave to writes. */
const RESERVE = 0.2;

const sideOf = ({ kind }: Request): Side => (kind === 'write' ? 'writes' : 'reads');

/** All windows of one project, and which of them count a request. */
export class RateLimits {
  readonly #project = new RateLimitWindow(PROJECT_QUOTA, WINDOW_MS);
  /** Closed by a refusal that names no limit. */
  readonly #gate = new RateLimitWindow(Infinity, WINDOW_MS);
  /** These count every request; a limit that the spec does not name is assumed to be one of them. */
  readonly #shared = new Map([['project', this.#project]]);
  /** By operation: method and path with its ids. */
  #endpoints = new Map<string, RateLimitWindow>();
  /** Endpoints that may be forgotten if they are not used soon. */
  #olderEndpoints = new Map<string, RateLimitWindow>();
  #forgetsAt = -Infinity;
  /** The limit that the server announced for one endpoint is assumed for endpoints that were not used yet. */
  #endpointLimit = { quota: ENDPOINT_QUOTA, lengthMs: WINDOW_MS };
  /** The limits that the last answer announced, by name; empty until there is one. */
  announced: ReadonlyMap<string, LimitFacts> = new Map();
  readonly #askedAt: Record<Side, number> = { reads: -Infinity, writes: -Infinity };

  /** Keeps a part of the project's quota for such requests, for the length of a window. */
  asked(request: Request, now: number): void {
    this.#askedAt[sideOf(request)] = now;
  }

  /** When a request may be sent, Infinity if only an answer can show it; and the window that opens last. */
  opening(request: Request, now: number): { readonly window: RateLimitWindow; readonly at: number } {
    let last = { window: this.#project, at: -Infinity };
    for (const window of this.#windowsOf(request, now)) {
      const at = window.opensAt(now, window === this.#project ? this.#reserve(request, now) : 0);
      if (at > last.at) last = { window, at };
    }
    return last;
  }

  /** @returns the windows that count the request. */
  sent(request: Request, now: number): readonly RateLimitWindow[] {
    const windows = this.#windowsOf(request, now);
    for (const window of windows) window.sent(sideOf(request));
    return windows;
  }

  answered(
    { operation }: Request,
    windows: readonly RateLimitWindow[],
    { status, headers }: Response,
    now: number,
  ): void {
    for (const window of windows) window.landed();
    const limits = limitsOf(headers);
    if (limits.size > 0) this.announced = limits;
    // Without a valid token, the server cannot count the request for a project.
    if (status === 401) return;
    const facts = new Map<RateLimitWindow, LimitFacts>();
    for (const [name, limit] of limits) facts.set(this.#named(name, operation, limit, now), limit);
    if (status === 429) {
      const full = [...facts].filter(([, { remaining }]) => remaining === 0);
      const closed = full.length > 0 ? full : [[this.#gate, {}] as const];
      for (const [window, limit] of closed) window.refused(limit, retryAfterMs(headers) ?? 0, now);
      return;
    }
    // A window that was unknown when the request was sent has counted it too.
    for (const window of new Set([...windows, ...facts.keys()])) window.counted(facts.get(window) ?? {}, now);
  }

  /** The request has no answer. */
  lost(windows: readonly RateLimitWindow[], mayCount: boolean, now: number): void {
    for (const window of windows) {
      window.landed();
      if (mayCount) window.counted({}, now);
    }
  }

  #windowsOf({ operation }: Request, now: number): RateLimitWindow[] {
    return [this.#gate, ...this.#shared.values(), this.#endpoint(operation, now)];
  }

  #named(name: string, operation: string, limit: LimitFacts, now: number): RateLimitWindow {
    const { quota = PROJECT_QUOTA, lengthMs = WINDOW_MS } = limit;
    if (name === 'endpoint') {
      if (limit.quota !== undefined && !LISTS.has(operation)) this.#endpointLimit = { quota, lengthMs };
      return this.#endpoint(operation, now);
    }
    const window = this.#shared.get(name) ?? new RateLimitWindow(quota, lengthMs);
    this.#shared.set(name, window);
    return window;
  }

  #endpoint(operation: string, now: number): RateLimitWindow {
    const current = this.#endpoints.get(operation);
    if (current) return current;
    const { quota, lengthMs } = this.#endpointLimit;
    // Paths contain ids, so a long-running process sees many operations only once.
    if (now >= this.#forgetsAt) {
      this.#forgetsAt = now + 2 * lengthMs;
      this.#olderEndpoints = this.#endpoints;
      this.#endpoints = new Map();
    }
    const window =
      this.#olderEndpoints.get(operation) ??
      new RateLimitWindow(LISTS.has(operation) ? Math.max(LIST_QUOTA, quota) : quota, lengthMs);
    this.#endpoints.set(operation, window);
    return window;
  }

  /** What is left of the part for the other side, if there were such requests lately. */
  #reserve(request: Request, now: number): number {
    const other = sideOf(request) === 'reads' ? 'writes' : 'reads';
    if (now - this.#askedAt[other] > this.#project.lengthMs) return 0;
    return Math.max(0, this.#project.quota * RESERVE - this.#project.used[other]);
  }
}
