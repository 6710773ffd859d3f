// One attempt to connect to a port, and one to get a page.
import type { RequestListener } from 'node:http';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { createServer } from 'node:net';
import { tryHttp, tryPort } from '../../../../../provider/machines/conditions/attempt';

const never = new AbortController().signal;
const servers: Server[] = [];

const listening = async (server: Server): Promise<number> => {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
  });

afterEach(() => Promise.all(servers.splice(0).map(closed)));

const page = (answer: RequestListener): Promise<number> => listening(createHttpServer(answer));

it('a port holds when it accepts a connection', async () => {
  const port = await listening(createServer((socket) => socket.end()));
  expect(await tryPort('127.0.0.1', port, never)).toEqual({ holds: true });
});

it('a port that nothing listens on is tried again', async () => {
  const server = createServer();
  const port = await listening(server);
  await closed(servers.pop() ?? server);
  expect(await tryPort('127.0.0.1', port, never)).toEqual({ holds: false, reason: 'connection refused' });
});

it('a cancelled run ends the attempt', async () => {
  const abort = new AbortController();
  abort.abort(new Error('cancelled'));
  await expect(tryPort('127.0.0.1', 9, abort.signal)).rejects.toThrow();
  await expect(tryHttp('127.0.0.1', { port: 9 }, abort.signal)).rejects.toThrow();
});

it.each([
  [200, undefined, true],
  [204, undefined, true],
  [302, undefined, false],
  [503, undefined, false],
  [401, 401, true],
  [200, 401, false],
])('a page that answers %i where %p is expected: %p', async (status, expected, holds) => {
  const port = await page((_request, response) => response.writeHead(status).end('x'));
  const condition = { port, ...(expected !== undefined && { status: expected }) };
  const attempt = await tryHttp('127.0.0.1', condition, never);
  expect(attempt).toEqual(holds ? { holds } : { holds, reason: `answered ${String(status)}` });
});

it('a page is asked for its path, and for / without one', async () => {
  const paths: (string | undefined)[] = [];
  const port = await page(({ url }, response) => {
    paths.push(url);
    response.end();
  });
  await tryHttp('127.0.0.1', { port, path: '/health?full=1' }, never);
  await tryHttp('127.0.0.1', { port }, never);
  expect(paths).toEqual(['/health?full=1', '/']);
});

it('a page of another protocol is tried again', async () => {
  const port = await listening(createServer((socket) => socket.resume().end('SSH-2.0-x\r\n')));
  expect(await tryHttp('127.0.0.1', { port }, never)).toMatchObject({ holds: false });
  expect(await tryHttp('127.0.0.1', { port, scheme: 'https' }, never)).toMatchObject({ holds: false });
});
