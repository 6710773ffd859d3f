import type { Held } from '../options';
import { CloudComputeError, TransportError } from '../errors';
import { givenUp, isGivenUp, onAbort } from './abort';
import type { Clock } from './clock';
import { isUnsent } from './connectionError';
import type { Layer, Request } from './handler';
import type { Ticket } from './limits';
import { Limits } from './limits';
import { Shares } from './shares';
import type { Window } from './window';

/** How requests are paced. */
export interface PacingOptions {
  readonly clock: Clock;
  readonly onHeld?: ((held: Held) => void) | undefined;
}

/** A request that waits for its turn. */
interface Waiter {
  readonly request: Request;
  readonly go: (ticket: Ticket) => void;
}

/** Those who wait for one endpoint, in their order. */
interface Lane {
  readonly endpoint: string;
  readonly waiters: Waiter[];
}

/**
 * Lets requests through as the limits of the server allow: a burst at once as far as it fits, the rest the moment
 * the windows turn, endpoints in turn and each in its order, and neither reads nor writes at the cost of the other.
 */
export class Pacing {
  readonly #clock: Clock;
  readonly #onHeld: PacingOptions['onHeld'];
  readonly #limits = new Limits();
  readonly #shares = new Shares(this.#limits.project);
  readonly #lanes = new Map<string, Lane>();
  /** Refused by the server before: they go to the head of their lane, not behind those who came later. */
  readonly #refused = new WeakSet<Request>();
  #waiting = 0;
  #alarm: { readonly at: number; readonly cancel: AbortController } | undefined;

  constructor({ clock, onHeld }: PacingOptions) {
    this.#clock = clock;
    this.#onHeld = onHeld;
  }

  readonly layer: Layer = (next) => async (request) => {
    // Open calls carry no token: the server does not know whom to count them for.
    if (request.open) return next(request);
    const ticket = await this.#admission(request);
    try {
      const response = await next(request);
      if (response.status === 429) this.#refused.add(request);
      this.#limits.answered(ticket, response, this.#clock.now());
      return response;
    } catch (error) {
      if (wasSent(request, error)) this.#limits.lost(ticket, this.#clock.now());
      else this.#limits.unsent(ticket);
      throw error;
    } finally {
      this.#pump();
    }
  };

  #admission(request: Request): Promise<Ticket> {
    return new Promise((resolve, reject) => {
      if (isGivenUp(request)) {
        reject(givenUp(request));
        return;
      }
      const now = this.#clock.now();
      const endpoint = `${request.method} ${request.path}`;
      const lane = this.#lanes.get(endpoint) ?? { endpoint, waiters: [] };
      this.#shares.asked(request.kind, now);
      if (lane.waiters.length === 0 && this.#hasRoom(endpoint, request, now)) {
        resolve(this.#admit(endpoint, request, now));
        return;
      }
      const stopListening = onAbort([request.signal, request.stop], () => {
        this.#leave(lane, waiter);
        if (this.#waiting === 0) this.#setAlarm(Infinity, now);
        reject(givenUp(request));
      });
      const waiter: Waiter = {
        request,
        go: (ticket) => {
          stopListening();
          resolve(ticket);
        },
      };
      this.#join(lane, waiter);
      this.#report(lane, waiter, lane.waiters.indexOf(waiter), now);
      this.#setAlarm(Math.min(this.#opensAt(lane, now), this.#alarm?.at ?? Infinity), now);
    });
  }

  #hasRoom(endpoint: string, { kind }: Request, now: number): boolean {
    return (
      this.#shares.room(kind, now) > 0 &&
      this.#limits.windowsOf(endpoint, now).every((window) => window.room(now) > 0)
    );
  }

