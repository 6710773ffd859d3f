import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { CloudError, forbidden, unauthorized } from '../model/errors';
import { monotonicTime } from '../model/time/clock';
import { callerOf } from './context';
import type { Caller, Role } from '../model/events';
import type { Endpoint } from '../contract/document';
import type { World } from '../model/world';
import type { Authenticate } from './context';
import type { RateLimits, RateLimitStatus } from './rateLimits';
import type { Entry, RequestLog } from './requestLog';

declare module 'fastify' {
  interface FastifyRequest {
    /** The client whose token the request carries. */
    caller: Caller | undefined;
    /** Its entry in the log of requests. */
    logged: Entry | undefined;
  }
}

export interface GateParts {
  world: World;
  authenticate: Authenticate;
  rateLimits: RateLimits;
  requestLog: RequestLog;
  /** The error that refuses an operation to a role, whatever else is wrong with the request. */
  refuseRole: (operationId: string | undefined, role: Role) => CloudError | undefined;
}

/** The options of a route that the gate reads. */
interface Gated {
  config?: {
    /** The operation of the route in the contract. */
    endpoint?: Endpoint;
    /** Whether it needs no token. Default: as in the contract. */
    isOpen?: boolean;
  };
}

/** Runs before every request to the API: applies the effects of time, reads the token, counts and logs the request. */
export function createGate({
  world,
  authenticate,
  rateLimits,
  requestLog,
  refuseRole,
}: GateParts): (route: Gated) => onRequestHookHandler {
  return ({ config }) => {
    const operationId = config?.endpoint?.operation.operationId;
    const isOpen = config?.isOpen ?? config?.endpoint?.isOpen ?? false;
    const isChange = !isOpen && config?.endpoint !== undefined && config.endpoint.method !== 'get';
    return (request, reply, done) => {
      world.catchUp();
      const { url = '', method = '' } = request.raw;
      const caller = callerOf(authenticate, request);
      const logged: Entry = {
        at: Date.now(),
        began: monotonicTime(),
        method,
        url,
        operationId,
        clientId: caller?.clientId,
        status: null,
        milliseconds: null,
        faults: undefined,
      };
      request.caller = caller;
      request.logged = logged;
      requestLog.add(logged);
      if (caller === undefined) done(isOpen ? undefined : unauthorized(tokenAdvice(request)));
      else {
        const exceeded = setRateLimitHeaders(reply, rateLimits.count(caller.projectId, method, pathOf(url)));
        const { role } = caller;
        const refused = isChange && role === 'viewer' ? mayOnlyRead() : refuseRole(operationId, role);
        done(exceeded ?? refused);
      }
    };
  };
}

const mayOnlyRead = (): CloudError =>
  forbidden('These credentials may only read: they have the role viewer.');

/** Returns the error of a limit that is exceeded. */
function setRateLimitHeaders(reply: FastifyReply, rateLimitStatus: RateLimitStatus): CloudError | undefined {
  const { policy, standing, exceeded, retryAfter } = rateLimitStatus;
  reply.header('ratelimit-policy', policy).header('ratelimit', standing);
  if (exceeded === undefined) return undefined;
  reply.header('retry-after', String(retryAfter));
  return tooMany(exceeded, retryAfter);
}

/** The path of a URL as the router reads it: decoded, without the query, and without the address of the server. */
export function pathOf(url: string): string {
  const end = url.search(/[?#]/);
  const path = end < 0 ? url : url.slice(0, end);
  return path.startsWith('/') && !path.includes('%')
    ? path
    : decodeURI(path.replace(/^https?:\/\/[^/]*/i, ''));
}

function tokenAdvice(request: FastifyRequest): string {
  return request.headers.authorization === undefined
    ? 'The access token is missing. Send it as "Authorization: Bearer <token>".'
    : 'The access token is invalid or has expired. Get a new one with POST /v1/oauth2/token.';
}

function tooMany(limit: string, seconds: number): CloudError {
  return new CloudError(
    'rate_limit_exceeded',
    `Too many requests: the ${limit} limit is used up. Try again in ${seconds} s.`,
  );
}
