import { TransportError } from '../../errors';
import type { ClientOptions } from '../../options';
import type { Layer, Request } from '../handler';
import type { Clock } from '../time/clock';
import { isTooLate, tooLateError } from '../time/deadline';
import { abortError, isAborted, onAbort } from '../transport/abort';
import { isUnsent } from '../transport/connectionError';
import { RateLimits } from './rateLimits';
import type { RateLimitWindow } from './rateLimitWindow';
import { SHORT_WAIT_MS } from './rateLimitWindow';

/** One error for all aborts of timers: without it, each abort would make an error with a stack trace, which is slow. */
const earlier = new Error('The timer is set to an earlier time.');

/**
 * Lets requests through as the limits of the server allow: at once while the quotas last. Then they wait in the order
 * of their arrival, each until all windows that count it are open.
 */
export class RateLimiter {
  readonly limits = new RateLimits();
  /**
   * When each request arrived for the first time, so that a request that the server refused comes before later ones.
   */
  readonly #arrivals = new WeakMap<Request, number>();
  /** The waiting requests. In the next pass, each asks again whether it may be sent. */
  readonly #waiting: { readonly arrivedAt: number; readonly ask: () => void }[] = [];
  /** How many requests wait for each window. */
  readonly #ahead = new Map<RateLimitWindow, number>();
  #nextPassAt = Infinity;
  #timer = new AbortController();

  constructor(private readonly options: Pick<ClientOptions, 'onHeld'> & { readonly clock: Clock }) {}

  readonly layer: Layer = (next) => async (request) => {
    // Open calls carry no token, so the server cannot count them for a project.
    if (request.open) return next(request);
    const stopListening = onAbort([request.signal, request.stop], () => {
      this.#passAt(-Infinity);
    });
    const windows = await this.#turnOf(request).finally(stopListening);
    try {
      const response = await next(request);
      this.limits.answered(request.operation, response, this.options.clock.now());
      return response;
    } catch (error) {
      // The server may have counted a request that got no answer. An error of another operation, such as the request
      // for a token, means that this one was not sent.
      if (error instanceof TransportError && error.operation === request.operation && !isUnsent(error))
        for (const window of windows) window.counted({}, this.options.clock.now());
      throw error;
    } finally {
      for (const window of windows) window.landed();
      this.#passAt(-Infinity);
    }
  };

  /** Waits until the request may be sent, and returns the windows that count it. */
  async #turnOf(request: Request): Promise<readonly RateLimitWindow[]> {
    const side = request.onlyReads ? 'reads' : 'writes';
    const arrivedAt = this.#arrivals.get(request) ?? this.options.clock.now();
    this.#arrivals.set(request, arrivedAt);
    this.#passAt(-Infinity);
    for (let reportedUntil = -Infinity; ;) {
      await new Promise<void>((ask) => this.#waiting.push({ arrivedAt, ask }));
      if (isAborted(request)) throw abortError(request);
      const now = this.options.clock.now();
      const windows = this.limits.windowsOf(request.operation);
      const openings = windows.map((window) => ({ window, at: window.opensAt(side, now) }));
      const { window, at } = openings.reduce((one, other) => (other.at > one.at ? other : one));
      if (at <= now) {
        for (const counting of windows) counting.sent(side);
        return windows;
      }
      const ahead = this.#ahead.get(window) ?? 0;
      const until = at + Math.floor(ahead / window.quota) * window.lengthMs;
      if (isTooLate(request, until)) throw tooLateError(request, until, now);
      // A long wait is reported, and again when the reported time is over.
      if (at > now + SHORT_WAIT_MS && reportedUntil < now + SHORT_WAIT_MS) {
        const held = { operation: request.operation, until: Math.round(Date.now() + until - now), ahead };
        this.options.onHeld?.(held);
        request.onHeld?.(held);
        reportedUntil = at;
      }
      this.#ahead.set(window, ahead + 1);
      this.#passAt(at);
    }
  }

  /** Lets the waiting requests ask again, at this time or earlier. Several calls at one moment lead to one pass. */
  #passAt(at: number): void {
    if (at >= this.#nextPassAt) return;
    this.#nextPassAt = at;
    this.#timer.abort(earlier);
    this.#timer = new AbortController();
    const waitMs = Math.ceil(at - this.options.clock.now());
    const due = waitMs > 0 ? this.options.clock.sleep(waitMs, this.#timer.signal) : Promise.resolve();
    const pass = (): void => {
      this.#nextPassAt = Infinity;
      this.#ahead.clear();
      const waiting = this.#waiting.splice(0).sort((one, other) => one.arrivedAt - other.arrivedAt);
      for (const { ask } of waiting) ask();
    };
    // The timer is aborted when it is set to an earlier time.
    due.then(pass, () => undefined);
  }
}
