import fastify, { LogController } from 'fastify';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { CloudError, forbidden, notFound, unauthorized } from '../cloud/errors';
import { callerOf, errorBody, send, toCloudError } from './context';
import type { Cloud } from '../cloud/cloud';
import type { RateLimits } from './rateLimits';
import type { LoggedRequest, RequestLog } from './requestLog';

declare module 'fastify' {
  interface FastifyRequest {
    logged: LoggedRequest | undefined;
  }
}

export interface ServerParts {
  cloud: Cloud;
  /** Left out, requests are not limited. */
  rateLimits?: RateLimits | undefined;
  requestLog: RequestLog;
  logger?: FastifyBaseLogger | undefined;
}

const mebibyte = 1024 * 1024;

/** The HTTP server without its routes: bodies, tokens, limits, errors and the log of requests. */
export function createServer({ cloud, rateLimits, requestLog, logger }: ServerParts): FastifyInstance {
  const app: FastifyInstance = fastify({
    bodyLimit: mebibyte,
    // An id of any length is an id: what it is not is told by 404.
    routerOptions: { maxParamLength: 16_384 },
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
    ...(logger !== undefined && { loggerInstance: logger }),
  });
  app.decorateRequest('caller', undefined);
  app.decorateRequest('logged', undefined);
  acceptJson(app);

  app.addHook('onRequest', (request, reply, done) => {
    const path = pathOf(request);
    if (!isApi(path)) {
      done();
      return;
    }
    cloud.settle();
    request.caller = callerOf(cloud, request);
    log(requestLog, request);
    const { endpoint, isOpen = endpoint?.isOpen } = request.routeOptions.config;
    if (request.caller === undefined) {
      done(isOpen === true ? undefined : unauthorized(tokenAdvice(request)));
      return;
    }
    const verdict = rateLimits?.count(request.caller.projectId, request.method, path);
    if (verdict !== undefined) reply.headers(verdict.headers);
    if (verdict?.retryAfter !== undefined) {
      reply.header('Retry-After', verdict.retryAfter);
      done(tooMany(verdict.exceeded, verdict.retryAfter));
      return;
    }
    done();
  });

  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.logged !== undefined) request.logged.status = reply.statusCode;
    done(null, payload);
  });

  app.addHook('onResponse', (request, reply, done) => {
    const { logged } = request;
    if (logged !== undefined)
      request.log.info({ ...logged, milliseconds: Math.round(reply.elapsedTime) }, 'request');
    done();
  });

  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request);
    const error = isApi(path) ? forbidden('Insufficient scope') : notFound(`There is no path ${path}.`);
    return send(reply, error.status, errorBody(error));
  });

  app.setErrorHandler((error, request, reply) => {
    const answer = toCloudError(error);
    if (answer.status >= 500 && !(error instanceof CloudError)) request.log.error(error);
    return send(reply, answer.status, errorBody(answer));
  });
  return app;
}

/** Every body is JSON, whatever its content type says; an empty one is none. */
function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('remove', 'remove');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (request, body, done) => {
    const { endpoint } = request.routeOptions.config;
    // Where no body is expected, whatever is sent as one is ignored.
    if (body.length === 0 || (endpoint !== undefined && endpoint.operation.requestBody === undefined)) {
      done(null, undefined);
      return;
    }
    void parse(request, body.toString(), (error, value) => {
      done(
        error === null ? null : new CloudError('invalid_request', 'The request body is not valid JSON.'),
        value,
      );
    });
  });
}

const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? '';

const isApi = (path: string): boolean => path === '/v1' || path.startsWith('/v1/');

function tokenAdvice(request: FastifyRequest): string {
  return request.headers.authorization === undefined
    ? 'The access token is missing. Send it as "Authorization: Bearer <token>".'
    : 'The access token is invalid or has expired. Get a new one with POST /v1/oauth2/token.';
}

function tooMany(limit: string | undefined, seconds: number): CloudError {
  return new CloudError(
    'rate_limit_exceeded',
    `Too many requests: the ${limit ?? ''} limit is used up. Try again in ${seconds} s.`,
  );
}

function log(requestLog: RequestLog, request: FastifyRequest): void {
  request.logged = {
    at: new Date().toISOString(),
    method: request.method,
    url: request.url,
    operationId: request.routeOptions.config.endpoint?.operation.operationId,
    clientId: request.caller?.clientId,
    status: null,
  };
  requestLog.add(request.logged);
}
