import { InvalidRequestError } from '../errors';
import { refused, shown } from './given';
import type { Method, SentAt } from '../options';
import type { Call } from './send';
import type { Request } from './handler';
import { isIdempotent } from './retry/isIdempotent';

/** Paths that need no token: the catalogues, the schema and the reference. */
const OPEN =
  /^\/v1\/((instance|cluster|container|volume)-types|long-term\/periods(\/.*)?|openapi\.json|docs(\/.*)?)$/;

/**
 * Converts a call to a request for the handler chain.
 *
 * @param writes aborts when no more writes may be sent.
 */
export function requestOf(call: Call, writes: AbortSignal): Request {
  const { method, path, query, expects, signal, deadline, deadlineAdvice, onHeld } = call;
  mustBeSendable(call);
  const bodyAt = typeof call.body === 'function' ? (call.body as (...sent: SentAt) => unknown) : undefined;
  const body = bodyAt ? bodyAt(Date.now(), 'sample') : call.body;
  if (!path.startsWith('/') || /[?#\s]/.test(path)) {
    throw new InvalidRequestError(
      `${JSON.stringify(path)} is not a path: it begins with a slash, and parameters are passed as \`query\`.`,
      { operation: `${method} ${path}`, code: 'invalid_request' },
    );
  }
  const onlyReads = method === 'GET' || call.onlyReads === true;
  return {
    method,
    path,
    query,
    body,
    bodyAt,
    expects,
    onlyReads,
    operation: `${method} ${path}`,
    open: method === 'GET' && OPEN.test(path),
    isIdempotent: call.isIdempotent ?? (onlyReads || isIdempotent(method, body)),
    signal,
    finishes: !onlyReads && call.finishesWrites === true,
    stop: onlyReads || call.takesBack ? undefined : writes,
    deadline,
    deadlineAdvice,
    takesBack: call.takesBack ?? false,
    onHeld,
  };
}

const METHODS: readonly unknown[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] satisfies Method[];

/**
 * @throws InvalidRequestError if the method, the path or an option cannot be used: in JavaScript, no compiler refuses
 * them.
 */
function mustBeSendable({ method, path, signal, query }: Call): void {
  if (!METHODS.includes(method))
    throw refused('The request', `its method is ${shown(method)}. Pass one of ${METHODS.join(', ')}.`);
  const [given, stops, asked]: unknown[] = [path, signal ?? undefined, query ?? undefined];
  if (typeof given !== 'string')
    throw refused(`The ${method} request`, `its path is ${shown(given)}. Pass a path such as "/v1/balance".`);
  if (stops !== undefined && !(stops instanceof EventTarget && 'aborted' in stops))
    throw refused(
      `${method} ${path}`,
      `the option signal is ${shown(stops)}. Pass the signal of an AbortController.`,
    );
  if (asked !== undefined && (typeof asked !== 'object' || Array.isArray(asked)))
    throw refused(
      `${method} ${path}`,
      `the option query is ${shown(asked)}. Pass an object, { name: value }.`,
    );
}
