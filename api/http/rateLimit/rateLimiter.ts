import { TransportError } from '../../errors';
import type { Held } from '../../options';
import type { Layer, Request } from '../handler';
import type { Clock } from '../time/clock';
import { isTooLate, tooLateError } from '../time/deadline';
import { abortError, isAborted, onAbort } from '../transport/abort';
import { isUnsent } from '../transport/connectionError';
import { RateLimits } from './rateLimits';
import type { RateLimitWindow } from './rateLimitWindow';

/** A request that waits for its turn. */
interface Waiter {
  readonly request: Request;
  readonly go: (countedBy: readonly RateLimitWindow[]) => void;
  readonly fail: (error: unknown) => void;
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
  readonly limits = new RateLimits();
  #queue: Waiter[] = [];
  /** Requests that the server refused before: they are sent before later requests. */
  readonly #refused = new WeakSet<Request>();
  #timer = new AbortController();
  #isPassDue = false;

  constructor(
    private readonly options: { readonly clock: Clock; readonly onHeld?: ((held: Held) => void) | undefined },
  ) {}

  readonly layer: Layer = (next) => async (request) => {
    // Open calls carry no token, so the server cannot count them for a project.
    if (request.open) return next(request);
    const { operation } = request;
    const windows = await this.#turnOf(request);
    try {
      const response = await next(request);
      if (response.status === 429) this.#refused.add(request);
      this.limits.answered(operation, response, this.options.clock.now());
      return response;
    } catch (error) {
      // The server may have counted a request without an answer. It was not sent if its token could not be renewed.
      if (error instanceof TransportError && error.operation === operation && !isUnsent(error))
        for (const window of windows) window.counted({}, this.options.clock.now());
      throw error;
    } finally {
      for (const window of windows) window.landed();
      this.#letThrough();
    }
  };

  /** Waits until the request may be sent, and returns the windows that count it. */
  async #turnOf(request: Request): Promise<readonly RateLimitWindow[]> {
    const turn = new Promise<readonly RateLimitWindow[]>((go, fail) => {
      const waiter: Waiter = { request, go, fail, reportedUntil: -Infinity };
      if (this.#refused.has(request)) this.#queue.unshift(waiter);
      else this.#queue.push(waiter);
    });
    const stopListening = onAbort([request.signal, request.stop], this.#letThrough);
    this.#letThrough();
    return turn.finally(stopListening);
  }

  /** Arrivals and answers of one moment share one pass: a pass looks at each request that waits. */
  readonly #letThrough = (): void => {
    if (this.#isPassDue) return;
    this.#isPassDue = true;
    queueMicrotask(() => {
      this.#isPassDue = false;
      this.#pass();
    });
  };

  /** Lets every request through that may be sent, in order; wakes when the next one may be sent. */
  #pass(): void {
    const now = this.options.clock.now();
    const waitingFor = new Map<RateLimitWindow, number>();
    let wakeAt = Infinity;
    const waiters = this.#queue;
    this.#queue = [];
    const stays = waiters.filter((waiter) => {
      const { request, go, fail } = waiter;
      try {
        if (isAborted(request)) throw abortError(request);
        const side = request.onlyReads ? 'reads' : 'writes';
        const windows = this.limits.windowsOf(request.operation);
        const openings = windows.map((window) => ({ window, at: window.opensAt(side, now) }));
        const { window, at } = openings.reduce((one, other) => (other.at > one.at ? other : one));
        if (at <= now) {
          for (const counting of windows) counting.sent(side);
          go(windows);
          return false;
        }
        const ahead = waitingFor.get(window) ?? 0;
        const until = at < Infinity ? at + Math.floor(ahead / window.quota) * window.lengthMs : now;
        if (isTooLate(request, until)) throw tooLateError(request, until, now);
        this.#report(waiter, { ahead, at, until, now });
        waitingFor.set(window, ahead + 1);
        const { deadline = -Infinity } = request;
        wakeAt = Math.min(wakeAt, at, deadline < now ? Infinity : deadline + 1);
        return true;
      } catch (error) {
        fail(error);
        return false;
      }
    });
    // A listener may have sent requests meanwhile.
    this.#queue.unshift(...stays);
    this.#timer.abort();
    this.#timer = new AbortController();
    // The timer is aborted when it is set to another time.
    if (wakeAt < Infinity)
      this.options.clock
        .sleep(Math.max(1, wakeAt - now), this.#timer.signal)
        .then(this.#letThrough, () => undefined);
  }

  /** Reports a long wait, and again when the reported time is over. */
  #report(waiter: Waiter, wait: { ahead: number; at: number; until: number; now: number }): void {
    const { ahead, at, until, now } = wait;
    const soon = now + WORTH_REPORTING_MS;
    if (at === Infinity || at <= soon || waiter.reportedUntil >= soon) return;
    waiter.reportedUntil = at;
    const held = {
      operation: waiter.request.operation,
      until: Math.round(Date.now() + until - now),
      ahead,
    };
    this.options.onHeld?.(held);
    waiter.request.onHeld?.(held);
  }
}
