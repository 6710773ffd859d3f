import type { Held, Kind } from '../../options';
import { CloudComputeError, TransportError } from '../../errors';
import { givenUp, isGivenUp, onAbort } from '../transport/abort';
import { Alarm } from './wakeUpTimer';
import type { Clock } from '../time/clock';
import { isUnsent } from '../transport/connectionError';
import { isTooLate, tooLateError } from '../time/deadline';
import type { Layer, Request } from '../handler';
import type { Ticket } from './limits';
import { Limits } from './limits';
import { Shares } from './quotaReservation';
import type { Window } from './rateLimitWindow';

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
  readonly window: Window;
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
  readonly #alarm: Alarm;
  /** Refused by the server before: they go to the head of their lane, not behind those who came later. */
  readonly #refused = new WeakSet<Request>();
  #waiting = 0;

  constructor({ clock, onHeld }: PacingOptions) {
    this.#clock = clock;
    this.#onHeld = onHeld;
    this.#alarm = new Alarm(clock, () => {
      this.#pump();
      this.#reportAll();
    });
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
      const lane = this.#laneOf(request, now);
      this.#shares.asked(request.kind, now);
      if (lane.waiters.length === 0 && this.#shares.room(request.kind, now) > 0 && this.#isOpen(lane, now)) {
        resolve(this.#admit(lane, request, now));
        return;
      }
      const opensAt = this.#opensAt(lane, request.kind, now);
      if (isTooLate(request, opensAt)) {
        reject(tooLateError(request, opensAt, now));
        return;
      }
      const leave = (error: Error) => {
        this.#leave(lane, waiter);
        if (this.#waiting === 0) this.#alarm.clear();
        reject(error);
      };
      const over = new AbortController();
      const stopListening = onAbort([request.signal, request.stop], () => {
        over.abort();
        leave(givenUp(request));
      });
      const waiter: Waiter = {
        request,
        go: (ticket) => {
          over.abort();
          stopListening();
          resolve(ticket);
        },
      };
      this.#join(lane, waiter);
      this.#report(lane, waiter, lane.waiters.indexOf(waiter), now);
      this.#alarm.setNoLaterThan(opensAt);
      if (request.deadline === undefined) return;
      this.#clock.sleep(request.deadline - now, over.signal).then(
        () => {
          const at = this.#opensAt(lane, request.kind, this.#clock.now());
          // Who only waits for its turn goes on waiting.
          if (!isTooLate(request, at) || at - this.#clock.now() <= lane.window.lengthMs) return;
          stopListening();
          leave(tooLateError(request, at, this.#clock.now()));
        },
        // It was let through, or given up.
        () => undefined,
      );
    });
  }

  #laneOf({ method, path }: Request, now: number): Lane {
    const endpoint = `${method} ${path}`;
    return (
      this.#lanes.get(endpoint) ?? { endpoint, window: this.#limits.endpoint(endpoint, now), waiters: [] }
    );
  }

  /** Whether the gate is open and all windows but the project's have room. */
  #isOpen({ window }: Lane, now: number): boolean {
    const { gate } = this.#limits;
    return (
      gate.isOpen(now) && window.room(now) > 0 && this.#limits.others.every((other) => other.room(now) > 0)
    );
  }

  #admit({ endpoint }: Lane, { kind }: Request, now: number): Ticket {
    this.#shares.sent(kind);
    return this.#limits.sent(endpoint, now);
  }

  #join(lane: Lane, waiter: Waiter): void {
    this.#lanes.set(lane.endpoint, lane);
    lane.window.awaited = true;
    this.#waiting += 1;
    if (this.#refused.has(waiter.request)) lane.waiters.unshift(waiter);
    else lane.waiters.push(waiter);
  }

  #leave(lane: Lane, waiter: Waiter): void {
    const index = lane.waiters.indexOf(waiter);
    if (index < 0) return;
    lane.waiters.splice(index, 1);
    this.#waiting -= 1;
    if (lane.waiters.length > 0) return;
    lane.window.awaited = false;
    this.#lanes.delete(lane.endpoint);
  }

  /** Lets through whoever may go: one of each lane in turn, until nobody is left who may. */
  #pump(): void {
    const now = this.#clock.now();
    let rooms = this.#rooms(now);
    for (let progress = true; progress && rooms.read + rooms.write > 0;) {
      progress = false;
      for (const lane of this.#lanes.values()) {
        const [first] = lane.waiters;
        if (!first || roomFor(rooms, first) === 0 || !this.#isOpen(lane, now)) continue;
        this.#leave(lane, first);
        first.go(this.#admit(lane, first.request, now));
        rooms = this.#rooms(now);
        progress = true;
      }
    }
    this.#alarm.set(this.#nextOpening(now));
  }

  /** The room of the project for either side, computed once for thousands of lanes. */
  #rooms(now: number): Rooms {
    if (this.#waiting === 0) return { read: 0, write: 0 };
    return { read: this.#shares.room('read', now), write: this.#shares.room('write', now) };
  }

  /** When a lane may have room again, unless an answer tells so before. */
  #nextOpening(now: number): number {
    const rooms = this.#rooms(now);
    const opensAt = { read: this.#shares.opensAt('read', now), write: this.#shares.opensAt('write', now) };
    let earliest = Infinity;
    for (const lane of this.#lanes.values()) {
      const [first] = lane.waiters;
      if (!first) continue;
      const at =
        roomFor(rooms, first) === 0 ? roomFor(opensAt, first) : this.#opensAt(lane, first.request.kind, now);
      if (at < earliest) earliest = at;
    }
    return earliest;
  }

  /** When all windows that hold the first of this lane may have room. */
  #opensAt({ window }: Lane, kind: Kind, now: number): number {
    const closed = [window, ...this.#limits.others].filter((each) => each.room(now) === 0);
    const { gate } = this.#limits;
    return Math.max(
      gate.opensAt(now),
      this.#shares.opensAt(kind, now),
      ...closed.map((each) => each.opensAt(now)),
    );
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
    const ofLane = lane.window.room(now) === 0;
    const window = ofLane ? lane.window : this.#limits.project;
    const ahead = ofLane ? index : Math.max(index, this.#waiting - 1);
    const at = this.#opensAt(lane, request.kind, now);
    const opensAt = at === Infinity ? now + window.lengthMs : at;
    const waitMs = opensAt - now + Math.floor(ahead / window.quota) * window.lengthMs;
    for (const listener of listeners) {
      listener({ operation: request.operation, until: Math.round(Date.now() + waitMs), ahead });
    }
  }
}

/** A number for reads and polls, and one for writes. */
type Rooms = Readonly<Record<'read' | 'write', number>>;

const roomFor = (rooms: Rooms, { request: { kind } }: Waiter): number =>
  kind === 'write' ? rooms.write : rooms.read;

/** Whether the server may have counted a request that has no answer. */
function wasSent(request: Request, error: unknown): boolean {
  if (!(error instanceof CloudComputeError) || error.operation !== request.operation) return false;
  return error instanceof TransportError && !isUnsent(error);
}
