import { TransportError } from '../../errors';
import type { Request } from '../handler';

/** Whether a wait until then exceeds the caller's deadline. Requests that undo earlier ones ignore the deadline. */
export const isTooLate = ({ deadline, takesBack }: Request, until: number): boolean =>
  deadline !== undefined && !takesBack && until > deadline && until !== Infinity;

/** What to do about a request whose deadline is too early. */
export const remedy = ({ deadlineAdvice }: Request): string =>
  deadlineAdvice === undefined ? 'Run again later.' : `${deadlineAdvice}, or run again later.`;

/** Explains why a request is not sent, or not sent again. */
export function tooLate(request: Request, until: number, now: number): string {
  const left = Math.max(0, (request.deadline ?? 0) - now);
  return `It would have to wait ${span(until - now)}, and ${span(left)} are left for it. ${remedy(request)}`;
}

export const tooLateError = (request: Request, until: number, now: number): TransportError =>
  new TransportError(
    `${request.operation} is held by the rate limit of the cloud. ${tooLate(request, until, now)}`,
    { operation: request.operation, code: 'deadline' },
  );

function span(ms: number): string {
  if (ms >= 3_600_000) return `${round(ms / 3_600_000)} h`;
  return ms >= 60_000 ? `${round(ms / 60_000)} min` : `${Math.round(ms / 1_000)} s`;
}

const round = (value: number): number => Math.round(value * 10) / 10;
