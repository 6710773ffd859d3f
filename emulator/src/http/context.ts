import type { FastifyReply, FastifyRequest } from 'fastify';
import { CloudError } from '../cloud/errors';
import type { Caller } from '../cloud/events';
import type { Cloud } from '../cloud/cloud';

/** Who asks on an open endpoint without a token. */
export const nobody: Caller = {
  projectId: '',
  clientId: '',
  userId: '',
  role: 'developer',
  ip: '',
  origin: '',
};

/** The caller whose access token the request carries, if it is a valid one. */
export function callerOf(cloud: Cloud, request: FastifyRequest): Caller | undefined {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ');
  if (scheme?.toLowerCase() !== 'bearer' || token === undefined) return undefined;
  const client = cloud.access.byAccessToken(token);
  if (client === undefined) return undefined;
  const edge = request.headers['cf-connecting-ip'];
  return {
    projectId: client.projectId,
    clientId: client.id,
    userId: client.userId,
    role: client.role,
    ip: typeof edge === 'string' ? edge : request.ip,
    origin: request.headers['user-agent'] ?? '',
  };
}

/** Sends JSON, also where it is a bare string; nothing at all without a body. */
export function send(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  reply.code(status);
  if (body === undefined) return reply.send();
  return reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(body));
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

/** What an error says to the client. Nothing of the inside is told. */
export function toCloudError(error: unknown): CloudError {
  if (error instanceof CloudError) return error;
  const { statusCode = 500, message = '' } = error as HttpError;
  if (statusCode === 413)
    return new CloudError('invalid_request', 'The request body is larger than 1 MiB.', 413);
  if (statusCode < 500) return new CloudError('invalid_request', message || 'The request is invalid.', 400);
  return new CloudError('server_error', 'Something went wrong on the side of the service.');
}
