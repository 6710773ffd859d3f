import type { Kind } from '../../options';
import type { Request, Response } from '../handler';
import { retryAfterMs } from '../time/retryAfter';
import type { LimitFacts } from './rateLimitHeaders';
import { limitsOf } from './rateLimitHeaders';
import type { Passage } from './rateLimitWindow';
import { ROUNDING_MS, RateLimitWindow } from './rateLimitWindow';

/** The documented limits (section Limits), until the server announces its own. */
const WINDOW_MS = 60_000;
const PROJECT_QUOTA = 500;
const ENDPOINT_QUOTA = 60;
const LIST_QUOTA = 120;
const LISTS = new Set(['GET /v1/instances', 'GET /v1/volumes']);

/** The part of the project's quota that writes leave to reads and polls, and that those leave to writes. */
const RESERVE = 0.2;

/** A request that was let through, with all windows that count it. */
export interface Ticket {
  readonly operation: string;
  readonly sentAt: number;
  readonly passages: Map<RateLimitWindow, Passage>;
}

export type Side = 'reads' | 'writes';
export const sideOf = (kind: Kind): Side => (kind === 'write' ? 'writes' : 'reads');

/** All windows of one project, and which of them count a request. */
export class RateLimits {
  readonly project = new RateLimitWindow(PROJECT_QUOTA, WINDOW_MS);
  /** Closed by a refusal that names no limit. */
  readonly #gate = new RateLimitWindow(Infinity, Infinity);
  /** These count every request; a limit that the spec does not name is assumed to be one of them. */
  readonly #shared = new Map([['project', this.project]]);
  readonly #endpoints = new Map<string, RateLimitWindow>();
  /** The limit that the server announced for one endpoint is assumed for endpoints that were not used yet. */
  #endpointLimit = { quota: ENDPOINT_QUOTA, lengthMs: WINDOW_MS };
  readonly #askedAt: Record<Side, number> = { reads: -Infinity, writes: -Infinity };
  #used = { turn: 0, reads: 0, writes: 0 };
  /** Whether an answer has shown that the server rounds the seconds until the reset down. */
  #roundsDown = false;
  #forgotIdleAt = -Infinity;

  /** The window of one operation: method and path with its ids. */
  endpoint(operation: string): RateLimitWindow {
    let window = this.#endpoints.get(operation);
    if (!window) {
      const { quota, lengthMs } = this.#endpointLimit;
      window = new RateLimitWindow(LISTS.has(operation) ? Math.max(LIST_QUOTA, quota) : quota, lengthMs);
      this.#endpoints.set(operation, window);
    }
    return window;
  }

  /** Keeps this side's part of the project's quota free for the length of a window. */
  asked({ kind }: Request, now: number): void {
    this.#askedAt[sideOf(kind)] = now;
  }

  /** When the windows that all requests share let a request of this side through. */
  sharedOpensAt(side: Side, now: number): number {
    let opensAt = Math.max(this.#gate.opensAt(now), this.project.opensAt(now, this.#reserve(side, now)));
    for (const window of this.#shared.values()) opensAt = Math.max(opensAt, window.opensAt(now));
    return opensAt;
  }

  /** The part that is kept for the other side, if it sent a request within the length of a window. */
  #reserve(side: Side, now: number): number {
    const other = side === 'reads' ? 'writes' : 'reads';
    if (now - this.#askedAt[other] > this.project.lengthMs) return 0;
    const used = this.#used.turn === this.project.turn ? this.#used[other] : 0;
    return Math.max(0, this.project.quota * RESERVE - used);
  }

  sent({ operation, kind }: Request, now: number): Ticket {
    this.#forgetIdle(now);
    const { turn } = this.project;
    if (this.#used.turn !== turn) this.#used = { turn, reads: 0, writes: 0 };
    this.#used[sideOf(kind)] += 1;
    const windows = [this.#gate, ...this.#shared.values(), this.endpoint(operation)];
    return { operation, sentAt: now, passages: new Map(windows.map((window) => [window, window.sent(now)])) };
  }

  /** The server did not count the request. */
  notCounted({ passages }: Ticket): void {
    for (const [window, passage] of passages) window.notCounted(passage);
  }

  /** The request was sent, and no answer came. */
  lost({ passages }: Ticket, now: number): void {
    for (const [window, passage] of passages) window.untold(passage, now);
  }

  answered(ticket: Ticket, { status, headers }: Response, now: number): void {
    // Without a valid token, the server cannot count the request for a project.
    if (status === 401) {
      this.notCounted(ticket);
      return;
    }
    const facts = this.#factsOf(headers, ticket);
    const isRefused = status === 429;
    const isNamed = [...facts.values()].some(({ remaining }) => remaining === 0);
    for (const [window, passage] of ticket.passages) {
      const told = facts.get(window);
      if (isRefused && (isNamed ? told?.remaining === 0 : window === this.#gate))
        window.refused(passage, told ?? {}, retryAfterMs(headers), now);
      else if (told || !isRefused) window.passed(passage, told ?? {}, now);
      // Nothing shows that any other window counted a refused request.
      else window.notCounted(passage);
    }
  }

  /** What an answer says about each window. A window that was unknown when the request was sent has counted it too. */
  #factsOf(
    headers: Response['headers'],
    { operation, sentAt, passages }: Ticket,
  ): Map<RateLimitWindow, LimitFacts> {
    const facts = new Map<RateLimitWindow, LimitFacts>();
    for (const [name, limit] of limitsOf(headers)) {
      const { quota, lengthMs = WINDOW_MS, resetMs } = limit;
      const isEndpoint = name === 'endpoint';
      if (isEndpoint && quota !== undefined && !LISTS.has(operation))
        this.#endpointLimit = { quota, lengthMs };
      const known = isEndpoint ? this.endpoint(operation) : this.#shared.get(name);
      const window = known ?? new RateLimitWindow(quota ?? PROJECT_QUOTA, lengthMs);
      if (!known) this.#shared.set(name, window);
      if (!passages.has(window)) passages.set(window, window.sent(sentAt));
      // If the server rounded up, an open window would have at least one second left.
      this.#roundsDown ||= resetMs === 0;
      const isTooShort = this.#roundsDown && resetMs !== undefined;
      facts.set(window, isTooShort ? { ...limit, resetMs: resetMs + ROUNDING_MS } : limit);
    }
    return facts;
  }

  /** Paths contain ids, so a long-running process sees many operations only once. */
  #forgetIdle(now: number): void {
    if (now - this.#forgotIdleAt < WINDOW_MS) return;
    this.#forgotIdleAt = now;
    for (const [operation, window] of this.#endpoints)
      if (window.isIdle(now)) this.#endpoints.delete(operation);
  }
}
