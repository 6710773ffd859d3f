import type { ResourceDefinition } from '../../schema/define';
import type { Call, CallContext } from '../../run/call';
import { DEADLINE_ADVICE } from '../../run/call';
import { formatDuration } from '../../../core/values/duration';
import { nameIn } from '../../../core/urn';
import { conclude, status, warn } from '../../run/progress';
import type { Run } from '../../run/run';

/**
 * The call of a verb, with the deadline that the program sets, or else the resource.
 *
 * @param id the id of the resource; before it has one, its URN stands for it.
 */
export function callOf<I extends object, O extends object>(
  run: Run,
  { timeouts, extraTime }: ResourceDefinition<I, O>,
  verb: 'create' | 'update' | 'delete',
  context: CallContext,
  inputs: Partial<I>,
  id = context.urn,
): Call {
  const { urn, timeout = timeouts[verb] * 60_000 } = context;
  const signal = run.phase.stopped;
  const deadline = run.clock.now() + timeout + (extraTime?.(inputs) ?? 0);
  return {
    ...context,
    run,
    name: nameIn(urn),
    noteKey: id,
    deadline,
    signal,
    requests: {
      signal,
      // An order whose reply is not read has no id.
      finishesWrites: true,
      deadline,
      deadlineAdvice: DEADLINE_ADVICE,
      onHeld: ({ ahead }) => {
        const place = ahead > 0 ? `, ${String(ahead)} before it` : '';
        status(urn, `held by the rate limit of the cloud${place}`);
      },
    },
    status: (message) => {
      status(urn, message);
    },
    warn: (message) => {
      void warn(urn, message);
    },
  };
}

/**
 * Replaces the progress line of a resource that is done, which still shows the status of its last wait.
 *
 * @param how how the call ended, e.g. `ready`.
 * @param startedAt when it started, in ms on the run's clock.
 */
export function lastLine<I extends object, O extends object>(
  definition: ResourceDefinition<I, O>,
  { urn, run }: Call,
  how: 'ready' | 'accepted' | 'updated',
  startedAt: number,
): void {
  // A resource without an object in the cloud only waits, and its last line says how that ended.
  if (definition.delete) conclude(urn, `${how} after ${formatDuration(run.clock.now() - startedAt)}`);
}
