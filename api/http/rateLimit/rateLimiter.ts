import { CloudComputeError, TransportError } from '../../errors';
import type { Held } from '../../options';
import type { Layer, Request } from '../handler';
import type { Clock } from '../time/clock';
import { isTooLate, tooLateError } from '../time/deadline';
import { givenUp, isGivenUp, onAbort } from '../transport/abort';
import { isUnsent } from '../transport/connectionError';
import type { Ticket } from './rateLimits';
import { RateLimits, sideOf } from './rateLimits';

/** The options of the rate limiter. */
export interface RateLimiterOptions {
  readonly clock: Clock;
  readonly onHeld?: ((held: Held) => void) | undefined;
}

/** A request that waits for its turn. */
interface Waiter {
  readonly request: Request;
  readonly go: (ticket: Ticket) => void;
  readonly fail: (error: Error) => void;
}

/** A new time is reported to waiting requests only if they must wait longer than this for it. */
const WORTH_REPORTING_MS = 1_000;

/**
 * Lets requests through as the limits of the server allow: at once while the quotas last, the others in the order of
 * their arrival, each when all windows that count it are open.
 */
export class RateLimiter {
  readonly #clock: Clock;
  readonly #onHeld: RateLimiterOptions['onHeld'];
  readonly #limits = new RateLimits();
  #queue: Waiter[] = [];
  /** Requests that the server refused before: they are sent before later requests. */
  readonly #refused = new WeakSet<Request>();
  #alarm: { readonly at: number; readonly cancel: AbortController } | undefined;
  #reportedUntil = Infinity;

  constructor({ clock, onHeld }: RateLimiterOptions) {
    this.#clock = clock;
    this.#onHeld = onHeld;
  }

  readonly layer: Layer = (next) => async (request) => {
    // Open calls carry no token, so the server cannot count them for a project.
    if (request.open) return next(request);
    const ticket = await this.#turnOf(request);
    try {
      const response = await next(request);
      if (response.status === 429) this.#refused.add(request);
      this.#limits.answered(ticket, response, this.#clock.now());
      return response;
    } catch (error) {
      if (mayCount(request, error)) this.#limits.lost(ticket, this.#clock.now());
      else this.#limits.notCounted(ticket);
      throw error;
    } finally {
      this.#letThrough();
    }
  };

  #turnOf(request: Request): Promise<Ticket> {
    return new Promise((resolve, reject) => {
      if (isGivenUp(request)) {
        reject(givenUp(request));
        return;
      }
      const now = this.#clock.now();
      this.#limits.asked(request, now);
      const opensAt = this.#opensAt(request, now);
      if (isTooLate(request, opensAt)) {
        reject(tooLateError(request, opensAt, now));
        return;
      }
      const waiter: Waiter = {
        request,
        go: (ticket) => {
          stopListening();
          resolve(ticket);
        },
        fail: (error) => {
          stopListening();
          reject(error);
        },
      };
      const stopListening = onAbort([request.signal, request.stop], () => {
        this.#queue = this.#queue.filter((other) => other !== waiter);
        if (this.#queue.length === 0) this.#wakeAt(Infinity);
        reject(givenUp(request));
      });
      if (this.#queue.length === 0) this.#reportedUntil = opensAt;
      if (this.#refused.has(request)) this.#queue.unshift(waiter);
      else this.#queue.push(waiter);
      if (opensAt <= now) this.#letThrough();
      else {
        this.#wakeAt(Math.min(opensAt, this.#alarm?.at ?? Infinity));
        this.#report(now, waiter);
      }
    });
  }

  /** Lets every request through that may be sent, in order, and sets the alarm for the next one. */
  #letThrough(): void {
    const now = this.#clock.now();
    let next = Infinity;
    this.#queue = this.#queue.filter(({ request, go, fail }) => {
      const opensAt = this.#opensAt(request, now);
      if (opensAt <= now) {
        go(this.#limits.sent(request, now));
        return false;
      }
      // A request that only needs the next window continues to wait.
      if (isTooLate(request, opensAt) && opensAt - now > this.#limits.project.lengthMs) {
        fail(tooLateError(request, opensAt, now));
        return false;
      }
      next = Math.min(next, opensAt);
      return true;
    });
    this.#wakeAt(next);
    if (now < this.#reportedUntil || next === Infinity || next <= now + WORTH_REPORTING_MS) return;
    this.#reportedUntil = next;
    this.#report(now);
  }

  #opensAt({ operation, kind }: Request, now: number): number {
    return Math.max(
      this.#limits.sharedOpensAt(sideOf(kind), now),
      this.#limits.endpoint(operation).opensAt(now),
    );
  }

  #wakeAt(at: number): void {
    if (at === this.#alarm?.at) return;
    this.#alarm?.cancel.abort();
    this.#alarm = undefined;
    if (at === Infinity) return;
    const alarm = { at, cancel: new AbortController() };
    this.#alarm = alarm;
    this.#clock.sleep(Math.max(1, at - this.#clock.now()), alarm.cancel.signal).then(
      () => {
        this.#alarm = undefined;
        this.#letThrough();
      },
      // The alarm was set to another time.
      () => undefined,
    );
  }

  /** Tells all waiting requests, or one of them, how many requests are ahead and until when. */
  #report(now: number, only?: Waiter): void {
    const aheadAtEndpoint = new Map<string, number>();
    this.#queue.forEach((waiter, index) => {
      const { operation } = waiter.request;
      const before = aheadAtEndpoint.get(operation) ?? 0;
      aheadAtEndpoint.set(operation, before + 1);
      const listeners = [this.#onHeld, waiter.request.onHeld].filter((listener) => listener !== undefined);
      if (listeners.length === 0 || (only && only !== waiter)) return;
      const endpoint = this.#limits.endpoint(operation);
      const isForEndpoint = endpoint.opensAt(now) > now;
      const [ahead, window] = isForEndpoint ? [before, endpoint] : [index, this.#limits.project];
      const opensAt = this.#opensAt(waiter.request, now);
      const firstMs = opensAt === Infinity ? window.lengthMs : opensAt - now;
      const waitMs = firstMs + Math.floor(ahead / window.quota) * window.lengthMs;
      for (const listener of listeners)
        listener({ operation, until: Math.round(Date.now() + waitMs), ahead });
    });
  }
}

/** Whether the server may have counted a request without an answer. */
function mayCount(request: Request, error: unknown): boolean {
  if (!(error instanceof CloudComputeError) || error.operation !== request.operation) return false;
  return error instanceof TransportError && !isUnsent(error);
}
