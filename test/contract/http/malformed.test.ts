import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import { connect } from 'node:net';
import { refusal, useCloud } from '../support/caller';

describe('malformed requests', () => {
  const cloud = useCloud();

  /** Sends these bytes, and returns the answer when the emulator has ended the connection. */
  const exchange = async (...parts: (string | Buffer)[]) => {
    const { hostname, port } = new URL(cloud.emulator.url);
    const socket = connect(Number(port), hostname);
    for (const part of parts) socket.write(part);
    let answer = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
    // Throws if the connection breaks.
    await once(socket, 'close');
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    return { status: Number(head.split(' ')[1]), body: JSON.parse(body) as unknown };
  };
  const ends = 'connection: close\r\n';
  const host = 'host: localhost\r\n';
  const authorization = () => `authorization: Bearer ${cloud.owner.token ?? ''}\r\n`;
  const size = 5_000_000;
  const large = 'x'.repeat(size);

  test.each([
    ['with a token', () => `POST /v1/scripts HTTP/1.1\r\n${authorization()}`, 413, 'invalid_request'],
    ['without a token', () => 'POST /v1/scripts HTTP/1.1\r\n', 401, 'unauthorized_request'],
    ['to an unknown path', () => `POST /v1/x HTTP/1.1\r\n${authorization()}`, 403, 'forbidden_action'],
    ['to the control API', () => 'PUT /_emulator/clock HTTP/1.1\r\n', 415, 'invalid_request'],
  ])('are answered if they have a body of 5 MB: %s', async (_, start, status, code) => {
    const head = `${start()}${host}${ends}`;
    const chunks = `${size.toString(16)}\r\n${large}\r\n0\r\n\r\n`;
    const length = `${head}content-length: ${size}\r\n\r\n`;
    const chunked = `${head}transfer-encoding: chunked\r\n\r\n`;
    expect(await exchange(length, large)).toMatchObject(refusal(status, code));
    expect(await exchange(chunked, chunks)).toMatchObject(refusal(status, code));
  });

  test.each([
    ['/v1/volumes', 400, 'invalid_request', /"Host" is missing/],
    ['/', 400, 'invalid_request', /"Host" is missing/],
    ['/v1/nothing', 403, 'forbidden_action', ''],
    ['/_emulator/clock', 403, 'forbidden_action', /names of this machine/],
  ])('are refused if they have no host: %s', async (path, status, code, words) => {
    const request = `GET ${path} HTTP/1.1\r\n${ends}${authorization()}\r\n`;
    expect(await exchange(request)).toMatchObject(refusal(status, code, words));
  });

  test('are answered with 400 if their body is compressed', async () => {
    const body = gzipSync(JSON.stringify({ name: 's', script: 'true' }));
    const head = `POST /v1/scripts HTTP/1.1\r\n${host}${ends}${authorization()}content-length: ${body.length}\r\n`;
    const refused = refusal(400, 'invalid_request', /"Content-Encoding": .*gzip/);
    expect(await exchange(`${head}content-encoding: gzip\r\n\r\n`, body)).toMatchObject(refused);
  });

  test('are answered with 400 if their body is not UTF-8', async () => {
    const body = Buffer.from('{"name":"\u00ff","script":"true"}', 'latin1');
    const head = `POST /v1/scripts HTTP/1.1\r\n${host}${ends}${authorization()}content-length: ${body.length}\r\n\r\n`;
    expect(await exchange(head, body)).toMatchObject(refusal(400, 'invalid_request', /UTF-8/));
  });

  test('are answered with 401 if the token is followed by something else', async () => {
    const headers = { authorization: `Bearer ${cloud.owner.token ?? ''} junk` };
    expect(await cloud.owner.send('GET', '/v1/volumes', undefined, headers)).toMatchObject(
      refusal(401, 'unauthorized_request', /invalid/),
    );
  });

  test('are answered with 417 if they expect something unknown', async () => {
    const request = `POST /v1/scripts HTTP/1.1\r\n${host}${ends}expect: miracle\r\ncontent-length: 2\r\n\r\n{}`;
    expect(await exchange(request)).toMatchObject(refusal(417, 'invalid_request', /miracle/));
  });

  test('are answered with 400 if they ask for a tunnel', async () => {
    const request = `CONNECT example.com:443 HTTP/1.1\r\n${host}\r\n`;
    expect(await exchange(request)).toMatchObject(refusal(400, 'invalid_request', /proxy/));
  });

  test.each(['/v1/volumes/%zz', '/v1/%zz', '/%zz', '/_emulator/faults/%zz', '/v1/docs/%zz'])(
    'are answered with 400 if the path cannot be decoded: %s',
    async (path) => {
      const reply = await exchange(`GET ${path} HTTP/1.1\r\n${host}${ends}${authorization()}\r\n`);
      expect(reply).toMatchObject(refusal(400, 'invalid_request', /%zz.*not a valid url/));
    },
  );
});
