import type { AddressInfo } from 'node:net';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { Clock, monotonicTime } from './model/time/clock';
import { ReplyCheck } from './contract/replies';
import { Control } from './control/control';
import { OverviewReader } from './control/console/overview';
import { isLoopback } from './control/guard';
import { registerControl } from './control/register';
import { Faults } from './faults/faults';
import { DelayedEffects } from './faults/delayedEffects';
import { History } from './faults/history';
import { performWithFaults } from './faults/perform';
import { AnsweringMachines } from './machines/answering';
import { errorBody, jsonType } from './http/context';
import { registerConsole } from './http/pages/console';
import { registerExports } from './http/pages/exports';
import { currentWire, handle, registerOperations } from './http/operations';
import { RateLimits, unreachableQuotas } from './http/rateLimits';
import { registerReference } from './http/pages/reference';
import { RequestLog } from './http/requestLog';
import { createServer } from './http/server/server';
import { CloudError } from './model/errors';
import { checkOptions } from './checkOptions';
import { answersMachines, cloudSettings, validatesReplies } from './options';
import { Cloud, notYet } from './resources';
import { World } from './model/world';
import { exportsPath, refuseAudit } from './resources/audit';
import { legacyWire } from './http/legacy';
import { checkRows } from './snapshot/content';
import { SnapshotFile } from './snapshot/file';
import { lockSnapshot } from './snapshot/lock';
import { realFile } from './snapshot/path';
import { damaged, readSnapshot } from './snapshot/read';
import type { Violation } from './contract/replies';
import type { AnyAnswer } from './contract/handlers';
import type { Pending } from './http/operations';
import type { MachinePorts } from './machines/ports';
import type { EmulatorOptions } from './options';

/** A running emulator. */
export interface Emulator {
  /** The address of the API, such as `http://127.0.0.1:40123`. */
  readonly url: string;
  /** Whether the control API and the console are served. */
  readonly isControlled: boolean;
  /** The cloud's time. */
  readonly clock: Clock;
  /** State, faults, capacity, evictions, balances, clients and the log of requests. */
  readonly control: Control;
  /** With `validateReplies`: every reply so far that differs from the contract. */
  readonly violations: readonly Violation[];
  /** The ports of machines that answer; undefined without `machinesAnswer`. */
  readonly machinePorts: Readonly<MachinePorts> | undefined;
  /** Stops serving; the snapshot is replaced. Once closed, closing again does nothing. */
  close(): Promise<void>;
}

