import type { IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import fastify from 'fastify';
import type * as Swagger from '@fastify/swagger';
import type * as SwaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { forbidden } from '../../model/errors';
import { document, endpoints } from '../../contract/document';
import { errorBody, send } from '../context';
import { hasEnded } from '../requestLog';
import type { Endpoint } from '../../contract/document';
import type { Entry } from '../requestLog';

const load = createRequire(__filename);

/** The log entries of requests that were passed to the page. */
const entries = new WeakMap<IncomingMessage, Entry>();

/**
 * The browser page of the API reference with all its files: it needs no network. It is a separate server, created at
 * the first request so that the emulator starts faster. Then `prepare` gets it.
 */
export function registerReference(app: FastifyInstance, prepare: (page: FastifyInstance) => void): void {
  const endpoint = endpoints.find(({ operation }) => operation.operationId === 'getDocs');
  if (endpoint === undefined) throw new Error('The contract has no operation getDocs.');
  let page: Promise<Serve> | undefined;
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    page ??= pageOf(endpoint, prepare);
    pass(request, reply, await page);
    return reply;
  };
  app.get(endpoint.path, { config: { endpoint } }, handler);
  app.get(`${endpoint.path}/`, { config: { endpoint } }, handler);
  app.get(`${endpoint.path}/*`, { config: { isOpen: true } }, handler);
}

type Serve = FastifyInstance['routing'];

async function pageOf(endpoint: Endpoint, prepare: (page: FastifyInstance) => void): Promise<Serve> {
  const { fastifySwagger } = load('@fastify/swagger') as typeof Swagger;
  const { fastifySwaggerUi } = load('@fastify/swagger-ui') as typeof SwaggerUi;
  const page = fastify();
  page.addHook('onRoute', (route) => {
    const isPage = route.url === endpoint.path || route.url === `${endpoint.path}/`;
    if (isPage) route.config = { ...route.config, endpoint };
  });
  page.addHook('onSend', ({ raw }, reply, payload, done) => {
    hasEnded(entries.get(raw), reply.statusCode);
    done(null, payload);
  });
  prepare(page);
  page.setNotFoundHandler((_, reply) => {
    const error = forbidden('Insufficient scope');
    return send(reply, error.status, errorBody(error));
  });
  await page.register(fastifySwagger, {
    mode: 'static',
    specification: { document: structuredClone(document) as never },
  });
  await page.register(fastifySwaggerUi, {
    routePrefix: endpoint.path,
    // Without the top bar, which asks for the address of another document.
    uiConfig: { layout: 'BaseLayout', docExpansion: 'list', deepLinking: true },
    theme: { title: 'Cloud Compute API' },
  });
  await page.ready();
  return page.routing.bind(page);
}

/** Lets another server respond, with the headers that the response has so far. */
function pass({ raw, logged }: FastifyRequest, reply: FastifyReply, serve: Serve): void {
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  if (logged !== undefined) entries.set(raw, logged);
  serve(raw, reply.raw);
}
