import type { InstanceStatus } from '#contract';
import { invalidRequest } from '../../model/errors';
import { finalStatus, statusOf } from '../../model/time/timelines';
import type { Durations } from '../../model/settings';
import type { Living, Step } from '../../model/time/timelines';

export type PowerAction = 'boot' | 'start' | 'shutdown' | 'force_shutdown';

/** The steps that switch a machine on or off. */
export interface PowerChange {
  /** The action code to record at once. */
  event: 'start' | 'shutdown';
  steps: Step<InstanceStatus>[];
}

/** Statuses that lead to `running` without an action. */
const starting: ReadonlySet<InstanceStatus> = new Set(['provisioning', 'validating']);

/** Undefined when there is nothing to do; 400 when the status of the machine does not allow it. */
export function powerChange(
  action: PowerAction,
  machine: Living<InstanceStatus>,
  name: string,
  durations: Durations,
): PowerChange | undefined {
  return action === 'boot' || action === 'start'
    ? start(machine, name, durations)
    : shutdown(machine, name, action === 'force_shutdown', durations);
}

function start(machine: Living<InstanceStatus>, name: string, durations: Durations): PowerChange | undefined {
  const status = statusOf(machine);
  const stays = finalStatus(machine) !== 'offline';
  if (status === 'offline') {
    const running = { status: 'running', after: durations.startSeconds, event: 'start:complete' } as const;
    return { event: 'start', steps: [{ status: 'provisioning' }, running] };
  }
  if ((status === 'running' && stays) || starting.has(status)) return undefined;
  throw refusal(name, status, status === 'running' ? 'started while it shuts down' : 'started');
}

/** The machine runs until it is offline, and is billed all the time. A forced shutdown is faster. */
function shutdown(
  machine: Living<InstanceStatus>,
  name: string,
  isForced: boolean,
  durations: Durations,
): PowerChange | undefined {
  const status = statusOf(machine);
  const goesDown = status === 'running' && finalStatus(machine) === 'offline';
  if (status === 'offline' || (goesDown && !isForced)) return undefined;
  if (status !== 'running') throw refusal(name, status, 'shut down');
  const after = isForced ? durations.forceShutdownSeconds : durations.shutdownSeconds;
  return { event: 'shutdown', steps: [{ status: 'offline', after, event: 'shutdown:complete' }] };
}

const refusal = (name: string, status: InstanceStatus, what: string): Error =>
  invalidRequest(`${name} is ${status} and cannot be ${what}.`);
