import { inspect } from 'node:util';
import type { ClientOptions } from '../../../api';
import {
  AuthenticationError,
  CloudComputeClient,
  CloudComputeError,
  ConfigurationError,
  NoCapacityError,
  WritesStoppedError,
} from '../../../api';
import type { Answering } from './cloud';
import { FastClock } from '../../fastClock';
import { Cloud, token, withToken } from './cloud';
import { wordingOf } from '../../../core/configuration';

let cloud: Cloud | undefined;
let client: CloudComputeClient | undefined;
afterEach(async () => {
  client?.close();
  await cloud?.stop();
});

async function start(answering: Answering, options: Partial<ClientOptions> = {}, clock?: FastClock) {
  cloud = await Cloud.start(answering);
  client = new CloudComputeClient(
    {
      baseUrl: `${cloud.url}/v1/`,
      clientId: 'the-client-id',
      clientSecret: 'canary-client-secret',
      ...options,
    },
    clock,
  );
  return { cloud, client };
}

const errorOf = (promise: Promise<unknown>): Promise<CloudComputeError> =>
  promise.then(
    () => {
      throw new Error('There was no error.');
    },
    (error: unknown) => error as CloudComputeError,
  );

const DEPLOY = { hostname: 'trainer', description: 'a machine' };

test('one token serves all requests, and open endpoints need none', async () => {
  const { cloud: asked, client: api } = await start(withToken(() => ({ body: [] })));
  await api.catalogue.instanceTypes();
  expect(asked.seen.map(({ url, headers }) => [url, headers.authorization])).toEqual([
    ['/v1/instance-types', undefined],
  ]);
  await Promise.all([api.instances.list(), api.volumes.list(), api.clusters.list()]);
  expect(asked.of('POST /v1/oauth2/token').map(({ body }) => body)).toEqual([
    { grant_type: 'client_credentials', client_id: 'the-client-id', client_secret: 'canary-client-secret' },
  ]);
  expect(asked.of('GET /v1/clusters')[0]?.headers.authorization).toBe('Bearer the-access-token');
});

test('a revoked token is renewed, and a rejected POST is sent again', async () => {
  let live = 'first';
  const { cloud: asked, client: api } = await start(({ url, headers, body }) => {
    if (url === '/v1/oauth2/token')
      return token((body as { refresh_token?: string }).refresh_token ? 'second' : 'first');
    if (headers.authorization === `Bearer ${live}`) return { status: 202, body: '"i-1"' };
    return { status: 401, body: { code: 'unauthorized_request', message: 'Token revoked' } };
  });
  await api.instances.deploy(DEPLOY);
  live = 'second';
  await expect(api.instances.deploy(DEPLOY)).resolves.toBe('i-1');
  expect(asked.of('POST /v1/instances')).toHaveLength(3);
  expect(asked.of('POST /v1/oauth2/token')[1]?.body).toEqual({
    grant_type: 'refresh_token',
    refresh_token: 'refresh-of-first',
  });
});

test('a deploy or a copy is not sent again after its response is lost, and the error says so', async () => {
  const { cloud: asked, client: api } = await start(
    withToken((_, socket) => {
      socket.resetAndDestroy();
      return undefined;
    }),
  );
  expect(await errorOf(api.instances.deploy(DEPLOY))).toMatchObject({
    mayHaveArrived: true,
    code: 'ECONNRESET',
  });
  expect(await errorOf(api.volumes.clone({ id: 'v', name: 'copy' }))).toMatchObject({ mayHaveArrived: true });
  expect(asked.seen.filter(({ url }) => url !== '/v1/oauth2/token')).toHaveLength(2);
});

test('a delete is sent again after its response is lost, and "not found" is success', async () => {
  let calls = 0;
  const { client: api } = await start(
    withToken((_, socket) => {
      calls += 1;
      if (calls > 1) return { status: 404, body: { code: 'not_found', message: 'No such volume' } };
      socket.resetAndDestroy();
      return undefined;
    }),
  );
  await expect(api.volumes.delete('v')).resolves.toBeUndefined();
  expect(calls).toBe(2);
});

