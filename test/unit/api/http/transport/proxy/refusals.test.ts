// Proxies that do not let a request through: the errors name the proxy, and not the API or its credentials.
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CloudComputeClient, TransportError } from '../../../../../../api';
import { isLasting, isUnsent } from '../../../../../../api/http/transport/connectionError';
import { cloudFindings } from '../../../../../../cli/doctor/cloud';
import type { Finding } from '../../../../../../cli/doctor/finding';
import { wordingOf } from '../../../../../../core/configuration';

const baseUrl = 'https://api.example.test';
const { env } = process;
let server: Server | undefined;
let connects: { readonly url: string | undefined; readonly authorization: string | undefined }[] = [];

beforeEach(() => {
  process.env = {};
  connects = [];
});
afterEach(() => {
  process.env = env;
  server?.close();
  server = undefined;
});

/** Starts a proxy that answers each CONNECT with a status. @returns its host and port. */
async function proxyThatAnswers(status: string): Promise<string> {
  const proxy = createServer();
  server = proxy;
  proxy.on('connect', ({ url, headers }, client) => {
    connects.push({ url, authorization: headers['proxy-authorization'] });
    client.end(`HTTP/1.1 ${status}\r\nContent-Type: text/html\r\nContent-Length: 4\r\n\r\nsafe`);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return `127.0.0.1:${String((proxy.address() as AddressInfo).port)}`;
}

async function failure(): Promise<TransportError> {
  const client = new CloudComputeClient({
    ...{ baseUrl, clientId: 'id', clientSecret: 'secret', retries: 0, wording: wordingOf('environment') },
  });
  const error: unknown = await client.account.balance().catch((reason: unknown) => reason);
  client.close();
  expect(error).toBeInstanceOf(TransportError);
  return error as TransportError;
}

test('a proxy without a scheme is an http proxy', async () => {
  const host = await proxyThatAnswers('403 Forbidden');
  process.env['HTTPS_PROXY'] = host;
  expect((await failure()).message).toContain(`The proxy http://${host} answered 403`);
  expect(connects).toMatchObject([{ url: 'api.example.test:443' }]);
});

test.each([
  [
    '403 Forbidden',
    'Ask who runs it to allow that address. If the address is reached without a proxy, add api.example.test to NO_PROXY.',
  ],
  [
    '407 Proxy Authentication Required',
    'It asks for a user name and a password: write them into HTTPS_PROXY, http://user:password@host:port.',
  ],
])('%s of the proxy is not blamed on the credentials', async (status, advice) => {
  const host = await proxyThatAnswers(status);
  process.env['HTTPS_PROXY'] = `http://user:p%40ss@${host}`;
  const error = await failure();
  expect(error.message).toBe(
    `The proxy http://${host} answered ${status.slice(0, 3)} in the place of ${baseUrl}. POST /v1/oauth2/token was not sent. ${advice}`,
  );
  expect([isLasting(error), error.mayHaveArrived]).toEqual([true, false]);
  expect(connects[0]?.authorization).toBe(`Basic ${Buffer.from('user:p@ss').toString('base64')}`);
});

test('a proxy that cannot reach the API is asked again, also for a write', async () => {
  process.env['HTTPS_PROXY'] = await proxyThatAnswers('502 Bad Gateway');
  const error = await failure();
  expect(error.message).toContain('answered 502 in the place of https://api.example.test.');
  expect([isLasting(error), isUnsent(error), error.mayHaveArrived]).toEqual([false, true, false]);
});

test.each(['socks5://127.0.0.1:1080', 'socks5h://proxy', 'ftp://proxy'])('%s is refused', async (proxy) => {
  process.env['ALL_PROXY'] = proxy;
  const error = await failure();
  expect(error.message).toBe(
    `The proxy in the environment (HTTPS_PROXY, ALL_PROXY), ${proxy}, is no http or https proxy; others, such as SOCKS, are not ` +
      'supported. Set HTTPS_PROXY to the address of an http proxy, or add api.example.test to NO_PROXY. POST /v1/oauth2/token was not sent.',
  );
  expect(isLasting(error)).toBe(true);
});

test('an http proxy that is written with https:// is named', async () => {
  process.env['HTTPS_PROXY'] = `https://${await proxyThatAnswers('200 OK')}`;
  expect((await failure()).message).toContain(
    'does not use TLS. If it is the proxy, write its address with http:// into HTTPS_PROXY.',
  );
});

test('NO_PROXY excludes the address', async () => {
  process.env['HTTPS_PROXY'] = await proxyThatAnswers('403 Forbidden');
  process.env['NO_PROXY'] = 'api.example.test';
  expect((await failure()).message).toContain(`No answer from ${baseUrl}: its name cannot be resolved`);
  expect(connects).toEqual([]);
});

test('doctor says that the proxy refuses, and does not try the credentials', async () => {
  const host = await proxyThatAnswers('403 Forbidden');
  process.env['HTTPS_PROXY'] = host;
  const findings: Finding[] = [];
  const configuration = {
    baseUrl,
    clientId: 'id',
    clientSecret: 'secret',
    credentialSource: 'environment' as const,
  };
  for await (const finding of cloudFindings(configuration)) findings.push(finding);
  expect(findings.slice(0, 3)).toMatchObject([
    {
      check: 'address',
      status: 'wrong',
      advice: expect.stringContaining(`The proxy http://${host}`) as string,
    },
    { check: 'clock', status: 'skipped' },
    { check: 'credentials', status: 'skipped' },
  ]);
});
