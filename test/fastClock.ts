// One clock for the emulator, the provider and the client of a test.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate as soon } from 'node:timers/promises';
import { onAbort } from '../api/http/transport/abort';
import type { Clock } from '../api/http/time/clock';

/**
 * After this many turns of the event loop without a change of open requests, all callbacks that need no time have run.
 */
const IDLE_TURNS = 4;
/**
 * An open request without a change for this many ms waits for the clock to advance, e.g. because a test delays its
 * answer.
 */
const UNCHANGED_MS = 100;
/** The wait is divided into steps, so that a busy process can receive an answer between two of them. */
const UNCHANGED_STEPS = 20;

/** The beginning of the addresses of machines that answer. */
const MACHINES = '127.64.';

interface Sleeper {
  readonly until: number;
  readonly wake: () => void;
}

/**
 * A clock that advances only while everything in this process sleeps: hours take milliseconds, and a slow machine has
 * no effect. An open HTTP request stops the clock like running code, and so does an open connection to a machine.
 */
export class FastClock implements Clock {
  private time = Date.now();
  private readonly sleepers = new Set<Sleeper>();
  private readonly open = new Set<ClientRequest | Socket>();
  /** The number of requests and connections opened and closed. */
  private requestChanges = 0;
  /** Called after each change of this number. */
  private onRequestChange = (): void => undefined;
  private passing = false;

  constructor() {
    subscribe('http.client.request.start', this.requestStarted);
    subscribe('net.client.socket', this.socketOpened);
  }

  /** Milliseconds since 1970. Also serves as `realTime` of an emulator. */
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

  /** Stops the clock. */
  stop(): void {
    unsubscribe('http.client.request.start', this.requestStarted);
    unsubscribe('net.client.socket', this.socketOpened);
    this.sleepers.clear();
  }

  private readonly requestStarted = (message: unknown): void => {
    this.opened((message as { request: ClientRequest }).request);
  };

  /** Connections for HTTP requests stay open between them; only those to machines end with what they are for. */
  private readonly socketOpened = (message: unknown): void => {
    const { socket } = message as { socket: Socket };
    this.opened(socket);
    socket.once('connect', () => {
      if (socket.remoteAddress?.startsWith(MACHINES) === false) this.closed(socket);
    });
  };

  /** What the open connections to machines have carried: a login takes several answers. */
  private bytes(): number {
    const sockets = [...this.open].filter((one) => one instanceof Socket);
    return sockets.reduce((sum, { bytesRead, bytesWritten }) => sum + bytesRead + bytesWritten, 0);
  }

  private opened(one: ClientRequest | Socket): void {
    this.open.add(one);
    this.requestChanged();
    one.once('close', () => {
      this.closed(one);
    });
  }

  private closed(one: ClientRequest | Socket): void {
    if (this.open.delete(one)) this.requestChanged();
  }

  private requestChanged(): void {
    this.requestChanges += 1;
    this.onRequestChange();
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
      const { requestChanges } = this;
      if (this.open.size === 0) await soon();
      else if (!(await this.waitForChange())) return;
      turns = requestChanges === this.requestChanges ? turns + 1 : 0;
    }
  }

  /** Resolves to true when a request is sent or closed, and to false if that does not happen within `UNCHANGED_MS`. */
  private waitForChange(): Promise<boolean> {
    return new Promise((resolve) => {
      let steps = 0;
      let bytes = this.bytes();
      const step = (): NodeJS.Timeout =>
        setTimeout(() => {
          steps = bytes === this.bytes() ? steps + 1 : 0;
          bytes = this.bytes();
          if (steps < UNCHANGED_STEPS) timer = step();
          else resolve(false);
        }, UNCHANGED_MS / UNCHANGED_STEPS);
      let timer = step();
      this.onRequestChange = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  }
}
