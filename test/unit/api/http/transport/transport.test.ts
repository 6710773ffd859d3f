import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import axios from 'axios';
import { Transport } from '../../../../../api/http/transport/transport';
import type { Answering } from '../../cloud';
import { Cloud } from '../../cloud';
import { request } from '../../simulation';
import { wordingOf } from '../../../../../core/configuration';

let cloud: Cloud | undefined;
let transport: Transport | undefined;
afterEach(async () => {
  transport?.close();
  await cloud?.stop();
  cloud = undefined;
});

const USER_AGENT = 'a-test';

const to = (baseUrl: string, timeoutMs = 2_000): Transport =>
  (transport = new Transport({ baseUrl, timeoutMs, userAgent: USER_AGENT, wording: wordingOf('config') }));

async function start(answering: Answering, timeoutMs?: number): Promise<Cloud> {
  cloud = await Cloud.start(answering);
  to(cloud.url, timeoutMs);
  return cloud;
}

const send = (...asked: Parameters<typeof request>) => {
  if (!transport) throw new Error('no transport');
  return transport.handle(request(...asked));
};

const textOf = (body: unknown): string => new TextDecoder().decode(body as Uint8Array);

test('neither interceptors nor defaults of other code in the process see or change a request', async () => {
  const seen: string[] = [];
  const id = axios.interceptors.request.use((config) => {
    seen.push(JSON.stringify(config.headers));
    return Promise.reject(new Error('theirs'));
  });
  axios.defaults.headers.common['X-Theirs'] = 'their token';
  try {
    const { seen: received } = await start(() => ({ status: 200, body: '{}' }));
    expect(await send()).toMatchObject({ status: 200 });
    expect(seen).toEqual([]);
    expect(received[0]?.headers).not.toHaveProperty('x-theirs');
  } finally {
    axios.interceptors.request.eject(id);
    delete axios.defaults.headers.common['X-Theirs'];
  }
});

test('the transport returns any response, whatever its status', async () => {
  await start(() => ({ status: 418, headers: { 'X-Request-Id': 'req-1' }, body: 'short and stout' }));
  const { status, headers, body } = await send();
  expect(status).toBe(418);
  expect(headers['x-request-id']).toBe('req-1');
  expect(textOf(body)).toBe('short and stout');
});

test('the transport sends JSON with its length and a user agent; a request without a body has no content type', async () => {
  const { seen } = await start(() => ({}));
  await send({
    method: 'PUT',
    path: '/v1/volumes',
    body: { name: 'größer' },
    headers: { Authorization: 'Bearer t' },
  });
  await send({ query: { tag: ['a', 'b=c d'], status: undefined, page: 2, hydrate: true } });
  expect(seen[0]).toMatchObject({ method: 'PUT', url: '/v1/volumes', body: { name: 'größer' } });
  expect(seen[0]?.headers).toMatchObject({
    'content-type': 'application/json',
    authorization: 'Bearer t',
    'user-agent': USER_AGENT,
    accept: 'application/json',
  });
  expect(seen[1]?.url).toBe('/v1/instances?tag=a&tag=b%3Dc+d&page=2&hydrate=true');
  expect(seen[1]?.headers['content-type']).toBeUndefined();
});

test('the transport reuses connections, and closes them on request', async () => {
  const { seen } = await start((_, socket) => ({ body: { port: socket.remotePort } }));
  const ports = [textOf((await send()).body), textOf((await send()).body)];
  expect(ports[0]).toBe(ports[1]);
  transport?.close();
  ports.push(textOf((await send()).body));
  expect(ports[2]).not.toBe(ports[0]);
  expect(seen).toHaveLength(3);
});

test('the transport does not follow redirects, because that would reveal the token', async () => {
  const { seen } = await start(() => ({ status: 302, headers: { location: '/elsewhere' } }));
  expect((await send()).status).toBe(302);
  expect(seen).toHaveLength(1);
});

