import type { Instance } from '../../api';
import { isGoing } from '../../core/statuses';
import type { Call } from '../run/call';
import { RefusedError, refusalOf } from '../run/errors';
import { DeploymentFailed } from './create/deploymentFailed';
import type { PowerState } from './machine';
import { hasEnded, isReady, machineStatuses } from './machine';
import type { WaitDecision } from '../polling/collection';
import { DeadlineError } from '../polling/deadline';
import { untilReady } from '../polling/statusRule';
import type { OffWindow } from '../run/power';
import { waitFor } from '../lifecycle/waiting/waitFor';
import { nameAndId } from '../checks/messages';
import { formatDuration } from '../../core/values/duration';

export type { PowerState };

/** How long a machine may take to shut down before the shutdown is forced, in ms. */
export const GRACEFUL_MS = 3 * 60_000;

/** How often to check whether other resources still need a machine off, in ms. */
const POLL_MS = 500;

/** A machine cannot reach the desired power state. */
export class PowerError extends Error {
  override readonly name = 'PowerError';
}

/** Work needs a machine to be off, and the program does not allow the provider to stop it. */
export class ShutdownNotAllowedError extends RefusedError {
  override readonly name = 'ShutdownNotAllowedError';
}

const untilPowerState =
  (id: string, desired: PowerState) =>
  (instance: Instance | undefined): WaitDecision<Instance> => {
    if (!instance) return { state: 'failed', error: new PowerError(`The instance ${id} is gone.`) };
    if (instance.status === desired) return { state: 'done', value: instance };
    if (hasEnded(instance)) {
      return {
        state: 'failed',
        error: new PowerError(
          `The instance ${nameAndId(instance)} is ${instance.status} and cannot become ${desired}.`,
        ),
      };
    }
    return { state: 'waiting', status: instance.status };
  };

const untilStable = (id: string) =>
  untilReady<Instance>(machineStatuses, (found) => new DeploymentFailed('instance', id, found));

/**
 * Starts a machine or shuts it down, and returns when that is done. A shutdown that takes too long is forced.
 *
 * @param latest when it must be done, in ms on the run's clock; it may become later meanwhile.
 */
export async function setPower(
  call: Call,
  id: string,
  desired: PowerState,
  latest = () => call.deadline,
): Promise<Instance> {
  const { instances } = call.run;
  const current = await instances.get(id);
  if (current?.status === desired) return current;
  await act(call, id, desired === 'running' ? 'start' : 'shutdown');
  const doing = desired === 'running' ? 'starting' : 'shutting down';
  const waitUntilReached = async (deadline: number): Promise<Instance | undefined> => {
    const isLast = deadline >= call.deadline;
    const until = isLast ? latest() : deadline;
    try {
      return await waitFor(call, instances, id, doing, untilPowerState(id, desired), { deadline: until });
    } catch (error) {
      if (!(error instanceof DeadlineError && isLast && latest() > until)) throw error;
      return waitUntilReached(latest());
    }
  };
  if (desired === 'running') return present(await waitUntilReached(call.deadline));
  return present(
    await withForcedFallback(call, GRACEFUL_MS, waitUntilReached, async (waited) => {
      call.warn(`Did not shut down by itself within ${waited}: forcing it.`);
      await act(call, id, 'force_shutdown');
    }),
  );
}

function present(instance: Instance | undefined): Instance {
  if (!instance) throw new PowerError('The instance is gone.');
  return instance;
}

/** Sends one action for one instance; an action that its status already satisfies is a success. */
export async function act(
  call: Call,
  id: string,
  action: 'start' | 'shutdown' | 'force_shutdown',
): Promise<void> {
  const results = await call.run.client.instances.perform({ action, id }, call.requests);
  call.run.instances.invalidate();
  const failed = results.find(({ status }) => status === 'error');
  if (failed) throw new PowerError(`The instance ${id} refused the action ${action}: ${refusalOf(failed)}.`);
}