/**
 * Starts an emulator with its own cloud and port.
 *
 * @throws RangeError for an option that does not exist or has a wrong value.
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  checkOptions(options);
  const file = options.snapshot === undefined ? undefined : realFile(options.snapshot);
  const unlock = file === undefined ? undefined : lockSnapshot(file);
  try {
    return await start(options, file, unlock);
  } catch (error) {
    unlock?.();
    throw error;
  }
}

async function start(
  options: EmulatorOptions,
  file: string | undefined,
  unlock: (() => void) | undefined,
): Promise<Emulator> {
  const realTime = options.realTime ?? monotonicTime;
  const clock = new Clock(realTime, { scale: options.timeScale ?? 1 });
  const world = new World(cloudSettings(options), clock, realTime);
  const cloud = new Cloud(world);
  const quotas = options.rateLimits === false ? unreachableQuotas : undefined;
  const rateLimits = new RateLimits(realTime, options.rateLimitWindow ?? 60, quotas);
  const requestLog = new RequestLog();
  const faults = new Faults(options.faults);
  const history = new History(cloud);
  const changed = (): void => {
    world.changed();
    if (faults.has('lag')) history.record();
    else history.forget();
  };
  const perform = (on: Cloud, pending: Pending): AnyAnswer => {
    if (addsRows(pending)) snapshot?.requireRoom(JSON.stringify(pending.body ?? null).length);
    const answer = handle(on.world, on.handlers, pending);
    if (pending.endpoint.method !== 'get') changed();
    return answer;
  };
  const delayedEffects = new DelayedEffects(world, (pending) => perform(cloud, pending));
  const machines = answersMachines(options)
    ? new AnsweringMachines({ cloud, requestLog, onProblem: (problem) => options.logger?.warn(problem) })
    : undefined;
  const control = new Control({
    cloud,
    faults,
    requestLog,
    rateLimits,
    changed: () => {
      changed();
      void machines?.follow();
    },
    requireRoom: () => snapshot?.requireRoom(0),
    machines,
  });
  const generation = file === undefined ? 0 : continueFrom(world, file, options.timeScale);
  const snapshot =
    file === undefined ? undefined : new SnapshotFile(file, world, generation, options.snapshotLimit);

  const app = createServer({
    world,
    authenticate: (token) => cloud.access.byAccessToken(token),
    rateLimits,
    requestLog,
    refuseRole: refuseAudit,
    logger: options.logger,
  });
  if (snapshot !== undefined) saveBeforeReplies(app, snapshot, options.logger);
  if (machines !== undefined) followBeforeReplies(app, machines, clock);
  const replies = validatesReplies(options) ? new ReplyCheck() : undefined;
  // A reply that a fault changed need not match the contract.
  const exempt = new WeakSet<FastifyRequest>();
  const watch = (server: FastifyInstance): void => {
    if (replies !== undefined) checkReplies(server, replies, exempt, options.logger);
  };
  watch(app);
  registerOperations(app, {
    handlers: cloud.handlers,
    notYet,
    perform: performWithFaults({ cloud, faults, history, delayedEffects, exempt, handle: perform }),
    wire: options.wire === 'legacy' ? legacyWire : currentWire,
  });
  registerExports(app, exportsPath, (id) => cloud.audit.download(id));
  registerReference(app, watch);
  const host = options.host ?? '127.0.0.1';
  const isControlled = options.control ?? isLoopback(host);
  const overview = new OverviewReader({ cloud, faults, requestLog, rateLimits });
  if (isControlled)
    registerControl(app, { control, clock, changed, overview, allowedHosts: options.allowedHosts ?? [] });
  registerConsole(app, { isControlled });
  try {
    await machines?.start(options.machinePorts);
    await app.listen({ port: options.port ?? 0, host });
    // After listening: an emulator that cannot listen must not change the snapshot.
    snapshot?.replace();
  } catch (error) {
    await app.close();
    await machines?.close();
    throw error;
  }
  const { port } = app.server.address() as AddressInfo;
  let closing: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    await app.close();
    await machines?.close();
    snapshot?.close();
    unlock?.();
  };
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    isControlled,
    clock,
    control,
    violations: replies?.violations ?? [],
    machinePorts: machines?.ports,
    close() {
      closing ??= stop();
      return closing;
    },
  };
}

/** Whether the request adds to the cloud. A full cloud still accepts logins, changes and deletes. */
const addsRows = ({ endpoint: { method, operation }, body }: Pending): boolean =>
  (method === 'post' && operation.operationId !== 'createToken') ||
  (operation.operationId === 'performVolumeAction' && (body as { action?: unknown }).action === 'clone');

/** Continues from a snapshot, and returns its generation. A time scale of the options replaces the snapshot's. */
function continueFrom(world: World, file: string, scale: number | undefined): number {
  const state = readSnapshot(file);
  if (state === undefined) return 0;
  try {
    checkRows(state, world.store);
    world.restore(state);
    world.check();
  } catch (error) {
    throw damaged(file, error);
  }
  if (scale !== undefined) world.clock.scale = scale;
  return state.generation;
}

/** All data that a reply shows is in the file before the reply is sent. */
function saveBeforeReplies(
  app: FastifyInstance,
  snapshot: SnapshotFile,
  logger: FastifyBaseLogger | undefined,
): void {
  app.addHook('onSend', (_, reply, payload, done) => {
    try {
      snapshot.save();
      done(null, payload);
    } catch (error) {
      logger?.error(error, 'the snapshot could not be written');
      const refusal = new CloudError(
        'server_error',
        'The snapshot of the cloud could not be written: check the free space and the permissions of its folder. What the request asked for may have taken effect.',
      );
      reply.code(refusal.status).header('content-type', jsonType);
      done(null, JSON.stringify(errorBody(refusal)));
    }
  });
}

/** The ports of machines are as a reply shows them before it is sent. */
function followBeforeReplies(app: FastifyInstance, machines: AnsweringMachines, clock: Clock): void {
  clock.onMove(() => void machines.follow());
  app.addHook('onSend', async () => {
    await machines.follow();
  });
}

function checkReplies(
  app: FastifyInstance,
  replies: ReplyCheck,
  exempt: WeakSet<FastifyRequest>,
  logger: FastifyBaseLogger | undefined,
): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const { endpoint } = request.routeOptions.config;
    if (endpoint !== undefined && !exempt.has(request)) {
      const violation = replies.check(endpoint, reply.statusCode, reply.getHeaders(), payload);
      if (violation !== undefined) logger?.error(violation, 'a reply differs from the contract');
    }
    done(null, payload);
  });
}
