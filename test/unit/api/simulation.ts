import type { Clock } from '../../../api/http/time/clock';
import { onAbort } from '../../../api/http/transport/abort';
import type { Handler, Request, Response } from '../../../api/http/handler';

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly ring: () => void;
}

/** A clock that advances only when all callbacks have run and only sleeps remain. */
export class SimulatedClock implements Clock {
  #now = 1_000_000;
  #timers: Timer[] = [];
  #order = 0;

  now(): number {
    return this.#now;
  }

  sleep(ms: number, ...signals: readonly (AbortSignal | undefined)[]): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer: Timer = {
        at: this.#now + Math.max(0, ms),
        order: (this.#order += 1),
        ring: () => {
          stopListening();
          resolve();
        },
      };
      this.#timers.push(timer);
      const stopListening = onAbort(signals, (reason) => {
        this.#timers = this.#timers.filter((other) => other !== timer);
        reject(reason);
      });
    });
  }

  /** The number of sleeps under way. */
  get sleepers(): number {
    return this.#timers.length;
  }

  /** Advances the clock until the promise has settled. */
  async until<T>(promise: Promise<T>): Promise<T> {
    const state = { settled: false };
    const settle = () => {
      state.settled = true;
    };
    promise.then(settle, settle);
    for (;;) {
      // All callbacks of this instant run first.
      await new Promise(setImmediate);
      if (state.settled) return promise;
      const next = this.#timers.reduce<Timer | undefined>(
        (first, timer) =>
          !first || timer.at < first.at || (timer.at === first.at && timer.order < first.order)
            ? timer
            : first,
        undefined,
      );
      if (!next) throw new Error('The promise cannot settle: no sleep is under way.');
      this.#timers = this.#timers.filter((timer) => timer !== next);
      this.#now = Math.max(this.#now, next.at);
      next.ring();
    }
  }
}

/** The limits of a server, and its latency. */
export interface LimitedServerOptions {
  readonly projectQuota: number;
  readonly endpointQuota: number;
  readonly windowSeconds: number;
  /** Windows begin at fixed times: this many ms after the clock's zero. Default: with the first request. */
  readonly phaseMs?: number;
  readonly rounding: 'up' | 'down';
  /** The latency of the next request or answer, in ms. */
  readonly latency: () => number;
}

interface Window {
  endsAt: number;
  used: number;
}

/** A server with the fixed windows of the API and their headers. */
export class LimitedServer {
  readonly handler: Handler;
  /** When each request was accepted, by the server's clock. */
  readonly served: { readonly endpoint: string; readonly at: number }[] = [];
  readonly refusedAt: number[] = [];
  readonly #windows = new Map<string, Window>();

  get refused(): number {
    return this.refusedAt.length;
  }

  constructor(
    private readonly clock: Clock,
    private readonly options: LimitedServerOptions,
  ) {
    this.handler = async (request) => {
      await clock.sleep(options.latency());
      const answer = this.answer(request);
      await clock.sleep(options.latency());
      return answer;
    };
  }

  answer({ method, path }: Pick<Request, 'method' | 'path'>): Response {
    const { projectQuota, endpointQuota, windowSeconds } = this.options;
    const endpoint = `${method} ${path}`;
    const standings = [
      { name: 'project', quota: projectQuota, ...this.#take('', projectQuota) },
      { name: 'endpoint', quota: endpointQuota, ...this.#take(endpoint, endpointQuota) },
    ];
    const headers = {
      'ratelimit-policy': standings
        .map(({ name, quota }) => `${name};q=${quota};w=${windowSeconds}`)
        .join(', '),
      ratelimit: standings
        .map(({ name, left, reset }) => `${name};r=${Math.max(0, left)};t=${reset}`)
        .join(', '),
    };
    const over = standings.filter(({ left }) => left < 0);
    if (over.length > 0) {
      this.refusedAt.push(this.clock.now());
      const wait = Math.max(...over.map(({ reset }) => reset));
      return { status: 429, headers: { ...headers, 'retry-after': String(wait) }, body: undefined };
    }
    this.served.push({ endpoint, at: this.clock.now() });
    return { status: 200, headers, body: undefined };
  }

  #take(key: string, quota: number): { left: number; reset: number } {
    const { windowSeconds, phaseMs, rounding } = this.options;
    const now = this.clock.now();
    const length = windowSeconds * 1_000;
    let window = this.#windows.get(key);
    if (!window || window.endsAt <= now) {
      const begunAt = phaseMs === undefined ? now : now - ((now - phaseMs) % length);
      this.#windows.set(key, (window = { endsAt: begunAt + length, used: 0 }));
    }
    window.used += 1;
    const seconds = (window.endsAt - now) / 1_000;
    return { left: quota - window.used, reset: rounding === 'up' ? Math.ceil(seconds) : Math.floor(seconds) };
  }
}

/** A request with the fields that these tests need. */
export const request = (given: Partial<Request> = {}): Request => {
  const { method = 'GET', path = '/v1/instances' } = given;
  return {
    method,
    path,
    expects: 'any',
    onlyReads: method === 'GET',
    operation: `${method} ${path}`,
    open: false,
    isIdempotent: method === 'GET',
    ...given,
  };
};