/**
 * Runs `work` while a machine is shut down. Several resources that need the same machine off at the same time
 * share one stop and one start; a resource that comes during the start waits until it is over. A resource that may not
 * stop it is refused, also if another one has stopped it. The stop may last until the latest of their deadlines.
 *
 * @param allowed whether the program allows the provider to stop a running machine.
 */
export async function whileOff<T>(
  call: Call,
  id: string,
  allowed: boolean,
  why: string,
  work: () => Promise<T>,
): Promise<T> {
  const { offWindows: open, changes, wereOff } = call.run.power;
  const earlier = () => open.get(id)?.closing ?? changes.get(id);
  // A machine still runs for a time after the request to shut it down, and would be started again.
  while (earlier()) await earlier();
  if (!allowed) {
    await mustBeOff(call, id, why, open.get(id));
    while (earlier()) await earlier();
  }
  const shared = open.get(id) ?? openWindow(call, id, open);
  shared.holders += 1;
  shared.reasons.add(why);
  shared.deadline = Math.max(shared.deadline, call.deadline);
  wereOff.add(id);
  const close = async () => {
    shared.holders -= 1;
    if (shared.holders > 0) return;
    const restart = startAgain(call, id, shared);
    shared.closing = restart.then(
      () => void open.delete(id),
      () => void open.delete(id),
    );
    await restart;
  };
  let result: T;
  try {
    await shared.wasRunning;
    result = await work();
  } catch (error) {
    // The first error says more than a failed restart, which the user learns as well.
    await close().catch((other: unknown) => {
      call.warn(`The instance ${id} was not started again: ${(other as Error).message}`);
    });
    throw error;
  }
  await close();
  return result;
}

/**
 * Brings a machine into the power state that the program declares, once no other resource needs it off: that would start
 * it again.
 *
 * @param now the status that it had before.
 */
export async function applyPowerState(
  call: Call,
  id: string,
  desired: PowerState,
  now: string,
): Promise<void> {
  const { clock, intentLog, power } = call.run;
  const { offWindows: open } = power;
  while (open.has(id)) await clock.sleep(POLL_MS, call.signal);
  const mayDiffer = desired !== now || power.wereOff.has(id);
  // If the run is killed, and the program then declares it as running again, its diff shows no change.
  if (desired === 'offline' && mayDiffer) intentLog.addStop(call.noteKey, id);
  if (mayDiffer) await changePower(call, id, desired);
  // The resource that needs it off by now removes the note when it has started it again.
  if (desired === 'running' && !open.has(id)) intentLog.removeStops(id);
}

/** Brings a machine into a power state. No other resource needs it off meanwhile. */
export async function changePower(call: Call, id: string, desired: PowerState): Promise<Instance> {
  const { changes } = call.run.power;
  const change = setPower(call, id, desired);
  changes.set(
    id,
    change.catch(() => undefined),
  );
  try {
    return await change;
  } finally {
    changes.delete(id);
  }
}

/** Shuts a machine down that the program declares as offline, and leaves it off. */
export async function shutDownForGood(call: Call, { id, status }: Instance): Promise<void> {
  const { intentLog } = call.run;
  intentLog.removeStops(id);
  if (status === 'running') intentLog.addStop(call.noteKey, id);
  await changePower(call, id, 'offline');
}

function openWindow(call: Call, id: string, open: Map<string, OffWindow>): OffWindow {
  const opened: OffWindow = {
    ...{ holders: 0, reasons: new Set(), deadline: call.deadline, wasRunning: Promise.resolve(false) },
  };
  open.set(id, opened);
  opened.wasRunning = stopIfRunning(call, id, opened);
  return opened;
}

