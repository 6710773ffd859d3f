import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { endpoints } from '../contract/document';
import { requestCheck } from '../contract/validation';
import { baseUrlOf, nobody, send, sendText } from './context';
import type { Caller } from '../model/events';
import type { AnyAnswer, AnyCall, AnyHandler, Handlers, OperationId } from '../contract/handlers';
import type { World } from '../model/world';
import type { Endpoint } from '../contract/document';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation of the route in the contract. */
    endpoint?: Endpoint;
    /** Whether it needs no token. Default: as in the contract. */
    isOpen?: boolean;
  }
}

/** A checked request before its handler runs. */
export interface Pending {
  endpoint: Endpoint;
  caller: Caller;
  /** The address at which the caller reaches the API, such as `http://127.0.0.1:40123`. */
  baseUrl: string;
  path: Record<string, string>;
  query: Query;
  body: unknown;
}

/** A response as it is sent: `text` is sent as plain text instead of JSON. */
export interface WireAnswer extends AnyAnswer {
  text?: string;
}

export type Query = Record<string, unknown>;

/** A form of the API. */
export interface Wire {
  /** Turns a query into the form of the contract. */
  query: (query: Query) => Query;
  /** Turns an answer into the form in which it is sent. */
  answer: (operationId: string, answer: AnyAnswer) => WireAnswer;
}

/** The form of the contract. */
export const currentWire: Wire = { query: (query) => ({ ...query }), answer: (_, answer) => answer };

/** The path in the notation of the server's routes. */
export const routeOf = ({ path }: Endpoint): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** Performs a request, with its faults. Undefined means that no reply is sent. */
export type Perform = (
  pending: Pending,
  request: FastifyRequest,
  reply: FastifyReply,
) => AnyAnswer | undefined | Promise<AnyAnswer | undefined>;

export interface OperationParts {
  handlers: Partial<Handlers>;
  /** Operations that may lack a handler. */
  notYet: readonly OperationId[];
  perform: Perform;
  wire: Wire;
}

/**
 * Adds one route for every operation of the contract. Throws for an operation without a handler, and for a handler
 * without an operation.
 */
export function registerOperations(
  app: FastifyInstance,
  { handlers, notYet, perform, wire }: OperationParts,
): void {
  const named = new Set<string>(endpoints.map(({ operation }) => operation.operationId));
  const strays = Object.keys(handlers).filter((id) => !named.has(id));
  if (strays.length > 0)
    throw new Error(`The contract has no operation for the handlers ${strays.join(', ')}.`);
  const known: Readonly<Record<string, unknown>> = handlers;
  const expected = new Set<string>(notYet);
  const missing = [...named].filter((id) => known[id] === undefined && !expected.has(id));
  if (missing.length > 0)
    throw new Error(`The operations ${missing.join(', ')} of the contract have no handler.`);

  const finish = (reply: FastifyReply, operationId: string, answer: AnyAnswer | undefined): FastifyReply =>
    answer === undefined ? reply.hijack() : sendAnswer(reply, wire.answer(operationId, answer));

  for (const endpoint of endpoints) {
    if (known[endpoint.operation.operationId] === undefined) continue;
    const { operationId } = endpoint.operation;
    const check = requestCheck(endpoint);
    const answer = (request: FastifyRequest, reply: FastifyReply): FastifyReply | Promise<FastifyReply> => {
      const path = request.params as Record<string, string>;
      const query = wire.query(request.query as Query);
      const { body } = request;
      check({ params: path, query, body });
      const pending = {
        endpoint,
        caller: request.caller ?? nobody(request),
        baseUrl: baseUrlOf(request),
        path,
        query,
        body,
      };
      const answered = perform(pending, request, reply);
      return answered instanceof Promise
        ? answered.then((answer) => finish(reply, operationId, answer))
        : finish(reply, operationId, answered);
    };
    app.route({
      method: endpoint.method.toUpperCase(),
      url: routeOf(endpoint),
      config: { endpoint },
      handler: answer,
    });
  }
}

function sendAnswer(reply: FastifyReply, { status, headers, body, text }: WireAnswer): FastifyReply {
  if (headers !== undefined) reply.headers(headers);
  if (text !== undefined) return sendText(reply, status, text, 'text/plain; charset=utf-8');
  return send(reply, status, body);
}

/** Runs the handler of an operation. */
export function handle(world: World, handlers: Partial<Handlers>, pending: Pending): AnyAnswer {
  const { operationId } = pending.endpoint.operation;
  const handler = (handlers as Readonly<Record<string, AnyHandler | undefined>>)[operationId];
  if (handler === undefined) throw new Error(`The operation ${operationId} has no handler.`);
  if (pending.endpoint.method !== 'get') world.billing.accrue();
  const call: AnyCall = {
    caller: pending.caller,
    baseUrl: pending.baseUrl,
    path: pending.path,
    query: pending.query,
    body: pending.body,
  };
  try {
    return handler(call);
  } finally {
    if (pending.endpoint.method !== 'get') world.changed();
  }
}
