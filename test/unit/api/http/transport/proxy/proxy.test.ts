// With HTTPS_PROXY set, the client secret and the token are encrypted from the client to the API itself.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { RequestListener, Server } from 'node:http';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { minVersion } from 'semver';
import { certificate, privateKey } from './certificate';

const SECRET = 'a-client-secret';
const TOKEN = 'an-access-token';

const servers: Server[] = [];
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'proxy-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listening(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** The API: it gives a token for the secret, and the balance for the token. */
const api: RequestListener = (request, response) => {
  response.setHeader('content-type', 'application/json');
  if (request.url === '/v1/oauth2/token') {
    response.end(JSON.stringify({ access_token: TOKEN, token_type: 'Bearer', expires_in: 3600 }));
  } else {
    response.statusCode = request.headers.authorization === `Bearer ${TOKEN}` ? 200 : 401;
    response.end(JSON.stringify({ amount: 42, currency: 'usd' }));
  }
};

test('a proxy gets only CONNECT, and no plain text', async () => {
  const port = await listening(createTlsServer({ cert: certificate, key: privateKey }, api));
  const seen: string[] = [];
  const proxy = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => seen.push(chunk.toString('latin1')));
    seen.push(`${request.method ?? ''} ${request.url ?? ''}`, ...request.rawHeaders);
    response.writeHead(502).end();
  });
  proxy.on('connect', (request, client, head) => {
    seen.push(`CONNECT ${request.url ?? ''}`, ...request.rawHeaders, head.toString('latin1'));
    const upstream = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      client.pipe(upstream).pipe(client);
    });
    client.on('data', (chunk: Buffer) => seen.push(chunk.toString('latin1')));
    for (const socket of [client, upstream]) socket.on('error', () => undefined);
  });
  const proxyUrl = `http://127.0.0.1:${await listening(proxy)}`;

  const trusted = path.join(folder, 'trusted.crt');
  await writeFile(trusted, certificate);
  const program = `require('pulumi-cloud-compute/client').request('GET', '/v1/balance').then(
    ({ amount }) => { console.log('balance', amount); },
    (error) => { console.log(error.message); });`;
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', program], {
    cwd: __dirname,
    env: {
      PATH: process.env['PATH'],
      NODE_EXTRA_CA_CERTS: trusted,
      HTTPS_PROXY: proxyUrl,
      CLOUD_COMPUTE_BASE_URL: 'https://api.example.test',
      CLOUD_COMPUTE_CLIENT_ID: 'a-client',
      CLOUD_COMPUTE_CLIENT_SECRET: SECRET,
    },
  });

  const requests = seen.filter((text) => /^[A-Z]+ \S+$/.test(text));
  expect([...new Set(requests)]).toEqual(['CONNECT api.example.test:443']);
  const text = seen.join('\n');
  for (const hidden of [SECRET, TOKEN, '/v1/']) expect(text).not.toContain(hidden);
  expect(stdout).toBe('balance 42\n');
});

test('no release of axios may be installed that sends https requests to a proxy in plain text', () => {
  const manifest = readFileSync(path.join(__dirname, '../../../../../../package.json'), 'utf8');
  const { dependencies } = JSON.parse(manifest) as { dependencies: { axios: string } };
  expect(minVersion(dependencies.axios)?.compare('1.16.1')).toBeGreaterThanOrEqual(0);
});