  #admit(endpoint: string, { kind }: Request, now: number): Ticket {
    this.#shares.sent(kind);
    return this.#limits.sent(endpoint, now);
  }

  #join(lane: Lane, waiter: Waiter): void {
    this.#lanes.set(lane.endpoint, lane);
    this.#waiting += 1;
    if (this.#refused.has(waiter.request)) lane.waiters.unshift(waiter);
    else lane.waiters.push(waiter);
  }

  #leave(lane: Lane, waiter: Waiter): void {
    const index = lane.waiters.indexOf(waiter);
    if (index < 0) return;
    lane.waiters.splice(index, 1);
    this.#waiting -= 1;
    if (lane.waiters.length === 0) this.#lanes.delete(lane.endpoint);
  }

  /** Lets through whoever may go: one of each lane in turn, until nobody is left who may. */
  #pump(): void {
    const now = this.#clock.now();
    for (let progress = true; progress && this.#projectHasRoom(now);) {
      progress = false;
      for (const lane of this.#lanes.values()) {
        const [first] = lane.waiters;
        if (!first || !this.#hasRoom(lane.endpoint, first.request, now)) continue;
        this.#leave(lane, first);
        first.go(this.#admit(lane.endpoint, first.request, now));
        progress = true;
      }
    }
    this.#setAlarm(this.#nextOpening(now), now);
  }

  /** Whether it is worth looking at the lanes at all: there may be thousands. */
  #projectHasRoom(now: number): boolean {
    return this.#waiting > 0 && this.#limits.project.room(now) > 0;
  }

  /** Wakes when a lane may have room again, unless an answer does so before. */
  #setAlarm(at: number, now: number): void {
    if (this.#alarm?.at === at) return;
    this.#alarm?.cancel.abort();
    this.#alarm = undefined;
    if (at === Infinity) return;
    const alarm = { at, cancel: new AbortController() };
    this.#alarm = alarm;
    this.#clock.sleep(Math.max(1, at - now), alarm.cancel.signal).then(
      () => {
        this.#alarm = undefined;
        this.#pump();
        this.#reportAll();
      },
      () => undefined,
    );
  }

  #nextOpening(now: number): number {
    if (this.#waiting === 0) return Infinity;
    if (!this.#projectHasRoom(now)) return this.#limits.project.opensAt(now);
    let earliest = Infinity;
    for (const lane of this.#lanes.values()) earliest = Math.min(earliest, this.#opensAt(lane, now));
    return earliest;
  }

  /** When all windows that hold this lane's first may have room. */
  #opensAt({ endpoint, waiters: [first] }: Lane, now: number): number {
    if (!first) return Infinity;
    const { project } = this.#limits;
    const windows: Window[] = [project, ...this.#limits.windowsOf(endpoint, now)];
    const closed = windows.filter((window) => window.room(now) === 0);
    // None is closed: what holds it is kept for the other side, and melts.
    if (closed.length === 0) return now + this.#shares.meltMs;
    return Math.max(...closed.map((window) => window.opensAt(now)));
  }

  #reportAll(): void {
    const now = this.#clock.now();
    for (const lane of this.#lanes.values()) {
      lane.waiters.forEach((waiter, index) => {
        this.#report(lane, waiter, index, now);
      });
    }
  }

  #report(lane: Lane, { request }: Waiter, index: number, now: number): void {
    const listeners = [this.#onHeld, request.onHeld].filter((listener) => listener !== undefined);
    if (listeners.length === 0) return;
    const endpoint = this.#limits.endpoint(lane.endpoint, now);
    const { project } = this.#limits;
    const heldByEndpoint = endpoint.room(now) === 0;
    const window = heldByEndpoint ? endpoint : project;
    const ahead = heldByEndpoint ? index : Math.max(index, this.#waiting - 1);
    const opensAt = this.#opensAt(lane, now);
    const opens = opensAt === Infinity ? now + window.lengthMs : opensAt;
    const waitMs = opens - now + Math.floor(ahead / window.quota) * window.lengthMs;
    for (const listener of listeners) {
      listener({ operation: request.operation, until: Math.round(Date.now() + waitMs), ahead });
    }
  }
}

/** Whether the server may have counted a request that has no answer. */
function wasSent(request: Request, error: unknown): boolean {
  if (!(error instanceof CloudComputeError) || error.operation !== request.operation) return false;
  return error instanceof TransportError && !isUnsent(error);
}
