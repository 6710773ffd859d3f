import { request } from 'node:http';
import { startEmulator } from 'cloud-compute-emulator';
import { useCloud } from './support';

interface Sent {
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Sends exactly these headers, which `fetch` does not allow. */
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
  const stage = useCloud({ allowedHosts: ['laptop.example'] });

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
    ['an address of loopback', { headers: { host: '127.0.0.2:80' } }, 200],
    ['the IPv6 address of loopback', { headers: { host: '[::1]:80' } }, 200],
    ['an allowed name', { headers: { host: 'Laptop.example:80' } }, 200],
    ['its own origin', { headers: { host: 'localhost:80', origin: 'http://localhost:80' } }, 200],
  ])('takes %s', async (_, sent, status) => {
    expect(await send(stage.emulator.url, sent)).toBe(status);
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
    ['a page of another site', { ...freeze, headers: { ...json, origin: 'https://evil.example' } }, 403],
    ['a page of another port', { headers: { host: 'localhost:80', origin: 'http://localhost:81' } }, 403],
    [
      'a page without an origin',
      { method: 'POST', path: '/_emulator/reset', headers: { origin: 'null' } },
      403,
    ],
    ['another name that leads here', { headers: { host: 'evil.example' } }, 403],
    ['a name that begins like loopback', { headers: { host: '127.0.0.1.evil.example' } }, 403],
    ['an address of another network', { headers: { host: '192.168.1.5:80' } }, 403],
    ['another name in the list of its paths', { path: '/_emulator', headers: { host: 'evil.example' } }, 403],
    [
      'another name in the stream of events',
      { path: '/_emulator/events', headers: { host: 'evil.example' } },
      403,
    ],
  ])('refuses %s', async (_, sent, status) => {
    const id = await stage.owner.volume();
    stage.emulator.clock.resume();
    expect(await send(stage.emulator.url, sent)).toBe(status);
    expect(stage.emulator.clock.frozen).toBe(false);
    expect((await stage.owner.readVolume(id)).id).toBe(id);
  });

  test('says how to allow a name', async () => {
    const { body } = await stage.owner.send<{ message: string }>('GET', '/_emulator/clock', undefined, {
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
  ])('on the address %s with %j answers %d', async (host, options, status) => {
    const emulator = await startEmulator({ host, ...options });
    const { port } = new URL(emulator.url);
    expect(await send(`http://127.0.0.1:${port}`, {})).toBe(status);
    await emulator.close();
  });
});