test('a truncated list is requested again', async () => {
  const bodies = ['[{"id":"a"},{"id"', '[{"id":"a"},{"id":"b"}]'];
  const { client: api } = await start(withToken(() => ({ body: bodies.shift() ?? '' })));
  expect(await api.instances.list()).toHaveLength(2);
});

test('a lack of capacity is reported at once', async () => {
  const { cloud: asked, client: api } = await start(
    withToken(() => ({
      status: 503,
      body: { code: 'service_unavailable', message: 'No capacity for 8H100 in FIN-01' },
    })),
  );
  const error = await errorOf(api.instances.deploy(DEPLOY));
  expect(error).toBeInstanceOf(NoCapacityError);
  expect(error.mayHaveArrived).toBe(false);
  expect(asked.of('POST /v1/instances')).toHaveLength(1);
});

test('a request that the rate limit refuses is sent again after the announced time', async () => {
  let calls = 0;
  const clock = new FastClock();
  const { client: api } = await start(
    withToken(() => {
      calls += 1;
      return calls === 1 ? { status: 429, headers: { 'retry-after': '7' } } : { status: 202, body: '"i-1"' };
    }),
    {},
    clock,
  );
  const startedAt = clock.now();
  await expect(api.instances.deploy(DEPLOY)).resolves.toBe('i-1');
  expect(calls).toBe(2);
  expect(clock.now() - startedAt).toBeGreaterThanOrEqual(7_000);
  clock.stop();
});

test('no write is sent after writes are stopped; reads continue, and requests in flight complete', async () => {
  let arrived: (() => void) | undefined;
  const onItsWay = new Promise<void>((resolve) => (arrived = resolve));
  let answerNow: (() => void) | undefined;
  const released = new Promise<void>((resolve) => (answerNow = resolve));
  const { cloud: asked, client: api } = await start(
    withToken(async ({ method }) => {
      if (method === 'GET') return { body: [] };
      arrived?.();
      await released;
      return { status: 202, body: '"i-1"' };
    }),
  );
  const first = api.instances.deploy(DEPLOY);
  await onItsWay;
  api.stopWrites('the Pulumi engine is gone');
  const error = await errorOf(api.instances.deploy(DEPLOY));
  expect(error).toBeInstanceOf(WritesStoppedError);
  expect(error.message).toBe(
    'POST /v1/instances was not sent, because the Pulumi engine is gone; it did not take effect.',
  );
  await expect(api.instances.list()).resolves.toEqual([]);
  answerNow?.();
  await expect(first).resolves.toBe('i-1');
  expect(asked.of('POST /v1/instances')).toHaveLength(1);
  await api.volumes.perform({ action: 'cancel', id: 'v-1' }, { takesBack: true });
  expect(asked.of('PUT /v1/volumes')).toHaveLength(1);
});

test('a write that was sent runs to its end although its signal aborts, if the caller needs its result', async () => {
  const giveUp = new AbortController();
  const { client: api } = await start(
    withToken(({ method }) => {
      giveUp.abort(new Error('enough'));
      return method === 'GET' ? { body: [] } : { status: 202, body: '"i-1"' };
    }),
  );
  const options = { signal: giveUp.signal, finishesWrites: true };
  await expect(api.instances.deploy(DEPLOY, options)).resolves.toBe('i-1');
  const error = await errorOf(api.instances.deploy(DEPLOY, options));
  expect(error).toMatchObject({ code: 'aborted', mayHaveArrived: false });
});

test('an address without a server is reported within seconds, with the things to check', async () => {
  const { cloud: gone, client: api } = await start(() => ({}), { wording: wordingOf('config') });
  const { url } = gone;
  await gone.stop();
  const startedAt = performance.now();
  const error = await errorOf(api.instances.list());
  expect(error.message).toBe(
    `No answer from ${url}: connection refused. Is the emulator running, and is cloudCompute:baseUrl right?`,
  );
  expect(performance.now() - startedAt).toBeLessThan(4_000);
});

