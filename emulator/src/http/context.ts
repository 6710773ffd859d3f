import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CloudError } from '../model/errors';
import { textOf } from '../contract/text';
import { hasEnded } from './requestLog';
import type { Caller, Identity, Origin } from '../model/events';

/** The caller of an open endpoint without a token. */
export const nobody = (request: FastifyRequest): Caller => ({
  projectId: '',
  clientId: '',
  userId: '',
  role: 'developer',
  ...originOf(request),
});

/** The address of the client, from the proxy's headers if there is a proxy, and its user agent. */
function originOf(request: FastifyRequest): Origin {
  const edge = request.headers['cf-connecting-ip'];
  return {
    ip: typeof edge === 'string' ? edge : request.ip,
    origin: request.headers['user-agent'] ?? '',
  };
}

/**
 * The address at which the caller reaches the API, such as `http://127.0.0.1:40123`. It has the scheme of
 * the request to the proxy, if there is one, and the server's own address if the caller sends no host, as in
 * HTTP/1.0.
 */
export function baseUrlOf({ headers, host, protocol, socket }: FastifyRequest): string {
  const [asked = ''] = String(headers['x-forwarded-proto'] ?? '').split(',');
  const scheme = /^https?$/.test(asked.trim()) ? asked.trim() : protocol;
  const { localAddress = '127.0.0.1', localPort } = socket;
  const own = `${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${String(localPort)}`;
  return `${scheme}://${host || own}`;
}

/** The client that an access token belongs to; undefined for a token that is not valid. */
export type Authenticate = (accessToken: string) => Identity | undefined;

/** The caller whose access token the request carries, if it is a valid one. */
export function callerOf(byAccessToken: Authenticate, request: FastifyRequest): Caller | undefined {
  const token = bearerToken(request.headers.authorization);
  const identity = token === undefined ? undefined : byAccessToken(token);
  if (identity === undefined) return undefined;
  const { projectId, clientId, userId, role } = identity;
  const { ip, origin } = originOf(request);
  return { projectId, clientId, userId, role, ip, origin };
}

const scheme = 'bearer ';

function bearerToken(header: string | undefined): string | undefined {
  if (header?.slice(0, scheme.length).toLowerCase() !== scheme) return undefined;
  return header.slice(scheme.length).trim();
}

/** Whether the request announces a body. */
export const hasBody = (headers: IncomingHttpHeaders): boolean =>
  Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;

export const jsonType = 'application/json; charset=utf-8';

/** Sends JSON, also for a string; sends no body for undefined. */
export const send = (reply: FastifyReply, status: number, body: unknown): FastifyReply =>
  body === undefined ? sendText(reply, status) : sendText(reply, status, textOf(body), jsonType);

/** Sends a text as it is. */
export function sendText(
  reply: FastifyReply,
  status: number,
  text?: string | Buffer,
  type?: string,
): FastifyReply {
  hasEnded(reply.request.logged, status);
  if (type !== undefined) reply.header('content-type', type);
  return reply.code(status).send(text);
}

/** The error body of the API. */
export const errorBody = ({
  code,
  message,
}: {
  code: string;
  message: string;
}): { code: string; message: string } => ({
  code,
  message,
});

interface HttpError {
  statusCode?: number;
  message?: string;
}

/** Turns an error into the reply that the client gets. It reveals nothing internal. */
export function toCloudError(error: unknown): CloudError {
  if (error instanceof CloudError) return error;
  const { statusCode = 500, message = '' } = error as HttpError;
  if (statusCode === 413)
    return new CloudError('invalid_request', 'The request body is larger than 1 MiB.', 413);
  if (statusCode < 500) return new CloudError('invalid_request', message || 'The request is invalid.', 400);
  return new CloudError('server_error', 'Something went wrong on the side of the service.');
}
