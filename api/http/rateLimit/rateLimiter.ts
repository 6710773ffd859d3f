import { TransportError } from '../../errors';
import type { Held } from '../../options';
import type { Layer, Request } from '../handler';
import type { Clock } from '../time/clock';
import { isTooLate, tooLateError } from '../time/deadline';
import { abortError, isAborted, onAbort } from '../transport/abort';
import { isUnsent } from '../transport/connectionError';
import { RateLimits } from './rateLimits';
import type { RateLimitWindow, Side } from './rateLimitWindow';

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

const sideOf = ({ onlyReads }: Request): Side => (onlyReads ? 'reads' : 'writes');

/**
 * Lets requests through as the limits of the server allow: at once while the quotas last, the others in the order of
 * their arrival, each when all windows that count it are open.
 */
export class RateLimiter {
  readonly limits = new RateLimits();
  #queue: Waiter[] = [];
  #waitingFor = new Map<RateLimitWindow, number>();
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
    const stays: Waiter[] = [];
    const reports: { waiter: Waiter; held: Held }[] = [];
    let wakeAt = Infinity;
    for (const waiter of this.#queue) {
      const { request, go, fail } = waiter;
      const { windows, last, ahead, at, until } = this.#turnFor(request, waitingFor, now);
      const isEndKnown = at < Infinity;
      const { deadline = Infinity } = request;
      if (isAborted(request)) fail(abortError(request));
      else if (at <= now) {
        for (const window of windows) {
          window.sent(sideOf(request));
          this.#waitingFor.set(window, Math.max(0, (this.#waitingFor.get(window) ?? 0) - 1));
        }
        go(windows);
      } else if (isTooLate(request, until)) fail(tooLateError(request, until, now));
      else {
        stays.push(waiter);
        waitingFor.set(last, ahead + 1);
        wakeAt = Math.min(wakeAt, isEndKnown || deadline < now ? at : deadline + 1);
        const soon = now + WORTH_REPORTING_MS;
        if (isEndKnown && waiter.reportedUntil < soon && soon < at) {
          waiter.reportedUntil = at;
          const held = { operation: request.operation, until: Math.round(Date.now() + until - now), ahead };
          reports.push({ waiter, held });
        }
      }
    }
    this.#queue = stays;
    this.#waitingFor = waitingFor;
    this.#wakeAfter(wakeAt - now);
    // A listener may send or abort requests, which changes the queue.
    for (const { waiter, held } of reports) this.#report(waiter, held);
  }

  /** When a request may be sent: `at`, or `until` in its turn. `last` is the window that opens last. */
  #turnFor(request: Request, waitingFor: ReadonlyMap<RateLimitWindow, number>, now: number) {
    const side = sideOf(request);
    const windows = this.limits.windowsOf(request.operation, now);
    const openings = windows.map((window) => {
      window.asked(side, now);
      return { window, at: window.opensAt(side, now, this.#waitingFor.get(window)) };
    });
    const { window: last, at } = openings.reduce((one, other) => (other.at > one.at ? other : one));
    const ahead = waitingFor.get(last) ?? 0;
    const until = at < Infinity ? at + Math.floor(ahead / last.quota) * last.lengthMs : now;
    return { windows, last, ahead, at, until };
  }

  #wakeAfter(ms: number): void {
    this.#timer.abort();
    this.#timer = new AbortController();
    // The timer is aborted when it is set to another time.
    if (ms < Infinity)
      this.options.clock.sleep(Math.max(1, ms), this.#timer.signal).then(this.#letThrough, () => undefined);
  }

  /** An error of a listener fails the request that was reported. */
  #report(waiter: Waiter, held: Held): void {
    try {
      this.options.onHeld?.(held);
      waiter.request.onHeld?.(held);
    } catch (error) {
      this.#queue = this.#queue.filter((other) => other !== waiter);
      waiter.fail(error);
    }
  }
}