test('rejected credentials are tried twice for all callers, and the error says how to set them', async () => {
  const { cloud: asked, client: api } = await start(
    () => ({ status: 401, body: { code: 'unauthorized_request', message: 'no' } }),
    { wording: wordingOf('config') },
  );
  const errors = await Promise.all([errorOf(api.instances.list()), errorOf(api.instances.deploy(DEPLOY))]);
  for (const error of errors) {
    expect(error).toBeInstanceOf(AuthenticationError);
    expect(error.message).toContain('--run-program');
    expect(error.mayHaveArrived).toBe(false);
  }
  expect(asked.seen).toHaveLength(2);
});

test.each([
  ['the address', { baseUrl: 'http://api.example.com' }],
  ['the id', { clientId: '' }],
  ['the secret', { clientSecret: '' }],
  ['a timeout of zero', { timeoutMs: 0 }],
  ['a timeout as text', { timeoutMs: '10' as unknown as number }],
  ['a negative number of retries', { retries: -1 }],
  ['half a retry', { retries: 1.5 }],
])('the client refuses %s and sends nothing', (_, wrong) => {
  const options = { baseUrl: 'https://api.example.com', clientId: 'a', clientSecret: 'canary-client-secret' };
  expect(() => new CloudComputeClient({ ...options, ...wrong })).toThrow(ConfigurationError);
});

describe('the client secret', () => {
  const shown = (value: unknown): string =>
    [inspect(value, { depth: null, showHidden: true }), JSON.stringify(value), String(value)].join('\n') +
    (value instanceof Error ? `${value.stack ?? ''}${shown(value.cause)}` : '');

  test.each<[string, Answering]>([
    [
      'a server that quotes the request',
      ({ body, headers }) => ({
        status: 400,
        body: { code: 'invalid_request', message: JSON.stringify([body, headers]) },
      }),
    ],
    [
      'a server that refuses everything',
      () => ({ status: 403, body: 'canary-access-token canary-client-secret' }),
    ],
    ['a connection that breaks', (_, socket) => void socket.resetAndDestroy()],
    [
      'a body that ends early',
      (_, socket) => void socket.end('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n"canary'),
    ],
    ['a body that is something else', () => ({ body: '<canary-client-secret>' })],
  ])('does not appear in errors, logs or inspected objects: %s', async (_, answering) => {
    const lines: unknown[] = [];
    const log = (fields: object, message: string) => lines.push(fields, message);
    const { client: api } = await start(
      (request, socket) =>
        request.url === '/v1/oauth2/token' ? token('canary-access-token') : answering(request, socket),
      { logger: { trace: log, debug: log, info: log, warn: log }, retries: 0 },
    );
    const script = '#!/bin/sh\necho canary-in-a-script';
    const errors = [
      await errorOf(api.scripts.create({ name: 'setup', script })),
      await errorOf(api.instances.deploy(DEPLOY)),
      await errorOf(api.instances.get('i')),
    ];
    for (const error of errors) {
      expect(error).toBeInstanceOf(CloudComputeError);
      expect(shown(error)).not.toContain('canary');
    }
    expect(shown(api)).not.toContain('canary');
    expect(lines.length).toBeGreaterThan(6);
    expect(shown(lines)).not.toContain('canary');
  });

  test('does not appear when credentials are rejected', async () => {
    const { client: api } = await start(({ body }) => ({
      status: 401,
      body: { code: 'unauthorized_request', message: JSON.stringify(body) },
    }));
    expect(shown(await errorOf(api.instances.list()))).not.toContain('canary');
  });
});

test('redact removes the secrets of the client and the given ones, and refuses what is no text', async () => {
  const { client: one } = await start(() => ({ status: 200, body: [] }));
  expect(one.redact('canary-client-secret and hunter22', ['hunter22'])).toBe('[redacted] and [redacted]');
  for (const wrong of [[undefined], [5], ['text', 'text'], ['text', [null]]])
    expect(() => one.redact(...(wrong as [string]))).toThrow('redact needs a text');
});
