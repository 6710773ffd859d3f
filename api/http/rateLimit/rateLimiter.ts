import { CloudComputeError, TransportError } from '../../errors';
import type { Held } from '../../options';
import type { Layer, Request } from '../handler';
import type { Clock } from '../time/clock';
import { isTooLate, tooLateError } from '../time/deadline';
import { abortError, onAbort } from '../transport/abort';
import { isUnsent } from '../transport/connectionError';
import type { LimitFacts } from './rateLimitHeaders';
import { RateLimits } from './rateLimits';
import type { RateLimitWindow } from './rateLimitWindow';

type Windows = readonly RateLimitWindow[];

/** A request that waits for its turn. */
interface Waiter {
  readonly request: Request;
  readonly go: (windows: Windows) => void;
  readonly fail: (error: Error) => void;
  reportedUntil?: number;
}

/** A further wait is reported if it is longer than this. */
const WORTH_REPORTING_MS = 1_000;

/**
 * Lets requests through as the limits of the server allow: at once while the quotas last, the others in the order of
 * their arrival, each when all windows that count it are open.
 */
export class RateLimiter {
  readonly #limits = new RateLimits();
  #queue: Waiter[] = [];
  /** Requests that the server refused before: they are sent before later requests. */
  readonly #refused = new WeakSet<Request>();
  #alarm: { readonly at: number; readonly cancel: AbortController } | undefined;

  constructor(
    private readonly options: {
      readonly clock: Clock;
      readonly onHeld?: ((held: Held) => void) | undefined;
    },
  ) {}

  readonly layer: Layer = (next) => async (request) => {
    // Open calls carry no token, so the server cannot count them for a project.
    if (request.open) return next(request);
    const windows = await this.#turnOf(request);
    try {
      const response = await next(request);
      if (response.status === 429) this.#refused.add(request);
      this.#limits.answered(request, windows, response, this.#now());
      return response;
    } catch (error) {
      this.#limits.lost(windows, mayCount(request, error), this.#now());
      throw error;
    } finally {
      this.#letThrough();
    }
  };

  /** The limits that the last answer announced, by name; empty until there is one. */
  get announced(): ReadonlyMap<string, LimitFacts> {
    return this.#limits.announced;
  }

  async #turnOf(request: Request): Promise<Windows> {
    let stopListening: (() => void) | undefined;
    const turn = new Promise<Windows>((go, fail) => {
      const waiter: Waiter = { request, go, fail };
      if (this.#refused.has(request)) this.#queue.unshift(waiter);
      else this.#queue.push(waiter);
      stopListening = onAbort([request.signal, request.stop], () => {
        this.#queue = this.#queue.filter((other) => other !== waiter);
        fail(abortError(request));
        this.#letThrough();
      });
    });
    this.#limits.asked(request, this.#now());
    this.#letThrough();
    return turn.finally(stopListening);
  }

  /** Lets every request through that may be sent, in order; wakes when the next one may be sent. */
  #letThrough(): void {
    const now = this.#now();
    const waitingFor = new Map<RateLimitWindow, number>();
    const reports: (() => void)[] = [];
    let next = Infinity;
    this.#queue = this.#queue.filter((waiter) => {
      const { request, go, fail } = waiter;
      const { window, at } = this.#limits.opening(request, now);
      if (at <= now) {
        go(this.#limits.sent(request, now));
        return false;
      }
      const ahead = waitingFor.get(window) ?? 0;
      const laterMs = Math.floor(ahead / window.quota) * window.lengthMs;
      if (isTooLate(request, at + laterMs)) {
        fail(tooLateError(request, at + laterMs, now));
        return false;
      }
      waitingFor.set(window, ahead + 1);
      next = Math.min(next, at);
      const until = at === Infinity ? now + window.lengthMs : at;
      const soon = now + WORTH_REPORTING_MS;
      const { reportedUntil } = waiter;
      if (reportedUntil === undefined || (reportedUntil < soon && soon < until)) {
        waiter.reportedUntil = until;
        reports.push(() => {
          this.#report(request, until + laterMs - now, ahead);
        });
      }
      return true;
    });
    this.#wakeAt(next);
    // A listener may send or abort requests, which changes the queue.
    for (const report of reports) report();
  }

  #report({ operation, onHeld }: Request, waitMs: number, ahead: number): void {
    const held = { operation, until: Math.round(Date.now() + waitMs), ahead };
    this.options.onHeld?.(held);
    onHeld?.(held);
  }

  #wakeAt(at: number): void {
    if (at === this.#alarm?.at) return;
    this.#alarm?.cancel.abort();
    this.#alarm = undefined;
    if (at === Infinity) return;
    const cancel = new AbortController();
    this.#alarm = { at, cancel };
    this.options.clock.sleep(Math.max(1, at - this.#now()), cancel.signal).then(
      () => {
        this.#alarm = undefined;
        this.#letThrough();
      },
      // The alarm was set to another time.
      () => undefined,
    );
  }

  #now(): number {
    return this.options.clock.now();
  }
}

/** Whether the server may have counted a request without an answer. */
function mayCount(request: Request, error: unknown): boolean {
  if (!(error instanceof CloudComputeError) || error.operation !== request.operation) return false;
  return error instanceof TransportError && !isUnsent(error);
}