async function startAgain(call: Call, id: string, { wasRunning, deadline }: OffWindow): Promise<void> {
  if (!(await wasRunning.catch(() => false))) return;
  try {
    await setPower(call, id, 'running', () => deadline);
    call.run.intentLog.removeStops(id);
  } catch (error) {
    // Another resource of the run may have deleted the machine meanwhile.
    const machine = await call.run.instances.get(id);
    if (machine && !isGoing(machine)) throw error;
  }
}

/**
 * Returns a machine when it is running or shut down, because it accepts no action before that. Undefined if
 * it is gone.
 */
export async function stableInstance(call: Call, id: string): Promise<Instance | undefined> {
  const { instances } = call.run;
  const now = await instances.get(id);
  return now && !isReady(now)
    ? waitFor(call, instances, id, 'waiting until it is running or offline', untilStable(id))
    : now;
}

async function stopIfRunning(call: Call, id: string, window: OffWindow): Promise<boolean> {
  const instance = await stableInstance(call, id);
  if (instance?.status === 'offline') return isLeftOff(call, instance);
  if (!instance) return false;
  call.run.intentLog.addStop(call.noteKey, id);
  window.isStopped = true;
  try {
    await setPower(call, id, 'offline', () => window.deadline);
  } catch (error) {
    if (!(error instanceof DeadlineError || error instanceof PowerError)) throw error;
    throw new PowerError(`${[...window.reasons].join(', ')}: ${error.message}`, { cause: error });
  }
  return true;
}

/** @throws ShutdownNotAllowedError if the machine runs, or another resource has stopped it only for a time. */
async function mustBeOff(call: Call, id: string, why: string, window: OffWindow | undefined): Promise<void> {
  await window?.wasRunning.catch(() => false);
  const instance = await stableInstance(call, id);
  if (!instance || (instance.status === 'offline' && !window?.isStopped)) return;
  const status = window?.isStopped ? 'shut down only because another resource may do that' : instance.status;
  throw new ShutdownNotAllowedError(
    `${why} needs the instance ${nameAndId(instance)} to be shut down, and it is ${status}. ` +
      'Set allowShutdown: true on this resource to stop it for that and start it again, or set powerState: "offline" ' +
      'on the instance.',
  );
}

/** Whether an earlier run on this computer has shut a machine of this program down for a change, and did not start it. */
export function isLeftOff({ run }: Call, { id, status }: Instance): boolean {
  const { powerState } = (run.program.inputsOf(run.things.urnOf(id) ?? '') ?? {}) as {
    powerState?: PowerState;
  };
  // The killed run may have shut it down because it is declared so.
  if (powerState === 'offline') return false;
  // Somebody may have started a machine that this program does not declare, and shut it down on purpose.
  return status !== 'running' && run.things.has(id) && run.intentLog.leftOffAt(id) !== undefined;
}

/** Removes the note about a machine that somebody has started. */
export function forgetStops({ run: { intentLog } }: Call, { id, status }: Instance): void {
  if (status !== 'running') return;
  const leftOffAt = intentLog.leftOffAt(id);
  // A machine still runs for a time after the request.
  if (leftOffAt !== undefined && Date.now() - leftOffAt > GRACEFUL_MS) intentLog.removeStops(id);
}

/**
 * Waits for something that usually happens by itself. If it has not happened after a while, forces it and waits
 * again, until the deadline of the call.
 *
 * @param graceMs how long to wait before forcing, in ms; at most half of the time that the call has left.
 * @param force gets the time that was waited, in words.
 */
export async function withForcedFallback<T>(
  call: Call,
  graceMs: number,
  wait: (deadline: number) => Promise<T>,
  force: (waited: string) => Promise<void>,
): Promise<T> {
  const now = call.run.clock.now();
  const grace = Math.min(graceMs, (call.deadline - now) / 2);
  try {
    return await wait(now + grace);
  } catch (error) {
    if (!(error instanceof DeadlineError) || grace <= 0) throw error;
    await force(formatDuration(grace));
    return wait(call.deadline);
  }
}
