import type { ResourceDefinition } from '../../schema/define';
import type { Call, CallContext } from '../../session/call';
import { nameIn } from '../../../core/urn';
import { status, warn } from '../../session/progress';
import { currentSession } from '../../session/session';

/** The call of a verb, with the deadline that the program sets, or else the resource. */
export function callOf<I extends object, O extends object>(
  { timeouts, extraTime }: ResourceDefinition<I, O>,
  verb: 'create' | 'update' | 'delete',
  context: CallContext,
  inputs: Partial<I>,
): Call {
  const { urn, timeout = timeouts[verb] * 60_000 } = context;
  const session = currentSession();
  const { signal } = session.engineExited;
  const deadline = session.clock.now() + timeout + (extraTime?.(inputs) ?? 0);
  return {
    ...context,
    session,
    name: nameIn(urn),
    deadline,
    signal,
    requests: {
      signal,
      deadline,
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
