import type { AddressInfo } from 'node:net';
import { Clock, monotonicTime } from './cloud/clock';
import { Cloud } from './cloud/cloud';
import { handle, registerOperations } from './http/operations';
import { RateLimits } from './http/rateLimits';
import { RequestLog } from './http/requestLog';
import { createServer } from './http/server';
import { cloudSettings, rateLimitWindow, timeScale } from './options';
import { handlers, notYet } from './routes';
import type { EmulatorOptions } from './options';

/** A running emulator. */
export interface Emulator {
  /** Where the API is served, such as `http://127.0.0.1:40123`. */
  readonly url: string;
  /** The cloud's time. */
  readonly clock: Clock;
  close(): Promise<void>;
}

/** Starts a cloud of its own on a port of its own. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const realTime = options.realTime ?? monotonicTime;
  const clock = new Clock(realTime, { scale: timeScale(options) });
  const cloud = new Cloud(cloudSettings(options), clock, realTime);
  const rateLimits =
    options.rateLimits === false ? undefined : new RateLimits(realTime, rateLimitWindow(options));
  const requestLog = new RequestLog();
  const app = createServer({ cloud, rateLimits, requestLog, logger: options.logger });
  registerOperations(app, handlers, notYet, (pending) => handle(cloud, handlers, pending));
  const host = options.host ?? '127.0.0.1';
  await app.listen({ port: options.port ?? 0, host });
  const { port } = app.server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    clock,
    async close() {
      await app.close();
    },
  };
}
