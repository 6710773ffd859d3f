// One clock for the emulator, the provider and the client of a test.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { setImmediate as soon } from 'node:timers/promises';
import { onAbort } from '../api/http/transport/abort';
import type { Clock } from '../api/http/time/clock';

/** Turns of the event loop without a request after which everything that needs no time has been done. */
const IDLE_TURNS = 4;
/** When an open request waits for the time itself, e.g. because a test holds its answer: after so many ms without news. */
const HELD_MS = 100;
/** Counted in steps: a process that was not given the processor for long finds what came meanwhile after the first. */
const HELD_STEPS = 20;

interface Sleeper {
  readonly until: number;
  readonly wake: () => void;
}

/**
 * Time that passes only while nobody in this process has anything left to do but to sleep: hours take milliseconds,
 * and a slow machine changes nothing. An open HTTP request is something to do.
 */
export class FastClock implements Clock {
  private time = Date.now();
  private readonly sleepers = new Set<Sleeper>();
  private readonly open = new Set<ClientRequest>();
  /** Counts requests sent and closed. */
  private news = 0;
  /** Told of every one. */
  private heard = (): void => undefined;
  private passing = false;

  constructor() {
    subscribe('http.client.request.start', this.requestStarted);
  }

  /** Milliseconds since 1970; also what `realTime` of an emulator asks for. */
  readonly now = (): number => this.time;

  sleep(ms: number, ...signals: readonly (AbortSignal | undefined)[]): Promise<void> {
    return new Promise((resolve, reject) => {
      const sleeper: Sleeper = {
        until: this.time + Math.max(ms, 0),
        wake: () => {
          this.sleepers.delete(sleeper);
          stopListening();
          resolve();
        },
      };
      this.sleepers.add(sleeper);
      const stopListening = onAbort(signals, (reason) => {
        this.sleepers.delete(sleeper);
        reject(reason);
      });
      if (!this.passing) void this.pass();
    });
  }

  /** From here on the time stands still. */
  stop(): void {
    unsubscribe('http.client.request.start', this.requestStarted);
    this.sleepers.clear();
  }

  private readonly requestStarted = (message: unknown): void => {
    const { request } = message as { request: ClientRequest };
    this.open.add(request);
    this.tell();
    request.once('close', () => {
      this.open.delete(request);
      this.tell();
    });
  };

  private tell(): void {
    this.news += 1;
    this.heard();
  }

  private async pass(): Promise<void> {
    this.passing = true;
    for (;;) {
      await this.idle();
      const [first] = [...this.sleepers].sort((one, other) => one.until - other.until);
      if (!first) break;
      this.time = Math.max(this.time, first.until);
      first.wake();
    }
    this.passing = false;
  }

  private async idle(): Promise<void> {
    for (let turns = 0; turns < IDLE_TURNS;) {
      const { news } = this;
      if (this.open.size === 0) await soon();
      else if (!(await this.hears())) return;
      turns = news === this.news ? turns + 1 : 0;
    }
  }

  /** Whether there is news before long. */
  private hears(): Promise<boolean> {
    return new Promise((resolve) => {
      let steps = 0;
      const step = (): NodeJS.Timeout =>
        setTimeout(() => {
          steps += 1;
          if (steps < HELD_STEPS) timer = step();
          else resolve(false);
        }, HELD_MS / HELD_STEPS);
      let timer = step();
      this.heard = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  }
}
