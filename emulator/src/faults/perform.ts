import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CloudError, statusOfCode, unauthorized } from '../model/errors';
import { errorBody } from '../http/context';
import { pathOf } from '../http/gate';
import { hasEnded } from '../http/requestLog';
import type { Cloud } from '../resources';
import type { ErrorCode } from '../model/errors';
import type { AnyAnswer } from '../contract/handlers';
import type { Pending, Perform } from '../http/operations';
import type { FaultPlan } from '../model/time/timelines';
import type { FaultDefinition } from './definition';
import type { Faults, RequestFaults } from './faults';
import type { DelayedEffects } from './delayedEffects';
import type { History } from './history';

export interface FaultParts {
  cloud: Cloud;
  faults: Faults;
  history: History;
  delayedEffects: DelayedEffects;
  /** The requests whose replies a fault changes: those replies need not match the contract. */
  exempt: WeakSet<FastifyRequest>;
  /** Performs a request without faults. */
  handle: (cloud: Cloud, pending: Pending) => AnyAnswer;
}

type Kind<K extends FaultDefinition['kind']> = Extract<FaultDefinition, { kind: K }>;

const ofKind = <K extends FaultDefinition['kind']>(faults: readonly FaultDefinition[], kind: K): Kind<K>[] =>
  faults.filter((fault): fault is Kind<K> => fault.kind === kind);

/** Performs requests with the faults that apply to them. */
export function performWithFaults(parts: FaultParts): Perform {
  return (pending, request, reply) => {
    if (parts.faults.isEmpty) return parts.handle(parts.cloud, pending);
    const taken = parts.faults.take(pending, pathOf(request.url));
    return taken.effects.length === 0 && taken.plan === undefined
      ? parts.handle(parts.cloud, pending)
      : performUnderFaults(parts, taken, pending, request, reply);
  };
}

async function performUnderFaults(
  parts: FaultParts,
  { effects: faults, plan }: RequestFaults,
  pending: Pending,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<AnyAnswer | undefined> {
  const { cloud, delayedEffects, exempt } = parts;
  if (request.logged !== undefined && faults.length > 0)
    request.logged.faults = faults.map(({ kind }) => kind);
  if (faults.some(({ kind }) => kind === 'status' || kind === 'rewrite')) exempt.add(request);
  await delay(faults, 'before');
  cloud.world.catchUp();
  if (ofKind(faults, 'revokeToken').length > 0) {
    cloud.access.revoke(pending.caller.clientId);
    throw unauthorized('The access token was revoked. Get a new one with POST /v1/oauth2/token.');
  }
  const [delayed] = ofKind(faults, 'late');
  if (delayed !== undefined) {
    delayedEffects.send(pending, delayed.milliseconds);
    drop(request);
    return undefined;
  }
  if (resets(faults, 'before')) {
    drop(request);
    return undefined;
  }
  const refusal = errorOf(faults, 'before') ?? noCapacity(faults);
  if (refusal !== undefined) return refusal;

  const answer = rewritten(faults, effect(parts, faults, plan, pending));
  await delay(faults, 'after');
  if (resets(faults, 'after')) {
    drop(request);
    return undefined;
  }
  if (ofKind(faults, 'truncate').length > 0) {
    truncate(reply, answer);
    return undefined;
  }
  return errorOf(faults, 'after') ?? answer;
}

/** The response of the cloud: from an earlier state, or with changed plans, if a fault requires that. */
function effect(
  { cloud, history, handle }: FaultParts,
  faults: readonly FaultDefinition[],
  plan: FaultPlan | undefined,
  pending: Pending,
): AnyAnswer {
  try {
    const [lag] = ofKind(faults, 'lag');
    if (lag !== undefined) {
      const then = handle(history.asOf(lag.seconds), pending);
      return lag.shows === 'hide' ? hidden(handle(cloud, pending), then) : then;
    }
    return cloud.world.timelines.withFaultPlan(plan, () => handle(cloud, pending));
  } catch (error) {
    if (error instanceof CloudError) return { status: error.status, body: errorBody(error) };
    throw error;
  }
}

/** The present list, with only the items that the earlier list had. */
function hidden(now: AnyAnswer, then: AnyAnswer): AnyAnswer {
  if (!Array.isArray(now.body) || !Array.isArray(then.body)) return now;
  const known = new Set(then.body.map((item: { id?: unknown }) => item.id));
  return { ...now, body: now.body.filter((item: { id?: unknown }) => known.has(item.id)) };
}

function rewritten(faults: readonly FaultDefinition[], answer: AnyAnswer): AnyAnswer {
  return ofKind(faults, 'rewrite').reduce((before, { set }) => {
    const { body } = before;
    if (Array.isArray(body)) return { ...before, body: body.map((item: object) => ({ ...item, ...set })) };
    if (typeof body === 'object' && body !== null) return { ...before, body: { ...body, ...set } };
    return before;
  }, answer);
}

const resets = (faults: readonly FaultDefinition[], when: 'before' | 'after'): boolean =>
  ofKind(faults, 'reset').some((fault) => (fault.when ?? 'before') === when);

async function delay(faults: readonly FaultDefinition[], when: 'before' | 'after'): Promise<void> {
  for (const fault of ofKind(faults, 'delay')) {
    if ((fault.when ?? 'before') === when) await wait(fault.milliseconds);
  }
}

const codeOfStatus = new Map<number, string>(
  Object.entries(statusOfCode).map(([code, status]) => [status, code satisfies string as ErrorCode]),
);

function errorOf(faults: readonly FaultDefinition[], when: 'before' | 'after'): AnyAnswer | undefined {
  const fault = ofKind(faults, 'status').find((candidate) => (candidate.when ?? 'before') === when);
  if (fault === undefined) return undefined;
  const { status, retryAfter } = fault;
  const code = fault.code ?? codeOfStatus.get(status) ?? (status >= 500 ? 'server_error' : 'invalid_request');
  const message = fault.message ?? `An injected fault: status ${status}.`;
  return {
    status,
    body: errorBody({ code, message }),
    ...(retryAfter !== undefined && { headers: { 'Retry-After': String(retryAfter) } }),
  };
}

function noCapacity(faults: readonly FaultDefinition[]): AnyAnswer | undefined {
  if (!ofKind(faults, 'noCapacity').some(({ at = 'deploy' }) => at === 'deploy')) return undefined;
  const message =
    'There is no capacity for this type in this location now. Try again later, or another type or location.';
  return { status: 503, body: errorBody({ code: 'service_unavailable', message }) };
}

/** The client gets a reset connection and no response. */
function drop(request: FastifyRequest): void {
  hasEnded(request.logged, null);
  request.raw.socket.resetAndDestroy();
}

/** Announces the whole body and sends half of it. */
function truncate(reply: FastifyReply, { status, headers, body }: AnyAnswer): void {
  hasEnded(reply.request.logged, null);
  const payload = Buffer.from(body === undefined ? '' : JSON.stringify(body));
  reply.raw.writeHead(status, {
    ...Object.fromEntries(Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)])),
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Math.max(2, payload.length),
  });
  reply.raw.write(payload.subarray(0, payload.length / 2), () => reply.raw.socket?.destroy());
}
