import { request } from 'node:http';
import { startEmulator } from 'cloud-compute-emulator';
import { useCloud } from '../support/caller';

interface Sent {
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Sends exactly these headers. `fetch` does not allow that. */
const send = (
  url: string,
  { method = 'GET', path = '/_emulator/clock', headers, body }: Sent,
): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = request(url + path, { method, headers: headers ?? {} }, (reply) => {
      reply.resume();
      resolve(reply.statusCode ?? 0);
    });
    sent.once('error', reject);
    sent.end(body);
  });

const json = { 'content-type': 'application/json' };
const freeze = { method: 'PUT', body: '{"frozen":true}' };

describe('the control API', () => {
  const cloud = useCloud({ allowedHosts: ['laptop.example'] });

  test.each<[string, Sent, number]>([
    ['JSON', { ...freeze, headers: json }, 200],
    [
      'JSON with a charset',
      { ...freeze, headers: { 'content-type': 'application/json; charset=utf-8' } },
      200,
    ],
    ['no body', { method: 'POST', path: '/_emulator/reset' }, 204],
    ['the name localhost', { headers: { host: 'localhost:8080' } }, 200],
    ['a name below localhost', { headers: { host: 'cloud.localhost' } }, 200],
    ['a loopback address', { headers: { host: '127.0.0.2:80' } }, 200],
    ['the IPv6 loopback address', { headers: { host: '[::1]:80' } }, 200],
    ['an allowed name', { headers: { host: 'Laptop.example:80' } }, 200],
    ['its own origin', { headers: { host: 'localhost:80', origin: 'http://localhost:80' } }, 200],
  ])('accepts a request with %s', async (_, sent, status) => {
    expect(await send(cloud.emulator.url, sent)).toBe(status);
  });

  test.each<[string, Sent, number]>([
    ['text', { ...freeze, headers: { 'content-type': 'text/plain' } }, 415],
    ['a form', { ...freeze, headers: { 'content-type': 'application/x-www-form-urlencoded' } }, 415],
    ['a body without a type', freeze, 415],
    [
      'a type that only begins like JSON',
      { ...freeze, headers: { 'content-type': 'application/jsonp' } },
      415,
    ],
    ['the origin of another site', { ...freeze, headers: { ...json, origin: 'https://evil.example' } }, 403],
    ['the origin of another port', { headers: { host: 'localhost:80', origin: 'http://localhost:81' } }, 403],
    ['the origin null', { method: 'POST', path: '/_emulator/reset', headers: { origin: 'null' } }, 403],
    ['another host name for this machine', { headers: { host: 'evil.example' } }, 403],
    ['a host name that begins like a loopback address', { headers: { host: '127.0.0.1.evil.example' } }, 403],
    ['a host address of another network', { headers: { host: '192.168.1.5:80' } }, 403],
    [
      'another host name for the list of operations',
      { path: '/_emulator', headers: { host: 'evil.example' } },
      403,
    ],
    [
      'another host name for the stream of events',
      { path: '/_emulator/events', headers: { host: 'evil.example' } },
      403,
    ],
  ])('refuses a request with %s', async (_, sent, status) => {
    const id = await cloud.owner.volume();
    cloud.emulator.clock.resume();
    expect(await send(cloud.emulator.url, sent)).toBe(status);
    expect(cloud.emulator.clock.frozen).toBe(false);
    expect((await cloud.owner.readVolume(id)).id).toBe(id);
  });

  test('names the refused origin', async () => {
    const { body } = await cloud.owner.send<{ message: string }>('GET', '/_emulator/clock', undefined, {
      origin: 'https://evil.example',
    });
    expect(body.message).toBe(
      'The control API does not answer to pages of another origin, such as "https://evil.example".',
    );
  });
});

describe('the control API by default', () => {
  test.each([
    ['127.0.0.1', {}, 200],
    ['localhost', {}, 200],
    ['0.0.0.0', {}, 404],
    ['0.0.0.0', { control: true }, 200],
    ['127.0.0.1', { control: false }, 404],
  ])('an emulator at the address %s with the options %j answers with %d', async (host, options, status) => {
    const emulator = await startEmulator({ host, ...options });
    const { port } = new URL(emulator.url);
    expect(await send(`http://127.0.0.1:${port}`, {})).toBe(status);
    await emulator.close();
  });
});