test('the transport decompresses bodies', async () => {
  const packed = gzipSync('[{"id":"a"}]');
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.end(
        Buffer.concat([
          Buffer.from(
            `HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${packed.length}\r\n\r\n`,
          ),
          packed,
        ]),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  to(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  expect(textOf((await send()).body)).toBe('[{"id":"a"}]');
  server.close();
});

test('the transport needs no proxy to reach this machine', async () => {
  const before = process.env['HTTP_PROXY'];
  process.env['HTTP_PROXY'] = 'http://127.0.0.1:9';
  try {
    await start(() => ({}));
    expect((await send()).status).toBe(200);
  } finally {
    if (before === undefined) delete process.env['HTTP_PROXY'];
    else process.env['HTTP_PROXY'] = before;
  }
});

describe('a missing response', () => {
  test('means that nothing arrived if the connection was refused', async () => {
    const stopped = await Cloud.start(() => ({}));
    const { url } = stopped;
    await stopped.stop();
    to(url);
    await expect(send({ method: 'POST' })).rejects.toMatchObject({
      name: 'TransportError',
      code: 'ECONNREFUSED',
      mayHaveArrived: false,
      message: `No answer from ${url}: connection refused. Is the emulator running, and is cloudCompute:baseUrl right?`,
    });
  });

  test('means that a write may have arrived if the connection broke, while a read does not matter', async () => {
    const { url } = await start((_, socket) => {
      socket.resetAndDestroy();
      return undefined;
    });
    await expect(send({ method: 'POST' })).rejects.toMatchObject({
      code: 'ECONNRESET',
      mayHaveArrived: true,
      message: `The connection to ${url} broke during POST /v1/instances (ECONNRESET). The request may have taken effect.`,
    });
    await expect(send()).rejects.toMatchObject({ code: 'ECONNRESET', mayHaveArrived: false });
  });

  test('a body that ends before its length is a missing response too', async () => {
    await start((_, socket) => {
      socket.end(
        'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n[{"id":"a"}]',
      );
      return undefined;
    });
    await expect(send({ method: 'POST' })).rejects.toMatchObject({
      name: 'TransportError',
      mayHaveArrived: true,
    });
  });

  test('a body that is not complete within the time limit is a missing response too', async () => {
    let sending: NodeJS.Timeout | undefined;
    const { url } = await start((_, socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n');
      sending = setInterval(() => socket.write(' '), 5);
      return undefined;
    }, 80);
    await expect(send({ method: 'DELETE' })).rejects.toMatchObject({
      code: 'timeout',
      mayHaveArrived: true,
      message: `DELETE /v1/instances had no complete answer from ${url} within 0.08 s. The request may have taken effect.`,
    });
    clearInterval(sending);
  });

  test('results from an abort during the request', async () => {
    const giveUp = new AbortController();
    const { seen } = await start(() => {
      giveUp.abort(new Error('the deadline is over'));
      return undefined;
    });
    await expect(send({ method: 'POST', signal: giveUp.signal })).rejects.toMatchObject({
      code: 'aborted',
      mayHaveArrived: true,
      message: 'POST /v1/instances was given up (the deadline is over); it may have taken effect.',
    });
    // A request with an aborted signal is not sent at all.
    await expect(send({ method: 'POST', signal: giveUp.signal })).rejects.toMatchObject({
      mayHaveArrived: false,
    });
    expect(seen).toHaveLength(1);
  });

  test('results from stopped writes, except for requests in flight', async () => {
    const stop = new AbortController();
    await start(() => {
      stop.abort(new Error('the engine is gone'));
      return { body: '"the-id"' };
    });
    expect(textOf((await send({ method: 'POST', stop: stop.signal })).body)).toBe('"the-id"');
    await expect(send({ method: 'POST', stop: stop.signal })).rejects.toMatchObject({
      name: 'WritesStoppedError',
    });
  });
});

test('hundreds of requests with one signal cause no warning', async () => {
  const warnings: unknown[] = [];
  const warn = (warning: unknown) => warnings.push(warning);
  process.on('warning', warn);
  // A limit that no busy machine reaches.
  await start(() => ({}), 600_000);
  const { signal } = new AbortController();
  await Promise.all(Array.from({ length: 200 }, () => send({ signal })));
  process.off('warning', warn);
  expect(warnings).toEqual([]);
});
