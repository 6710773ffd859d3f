import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TransportError } from '../../../../../api';
import { CloudComputeClient } from '../../../../../api';
import { connectionError, isLasting, isUnsent } from '../../../../../api/http/transport/connectionError';
import { request } from '../../simulation';
import { wordingOf } from '../../../../../core/configuration';

const https = { baseUrl: 'https://api.example.com', wording: wordingOf('config') };
const post = request({ method: 'POST' });

const { env } = process;
beforeEach(() => {
  process.env = {};
});
afterEach(() => {
  process.env = env;
});

test.each([
  [
    'ENOTFOUND',
    'No answer from https://api.example.com: its name cannot be resolved (ENOTFOUND). Is the network up, and is cloudCompute:baseUrl right?',
  ],
  [
    'EAI_AGAIN',
    'No answer from https://api.example.com: its name cannot be resolved (EAI_AGAIN). Is the network up, and is cloudCompute:baseUrl right?',
  ],
  [
    'ECONNREFUSED',
    'No answer from https://api.example.com: connection refused. Is the service up, and is cloudCompute:baseUrl right?',
  ],
])('%s means that the request was certainly not sent', (code, message) => {
  const error = connectionError(post, { code }, https);
  expect(error).toMatchObject({ code, message, mayHaveArrived: false, operation: 'POST /v1/instances' });
  expect(isUnsent(error)).toBe(true);
  expect(isLasting(error)).toBe(false);
});

test('https to a port of plain http is refused at once, and the message names the setting', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const cause: unknown = await fetch(`https://127.0.0.1:${port}`).catch((error: unknown) => error);
  server.close();
  const error = connectionError(post, cause, { ...https, baseUrl: `https://127.0.0.1:${port}` });
  expect(error.message).toBe(
    `https://127.0.0.1:${port} does not use TLS. On this machine, set cloudCompute:baseUrl to an address with http://; elsewhere, check its port.`,
  );
  expect(error.mayHaveArrived).toBe(false);
  expect(isLasting(error)).toBe(true);
});

describe('a connection through a proxy', () => {
  beforeEach(() => {
    process.env['HTTPS_PROXY'] = 'http://user:a-password@proxy.example.com:3128';
  });

  test.each([
    [
      'ECONNREFUSED',
      'No answer from https://api.example.com through the proxy http://proxy.example.com:3128: connection refused. Is the proxy up, and are HTTPS_PROXY and cloudCompute:baseUrl right?',
    ],
    [
      'ENOTFOUND',
      'No answer from https://api.example.com through the proxy http://proxy.example.com:3128: the name of the proxy cannot be resolved (ENOTFOUND). Is the network up, and are HTTPS_PROXY and cloudCompute:baseUrl right?',
    ],
  ])('the message of %s names the proxy without its credentials', (code, message) => {
    expect(connectionError(post, { code }, https).message).toBe(message);
  });

  test.each(['not a url', 'http://proxy corp:8080', 'http://proxy:port'])(
    'a proxy that is no address is refused at once: %s',
    async (proxy) => {
      process.env['HTTPS_PROXY'] = proxy;
      const client = new CloudComputeClient({ ...https, clientId: 'id', clientSecret: 'secret' });
      const error: unknown = await client.account.balance().catch((reason: unknown) => reason);
      client.close();
      expect(error).toMatchObject({
        message:
          'The proxy in the environment (HTTPS_PROXY) is not an address such as http://proxy.example.com:8080: correct or remove it. POST /v1/oauth2/token was not sent.',
        mayHaveArrived: false,
      });
      expect(isLasting(error as TransportError)).toBe(true);
    },
  );

  test('the message does not name a proxy that the address does not use', () => {
    process.env['NO_PROXY'] = 'api.example.com';
    expect(connectionError(post, { code: 'ECONNREFUSED' }, https).message).not.toContain('proxy');
    const local = { ...https, baseUrl: 'http://127.0.0.1:8080' };
    expect(connectionError(post, { code: 'ECONNREFUSED' }, local).message).toContain(
      'Is the emulator running',
    );
  });
});

test.each([
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])('%s means that nothing was sent and a retry is pointless', (code) => {
  const error = connectionError(post, { code }, https);
  expect(error).toMatchObject({ mayHaveArrived: false });
  expect(error.message).toContain('NODE_EXTRA_CA_CERTS');
  expect(isLasting(error)).toBe(true);
});

test.each(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ERR_BAD_RESPONSE', 'EPROTO'])(
  '%s means that a write may have arrived',
  (code) => {
    const error = connectionError(post, { code }, https);
    expect(error.mayHaveArrived).toBe(true);
    expect(error.message).toBe(
      `The connection to https://api.example.com broke during POST /v1/instances (${code}). The request may have taken effect.`,
    );
    for (const read of [request(), request({ method: 'POST', onlyReads: true })]) {
      const failed = connectionError(read, { code }, https);
      expect(failed.mayHaveArrived).toBe(false);
      expect(failed.message).not.toContain('taken effect');
    }
  },
);

test('the innermost code counts, and an error without a code is unknown', () => {
  expect(connectionError(post, { code: 'ERR_NETWORK', cause: { code: 'ECONNREFUSED' } }, https).code).toBe(
    'ECONNREFUSED',
  );
  expect(connectionError(post, { code: 'ECONNRESET', cause: {} }, https).code).toBe('ECONNRESET');
  expect(connectionError(post, 'no error at all', https).code).toBe('unknown');
});
