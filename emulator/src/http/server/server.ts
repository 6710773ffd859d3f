import { isUtf8 } from 'node:buffer';
import fastify from 'fastify';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply } from 'fastify';
import { CloudError, forbidden, notFound } from '../../model/errors';
import { errorBody, send, toCloudError } from '../context';
import { fieldsOf, takesForms, withBasicCredentials } from './credentials';
import { createGate, pathOf } from '../gate';
import { refuseMalformed, refuseUnusual } from './malformed';
import { loggedRequest } from '../requestLog';
import { keepTicksFast } from './ticks';
import type { GateParts } from '../gate';

export interface ServerParts extends GateParts {
  logger?: FastifyBaseLogger | undefined;
}

const mebibyte = 1024 * 1024;

/** Where the API is served. */
const root = '/v1';

/** Routes have no schemas: the contract has them. Fastify's compilers, which load slowly, are not needed. */
const unused = (): never => {
  throw new Error('A route has a schema of its own, which is not in the contract.');
};

/** The HTTP server without its routes: bodies, tokens, limits, errors and the log of requests. */
export function createServer({ logger, ...parts }: ServerParts): FastifyInstance {
  keepTicksFast();
  const answerError = (error: unknown, reply: FastifyReply): FastifyReply => {
    const answer = toCloudError(error);
    if (answer.status >= 500 && !(error instanceof CloudError)) logger?.error(error);
    return send(reply, answer.status, errorBody(answer));
  };
  // Fastify does not get the logger: it would make a child logger for every request.
  const app: FastifyInstance = fastify({
    bodyLimit: mebibyte,
    // Ids may have any length: an unknown one is answered by 404.
    routerOptions: { maxParamLength: 16_384 },
    forceCloseConnections: true,
    // `refuseUnusual` does it, with the error body of the API.
    http: { requireHostHeader: false },
    schemaController: { compilersFactory: { buildValidator: unused, buildSerializer: unused } },
    frameworkErrors: (error, _, reply) => {
      answerError(error, reply);
    },
    clientErrorHandler: refuseMalformed,
  });
  // Node.js would send real time, but the cloud's time may run faster or stand still.
  app.addHook('onSend', (_request, reply, payload, done) => {
    reply.header('date', new Date(parts.world.now()).toUTCString());
    done(null, payload);
  });
  app.decorateRequest('caller', undefined);
  app.decorateRequest('logged', undefined);
  refuseUnusual(app);
  acceptBodies(app);
  if (logger !== undefined && logsRequests(logger)) logRequests(app, logger);

  const gate = createGate(parts);
  app.addHook('onRoute', (route) => {
    if (route.url === root || route.url.startsWith(`${root}/`)) route.onRequest = gate(route);
  });
  void app.register(
    (api, _, done) => {
      api.addHook('onRequest', gate({}));
      const refuse = (): CloudError => forbidden('Insufficient scope');
      // Before the body is read: an undocumented path is refused whatever its body is.
      api.addHook('onRequest', (_request, _reply, next) => {
        next(refuse());
      });
      api.setNotFoundHandler((_request, reply) => answerError(refuse(), reply));
      done();
    },
    { prefix: root },
  );
  app.setNotFoundHandler((request, reply) =>
    answerError(notFound(`There is no path ${pathOf(request.url)}.`), reply),
  );
  app.setErrorHandler((error, _, reply) => answerError(error, reply));
  return app;
}

/**
 * Reads every body as JSON whatever its content type is, except forms where the contract accepts them. An empty body
 * counts as no body.
 */
function acceptBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('remove', 'remove');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (request, body, done) => {
    const { endpoint } = request.routeOptions.config;
    // A body that the contract does not expect is ignored.
    if (body.length === 0 || (endpoint !== undefined && endpoint.operation.requestBody === undefined)) {
      done(null, undefined);
      return;
    }
    if (!isUtf8(body)) {
      done(new CloudError('invalid_request', 'The request body is not valid UTF-8.'));
      return;
    }
    const text = body.toString();
    const forms = takesForms(request);
    const fields = forms ? fieldsOf(request, text) : undefined;
    const finish = (value: unknown): void => {
      done(null, forms ? withBasicCredentials(request, value) : value);
    };
    if (fields !== undefined) {
      finish(fields);
      return;
    }
    void parseJson(request, text, (error, value) => {
      if (error === null) finish(value);
      else done(new CloudError('invalid_request', 'The request body is not valid JSON.'));
    });
  });
}

const quiet: ReadonlySet<string> = new Set(['warn', 'error', 'fatal', 'silent']);

/** Whether requests are logged. Checking once is faster than checking for every request. */
const logsRequests = ({ level }: FastifyBaseLogger): boolean => !quiet.has(level);

function logRequests(app: FastifyInstance, logger: FastifyBaseLogger): void {
  app.addHook('onResponse', ({ logged }, reply, done) => {
    if (logged !== undefined)
      logger.info({ ...loggedRequest(logged), milliseconds: Math.round(reply.elapsedTime) }, 'request');
    done();
  });
}
