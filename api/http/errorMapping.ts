import type { ErrorDetails } from '../errors';
import {
  CloudComputeError,
  ConflictError,
  ForbiddenError,
  InsufficientFundsError,
  InvalidRequestError,
  NoCapacityError,
  NotFoundError,
  RateLimitedError,
  ServerError,
  UnauthorizedError,
} from '../errors';
import type { Wording } from '../wording';
import { printable } from '../printable';
import { parseJson, textOf } from './decode';
import type { Layer, Request, Response } from './handler';
import type { Redaction } from './log/redaction';
import { secretsIn } from './log/redaction';
import { retryAfterMs } from './time/retryAfter';

type Names = Pick<Wording, 'baseUrl'>;

/** Converts every response except a success to an error. */
export const errorMapping =
  (redaction: Redaction, names: Names): Layer =>
  (next) =>
  async (request) => {
    const response = await next(request);
    if (response.status >= 200 && response.status < 300) return response;
    throw errorOf(request, response, redaction, names);
  };

/** The error class of a status, and its remedy. */
interface Meaning {
  readonly error: new (message: string, details: ErrorDetails) => CloudComputeError;
  readonly remedy: string;
}

const MEANINGS: Readonly<Record<number, Meaning>> = {
  400: { error: InvalidRequestError, remedy: '' },
  401: {
    error: UnauthorizedError,
    remedy:
      'The token was renewed again and again and is still refused, though the credentials are accepted: ask whether they may use this project.',
  },
  402: { error: InsufficientFundsError, remedy: 'Top up the balance of the project, then run again.' },
  403: { error: ForbiddenError, remedy: '' },
  404: { error: NotFoundError, remedy: '' },
  409: { error: ConflictError, remedy: '' },
  429: {
    error: RateLimitedError,
    remedy: 'Other programs use up the limits of this project; run again later.',
  },
};
const NO_CAPACITY: Meaning = {
  error: NoCapacityError,
  remedy: 'Try another location or type, or wait for capacity.',
};
const SERVER: Meaning = {
  error: ServerError,
  remedy: 'The fault is on the side of the cloud; run again later.',
};
const redirect = ({ baseUrl }: Names): Meaning => ({
  error: CloudComputeError,
  remedy: `Redirects are not followed, so that the token stays with this address: check ${baseUrl}.`,
});
/** Paths that the API always has: a 404 for them comes from another server. */
const EVERYWHERE = ['/v1/oauth2/token', '/v1/instance-types'];
const otherServer = ({ baseUrl }: Names): Meaning => ({
  error: NotFoundError,
  remedy: `The address belongs to another server: check ${baseUrl}.`,
});
const OTHER: Meaning = { error: CloudComputeError, remedy: '' };

/** The cloud's own message comes first: only it explains quotas, forbidden states and duplicates. */
function errorOf(
  request: Request,
  response: Response,
  redaction: Redaction,
  names: Names,
): CloudComputeError {
  const { status, headers } = response;
  const reported = bodyOf(response, (text) => redaction.text(text, secretsIn(request.body)));
  const { error: ErrorClass, remedy } = meaningOf(request, status, reported.code, names);
  const mayHaveArrived = ErrorClass === ServerError && !request.onlyReads;
  const requestId = headers['x-request-id'] && printable(headers['x-request-id']);
  const message = [
    `${request.operation} was answered with ${status}${reported.code ? ` ${reported.code}` : ''}${reported.detail ? `: ${sentence(reported.detail)}` : '.'}`,
    remedy,
    mayHaveArrived ? 'The request may have taken effect.' : '',
    requestId ? `(Request id ${requestId}.)` : '',
  ];
  return new ErrorClass(message.filter(Boolean).join(' '), {
    operation: request.operation,
    status,
    ...reported,
    requestId,
    mayHaveArrived,
    retryAfterMs: retryAfterMs(headers),
  });
}

function meaningOf(request: Request, status: number, code: string | undefined, names: Names): Meaning {
  // Without a code of the API the response is from a proxy, and the machine may have been ordered.
  if (status === 503 && isDeploy(request) && code === 'service_unavailable') return NO_CAPACITY;
  if (status >= 500) return SERVER;
  if (status === 404 && EVERYWHERE.includes(request.path)) return otherServer(names);
  return MEANINGS[status] ?? (status >= 300 && status < 400 ? redirect(names) : OTHER);
}

const isDeploy = ({ method, path }: Request): boolean =>
  method === 'POST' && (path === '/v1/instances' || path === '/v1/clusters');

/** The length to which an unknown error page is shortened. */
const LONGEST_DETAIL = 500;
/** The length of the text that is searched for secrets, longer than the shown text. */
const LONGEST_READ = 20_000;

function bodyOf({ body }: Response, redact: (text: string) => string): { code?: string; detail?: string } {
  const text = textOf(body).trim();
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    // Not a response of the API but, for example, a page of a proxy: its HTML tags are removed.
    value = { message: text.replace(/<(style|script)[\s\S]*?<\/\1>|<[^>]*>/gi, ' ').replace(/\s+/g, ' ') };
  }
  const { code, message } =
    typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  const detail =
    typeof message === 'string' ? redact(message.slice(0, LONGEST_READ)).trim().slice(0, LONGEST_DETAIL) : '';
  return {
    ...(typeof code === 'string' && { code: printable(redact(code)) }),
    ...(detail !== '' && { detail: printable(detail) }),
  };
}

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
