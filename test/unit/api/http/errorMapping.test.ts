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
} from '../../../../api';
import type { Request, Response } from '../../../../api/http/handler';
import { errorMapping } from '../../../../api/http/errorMapping';
import { Redaction } from '../../../../api/http/log/redaction';
import { request } from '../simulation';
import { wordingOf } from '../../../../core/configuration';

const bytes = (body: unknown): Uint8Array =>
  new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body));

async function errorOf(
  answer: Partial<Omit<Response, 'body'>> & { readonly body?: unknown },
  asked: Partial<Request> = { method: 'POST', path: '/v1/instances' },
  redaction = new Redaction(),
): Promise<CloudComputeError> {
  const { status = 500, headers = {}, body = '' } = answer;
  const handle = errorMapping(
    redaction,
    wordingOf('config'),
  )(() => Promise.resolve({ status, headers, body: bytes(body) }));
  return handle(request(asked)).then(
    () => {
      throw new Error('There was no error.');
    },
    (error: unknown) => error as CloudComputeError,
  );
}

test.each([
  [400, 'invalid_request', InvalidRequestError],
  [401, 'unauthorized_request', UnauthorizedError],
  [402, 'insufficient_funds', InsufficientFundsError],
  [403, 'forbidden_action', ForbiddenError],
  [404, 'not_found', NotFoundError],
  [409, 'conflict', ConflictError],
  [413, 'invalid_request', CloudComputeError],
  [429, 'rate_limit_exceeded', RateLimitedError],
  [500, 'server_error', ServerError],
  [502, undefined, ServerError],
  [503, 'service_unavailable', NoCapacityError],
  [302, undefined, CloudComputeError],
])('the error %i %s has its own class', async (status, code, kind) => {
  const error = await errorOf({ status, body: code ? { code, message: 'So it is' } : '' });
  expect(error.constructor).toBe(kind);
  expect(error.name).toBe(kind.name);
  expect(error).toMatchObject({ status, code, operation: 'POST /v1/instances' });
});

test('a message says what was requested, what came back and what to do', async () => {
  const error = await errorOf({
    status: 402,
    headers: { 'x-request-id': 'req-7' },
    body: { code: 'insufficient_funds', message: 'Not enough funds' },
  });
  expect(error.message).toBe(
    'POST /v1/instances was answered with 402 insufficient_funds: Not enough funds. Top up the balance of the project, then run again. (Request id req-7.)',
  );
  expect(error).toMatchObject({ detail: 'Not enough funds', requestId: 'req-7', mayHaveArrived: false });
});

test('what the cloud says is shown with its control characters and text-direction marks escaped', async () => {
  const error = await errorOf({
    status: 400,
    headers: { 'x-request-id': 'req\u001b[2K' },
    body: { code: 'bad\u009b', message: 'No \u202efunds\nDone' },
  });
  expect(error.message).toBe(
    'POST /v1/instances was answered with 400 bad\\u009b: No \\u202efunds\\u000aDone. (Request id req\\u001b[2K.)',
  );
});

test('a 404 is explained with a wrong base URL only for paths that every cloud has', async () => {
  const body = { code: 'not_found', message: 'There is no such path' };
  for (const path of ['/v1/oauth2/token', '/v1/instance-types']) {
    const { message } = await errorOf({ status: 404, body }, { path });
    expect(message).toContain('The address belongs to another server: check cloudCompute:baseUrl.');
  }
  const { message } = await errorOf({ status: 404, body }, { path: '/v1/instances/i-1' });
  expect(message).toBe('GET /v1/instances/i-1 was answered with 404 not_found: There is no such path.');
});

test('only a deploy has no capacity, and only with the error code of the API', async () => {
  const body = { code: 'service_unavailable', message: 'No capacity' };
  expect(await errorOf({ status: 503, body }, { method: 'POST', path: '/v1/clusters' })).toBeInstanceOf(
    NoCapacityError,
  );
  for (const path of ['/v1/volumes', '/v1/instances/i-1/tags']) {
    expect(await errorOf({ status: 503, body }, { method: 'POST', path })).toBeInstanceOf(ServerError);
  }
  expect(await errorOf({ status: 503, body }, { path: '/v1/instances' })).toBeInstanceOf(ServerError);
  const proxy = await errorOf({ status: 503, body: '<html><body>Service Unavailable</body></html>' });
  expect(proxy).toBeInstanceOf(ServerError);
  expect(proxy.mayHaveArrived).toBe(true);
});

test('a write may have taken effect when the server failed, but not a read or a refused request', async () => {
  expect(await errorOf({ status: 500 }, { method: 'PUT' })).toMatchObject({ mayHaveArrived: true });
  expect(await errorOf({ status: 500 }, { method: 'GET' })).toMatchObject({ mayHaveArrived: false });
  const token = await errorOf({ status: 500 }, { method: 'POST', onlyReads: true });
  expect(token).toMatchObject({ mayHaveArrived: false });
  expect(token.message).not.toContain('taken effect');
  expect(await errorOf({ status: 409 }, { method: 'POST' })).toMatchObject({ mayHaveArrived: false });
});

test('a body that is not from the API is shown as text, and shortened', async () => {
  const page = `<html><style>b{}</style><h1>Bad   gateway</h1>${'x'.repeat(5_000)}</html>`;
  const { detail } = await errorOf({ status: 502, body: page });
  expect(detail).toMatch(/^Bad gateway x{3}/);
  expect(detail).toHaveLength(500);
  expect((await errorOf({ status: 500, body: 'null' })).message).toBe(
    'POST /v1/instances was answered with 500. The fault is on the side of the cloud; run again later. The request may have taken effect.',
  );
});

test('Retry-After is seconds or a date of the server', async () => {
  expect(await errorOf({ status: 429, headers: { 'retry-after': '7' } })).toMatchObject({
    retryAfterMs: 7_000,
  });
  const headers = { 'retry-after': 'Fri, 21 Nov 2025 10:00:09 GMT', date: 'Fri, 21 Nov 2025 10:00:00 GMT' };
  expect(await errorOf({ status: 503, headers })).toMatchObject({ retryAfterMs: 9_000 });
  expect(await errorOf({ status: 503, headers: { 'retry-after': 'soon' } })).toMatchObject({
    retryAfterMs: undefined,
  });
});

test('a secret that a response quotes is not shown', async () => {
  const redaction = new Redaction();
  redaction.add('the-client-secret');
  const script = '#!/bin/sh\nexport TOKEN=canary';
  const error = await errorOf(
    { status: 400, body: { code: 'invalid_request', message: `the-client-secret and ${script}` } },
    { method: 'POST', path: '/v1/scripts', body: { name: 'setup', script } },
    redaction,
  );
  expect(error.detail).toBe('[redacted] and [redacted]');
  expect(error.message).not.toMatch(/canary|the-client-secret/);
});

test('a success passes unchanged', async () => {
  const handle = errorMapping(
    new Redaction(),
    wordingOf('config'),
  )(() => Promise.resolve({ status: 207, headers: {}, body: bytes('[]') }));
  await expect(handle(request())).resolves.toMatchObject({ status: 207 });
});
