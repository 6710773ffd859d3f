import { TransportError } from '../../errors';
import type { Held } from '../../options';
import type { Layer, Request } from '../handler';
import type { Clock } from '../time/clock';
import { isTooLate, tooLateError } from '../time/deadline';
import { abortError, onAbort } from '../transport/abort';
import { isUnsent } from '../transport/connectionError';
import type { LimitFacts } from './rateLimitHeaders';
import { RateLimits } from './rateLimits';
import type { RateLimitWindow } from './rateLimitWindow';

/** A request that waits for its turn. */
interface Waiter {
  readonly request: Request;
  readonly go: (countedBy: readonly RateLimitWindow[]) => void;
  readonly fail: (error: Error) => void;
  /** The end of the window that was reported last. */
  reportedUntil: number;
}

/** A wait is reported if it is longer than this. */
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
  #wakeUpTimer = new AbortController();

  constructor(
    private readonly options: {
      readonly clock: Clock;
      readonly onHeld?: ((held: Held) => void) | undefined;
    },
  ) {}

  readonly layer: Layer = (next) => async (request) => {
    // Open calls carry no token, so the server cannot count them for a project.
    if (request.open) return next(request);
    const { operation } = request;
    const windows = await this.#turnOf(request);
    try {
      const response = await next(request);
      if (response.status === 429) this.#refused.add(request);
      this.#limits.answered(operation, windows, response, this.#now());
      return response;
    } catch (error) {
      // The server may have counted a request without an answer. It was not sent if its token could not be renewed.
      if (error instanceof TransportError && error.operation === operation && !isUnsent(error))
        for (const window of windows) window.counted({}, this.#now());
      throw error;
    } finally {
      for (const window of windows) window.landed();
      this.#letThrough();
    }
  };

  /** The limits that the last answer announced, by name; empty until there is one. */
  get announced(): ReadonlyMap<string, LimitFacts> {
    return this.#limits.announced;
  }

  /** Waits until the request may be sent, and answers the windows that count it. */
  async #turnOf(request: Request): Promise<readonly RateLimitWindow[]> {
    let stopListening: (() => void) | undefined;
    const turn = new Promise<readonly RateLimitWindow[]>((go, fail) => {
      const waiter: Waiter = { request, go, fail, reportedUntil: -Infinity };
      if (this.#refused.has(request)) this.#queue.unshift(waiter);
      else this.#queue.push(waiter);
      stopListening = onAbort([request.signal, request.stop], () => {
        this.#queue = this.#queue.filter((other) => other !== waiter);
        fail(abortError(request));
        this.#letThrough();
      });
    });
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
      const side = request.kind === 'write' ? 'writes' : 'reads';
      const windows = this.#limits.windowsOf(request.operation, now);
      const openings = windows.map((window) => ({ window, at: window.opensAt(side, now) }));
      const { window, at } = openings.reduce((last, opening) => (opening.at > last.at ? opening : last));
      if (at <= now) {
        for (const countedBy of windows) countedBy.sent(side);
        go(windows);
        return false;
      }
      const ahead = waitingFor.get(window) ?? 0;
      const until = at + Math.floor(ahead / window.quota) * window.lengthMs;
      if (isTooLate(request, until)) {
        fail(tooLateError(request, until, now));
        return false;
      }
      waitingFor.set(window, ahead + 1);
      next = Math.min(next, at);
      const soon = now + WORTH_REPORTING_MS;
      if (waiter.reportedUntil < soon && soon < at && at < Infinity) {
        waiter.reportedUntil = at;
        reports.push(() => {
          this.#report(request, until - now, ahead);
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
    this.#wakeUpTimer.abort();
    if (at === Infinity) return;
    this.#wakeUpTimer = new AbortController();
    this.options.clock.sleep(Math.max(1, at - this.#now()), this.#wakeUpTimer.signal).then(
      () => {
        this.#letThrough();
      },
      // The timer was set to another time.
      () => undefined,
    );
  }

  #now(): number {
    return this.options.clock.now();
  }
}
