import type { GatePassage } from './gate';
import { Gate } from './gate';
import type { Response } from '../handler';
import type { LimitFacts } from './rateLimitHeaders';
import { limitsOf } from './rateLimitHeaders';
import { retryAfterMs } from '../time/retryAfter';
import type { Passage, Rounding } from './rateLimitWindow';
import { Window } from './rateLimitWindow';

/** The documented limits (section Limits), until the server tells its own. */
const PROJECT_QUOTA = 500;
const ENDPOINT_QUOTA = 60;
const LIST_QUOTA = 120;
const LISTS = new Set(['GET /v1/instances', 'GET /v1/volumes']);
const LENGTH_MS = 60_000;

/** So many windows are kept before those with nothing to remember are dropped. */
const MANY = 512;

/** A request's way through all windows that count it. */
export interface Ticket {
  readonly endpoint: string;
  readonly sentAt: number;
  readonly passages: ReadonlyMap<Window, Passage>;
  readonly gate: GatePassage;
}

/** All windows of one project: its own, one for each method and path, and any other that the server names. */
export class Limits {
  readonly #rounding: Rounding = { down: false };
  /** Closed by refusals that name no window. */
  readonly gate = new Gate();
  readonly project = new Window({ quota: PROJECT_QUOTA, lengthMs: LENGTH_MS }, this.#rounding);
  readonly #endpoints = new Map<string, Window>();
  /** Of what the spec does not name it is not known whom they count: taken to count everybody. */
  readonly #others = new Map<string, Window>();
  /** What the server tells of one endpoint is the best guess for those not yet asked. */
  #endpointGuess = { quota: ENDPOINT_QUOTA, lengthMs: LENGTH_MS };
  #manyEndpoints = MANY;

  /** The windows that the server names beyond those of the spec. */
  get others(): readonly Window[] {
    return [...this.#others.values()];
  }

  /** The window of one method and path. */
  endpoint(key: string, now: number): Window {
    let window = this.#endpoints.get(key);
    if (!window) {
      this.#dropIdle(now);
      const { quota, lengthMs } = this.#endpointGuess;
      const guess = { quota: LISTS.has(key) ? Math.max(LIST_QUOTA, quota) : quota, lengthMs };
      this.#endpoints.set(key, (window = new Window(guess, this.#rounding)));
    }
    return window;
  }

  /** A request goes out. */
  sent(endpoint: string, now: number): Ticket {
    const windows = [this.project, this.endpoint(endpoint, now), ...this.#others.values()];
    return {
      ...{ endpoint, sentAt: now, gate: this.gate.sent(now) },
      passages: new Map(windows.map((window) => [window, window.sent(now)])),
    };
  }

  /** It did not go out after all. */
  unsent({ passages, gate }: Ticket): void {
    this.gate.untold(gate);
    for (const [window, passage] of passages) window.unsent(passage);
  }

  /** It went out and was not answered. */
  lost({ passages, gate }: Ticket, now: number): void {
    this.gate.untold(gate);
    for (const [window, passage] of passages) window.untold(passage, now);
  }

  /** It was answered: with success, an error or a refusal for the rate limit. */
  answered(ticket: Ticket, { status, headers }: Response, now: number): void {
    const { endpoint } = ticket;
    // Without a valid token the server does not know whom to count it for.
    if (status === 401) {
      this.unsent(ticket);
      return;
    }
    const facts = limitsOf(headers);
    const named = this.#named(facts, endpoint, now);
    const passages = new Map(ticket.passages);
    // A limit that was not known when the request was sent has counted it all the same.
    for (const window of named.keys()) {
      if (!passages.has(window)) passages.set(window, window.sent(ticket.sentAt));
    }
    if (status === 429) this.#refused(passages, named, ticket, retryAfterMs(headers), now);
    else {
      this.gate.passed(ticket.gate);
      for (const [window, passage] of passages) window.told(passage, named.get(window) ?? {}, now);
    }
    const told = facts.get('endpoint');
    if (told?.quota !== undefined && !LISTS.has(endpoint)) {
      this.#endpointGuess = { quota: told.quota, lengthMs: told.lengthMs ?? this.#endpointGuess.lengthMs };
    }
  }

  #refused(
    passages: Ticket['passages'],
    named: ReadonlyMap<Window, LimitFacts>,
    { gate }: Ticket,
    waitMs: number | undefined,
    now: number,
  ): void {
    const isNamed = [...named.values()].some(({ remaining }) => remaining === 0);
    if (isNamed) this.gate.untold(gate);
    else this.gate.refused(gate, waitMs, now);
    for (const [window, passage] of passages) {
      const facts = named.get(window);
      if (facts?.remaining === 0) window.refused(passage, facts, waitMs, now);
      else if (facts) window.told(passage, facts, now);
      // A refused request is not known to count anywhere else.
      else window.unsent(passage);
    }
  }

  #named(facts: ReadonlyMap<string, LimitFacts>, endpoint: string, now: number): Map<Window, LimitFacts> {
    return new Map([...facts].map(([name, told]) => [this.#byName(name, told, endpoint, now), told]));
  }

  #byName(name: string, { quota, lengthMs }: LimitFacts, endpoint: string, now: number): Window {
    if (name === 'project') return this.project;
    if (name === 'endpoint') return this.endpoint(endpoint, now);
    let window = this.#others.get(name);
    if (!window) {
      const guess = { quota: quota ?? PROJECT_QUOTA, lengthMs: lengthMs ?? LENGTH_MS };
      this.#others.set(name, (window = new Window(guess, this.#rounding)));
    }
    return window;
  }

  /** Paths hold ids: a long life meets many of them once. */
  #dropIdle(now: number): void {
    if (this.#endpoints.size < this.#manyEndpoints) return;
    for (const [key, window] of this.#endpoints) if (window.isIdle(now)) this.#endpoints.delete(key);
    this.#manyEndpoints = Math.max(MANY, this.#endpoints.size * 2);
  }
}
