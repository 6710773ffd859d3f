import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { Caller, cluster, disk, machine, refusal, useCloud } from '../support/caller';

describe('unusual requests', () => {
  const cloud = useCloud();

  test('are answered with 400 if the body is not JSON', async () => {
    expect(await cloud.owner.send('POST', '/v1/volumes', '{"name": ')).toMatchObject(
      refusal(400, 'invalid_request', /not valid JSON/),
    );
  });

  test('are answered with 400 if the body is missing', async () => {
    for (const reply of [await cloud.owner.post('/v1/volumes'), await cloud.owner.put('/v1/instances')]) {
      expect(reply).toMatchObject(refusal(400, 'invalid_request', /needs a JSON body/));
    }
  });

  test.each([['[]'], ['"text"'], ['3'], ['null']])(
    'are answered with 400 if the body is %s instead of an object',
    async (body) => {
      expect(await cloud.owner.send('POST', '/v1/volumes', body)).toMatchObject(
        refusal(400, 'invalid_request', /object/),
      );
    },
  );

  test('are treated as requests without a body if the body is empty, whatever the content type', async () => {
    const id = await cloud.owner.volume();
    cloud.pass(60);
    const reply = await cloud.owner.send('DELETE', `/v1/volumes/${id}`, undefined, {
      'content-type': 'application/json',
    });
    expect(reply.status).toBe(202);
  });

  test('are answered with 413 if the body has more than one mebibyte', async () => {
    const reply = await cloud.owner.post('/v1/scripts', { name: 'big', script: 'x'.repeat(1024 * 1024) });
    expect(reply).toMatchObject(refusal(413, 'invalid_request', /1 MiB/));
  });

  const junk = 'x'.repeat(900_000);
  test.each([
    ['/v1/ssh-keys', 'key', 16_384, { name: 'laptop', key: junk }],
    ['/v1/ssh-keys', 'name', 255, { name: junk, key: 'ssh-ed25519 AAAA' }],
    ['/v1/scripts', 'name', 255, { name: junk, script: 'true' }],
    ['/v1/volumes', 'name', 255, disk({ name: junk })],
    ['/v1/instances', 'hostname', 255, machine({ hostname: junk })],
    ['/v1/instances', 'description', 1000, machine({ description: junk })],
    ['/v1/instances', 'os_volume.name', 255, machine({ os_volume: { name: junk } })],
    ['/v1/clusters', 'shared_volume.name', 255, cluster({ shared_volume: { name: junk, size: 1 } })],
    ['/v1/private-networks', 'name', 255, { name: junk }],
  ])(
    'requests to %s are answered with 400 if %s has more than %d characters',
    async (path, property, limit, body) => {
      expect(await cloud.owner.post(path, body)).toMatchObject(
        refusal(400, 'invalid_request', `${property} has at most ${limit} characters`),
      );
    },
  );

  test('are accepted with a name of 255 characters, and with the public half of a long RSA key', async () => {
    expect((await cloud.owner.post('/v1/volumes', disk({ name: 'n'.repeat(255) }))).status).toBe(202);
    const key = `ssh-rsa ${'A'.repeat(2796)} somebody@example.com`;
    expect((await cloud.owner.post('/v1/ssh-keys', { name: 'k', key })).status).toBe(201);
  });

  test('are read as JSON whatever the content type says', async () => {
    const body = JSON.stringify({ name: 's', script: 'true' });
    const reply = await cloud.owner.send('POST', '/v1/scripts', body, { 'content-type': 'text/plain' });
    expect(reply.status).toBe(201);
  });

  test('need neither a user agent nor the edge’s address', async () => {
    const reply = await cloud.owner.send('POST', '/v1/instances', machine(), { 'user-agent': '' });
    expect(reply.status).toBe(202);
  });

  test('are answered with 404 for an unknown id of any form and length', async () => {
    for (const id of [
      'nothing',
      '%00',
      '..%2f..',
      "'; drop table",
      '__proto__',
      'constructor',
      'x'.repeat(300),
    ]) {
      for (const kind of ['instances', 'volumes', 'ssh-keys', 'scripts', 'instance-groups']) {
        const reply = await cloud.owner.get(`/v1/${kind}/${encodeURIComponent(id)}`);
        expect(reply).toMatchObject(refusal(404, 'not_found'));
      }
    }
  });

  test.each([
    ['/v1/volumes?status=detached&status=deleted', 'status'],
    ['/v1/volumes?status=detached&status=detached', 'status'],
    ['/v1/scripts?page=1&page=2&page=3', 'page'],
    ['/v1/instance-availability?location_code=FIN-01&location_code=FIN-02', 'location_code'],
  ])('requests to %s are answered with 400: %s is given more than once', async (path, parameter) => {
    expect(await cloud.owner.get(path)).toMatchObject(
      refusal(400, 'invalid_request', new RegExp(`^${parameter} is given more than once`)),
    );
  });

  test('may repeat a parameter that has several values', async () => {
    expect((await cloud.owner.get('/v1/instances?tag=a&tag=b')).status).toBe(200);
  });

  test('are refused if a number is too large to be a number of JavaScript', async () => {
    const body = JSON.stringify(disk({ size: 100 })).replace('100', '1e999');
    expect(await cloud.owner.post('/v1/volumes', body)).toMatchObject(
      refusal(400, 'invalid_request', /^size has to be of type number/),
    );
  });

  test('are answered with 400 and the error body of the API if the path cannot be decoded', async () => {
    expect(await cloud.owner.get('/v1/volumes/%zz')).toMatchObject(
      refusal(400, 'invalid_request', /not a valid url/),
    );
  });

  test.each([
    ['BREW /coffee\r\n\r\n', 400, 'The request is not valid HTTP.'],
    [
      `GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'The headers of the request are too long.',
    ],
  ])(
    'are refused with the error body of the API if they are not HTTP: %.4s',
    async (request, status, message) => {
      const { hostname, port } = new URL(cloud.emulator.url);
      const socket = connect(Number(port), hostname).end(request);
      const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
      expect(head).toMatch(`HTTP/1.1 ${status} `);
      expect(JSON.parse(body)).toEqual({ code: 'invalid_request', message });
    },
  );

  test('are answered with a hint if an id contains the quotes of its JSON string', async () => {
    const { owner } = cloud;
    const quoted = JSON.stringify(await owner.volume());
    const advised = refusal(
      404,
      'not_found',
      /answered as a JSON string: its quotes are not a part of it\.$/,
    );
    expect(await owner.get(`/v1/volumes/${encodeURIComponent(quoted)}`)).toMatchObject(advised);
    expect(await owner.put('/v1/volumes', { action: 'delete', id: quoted })).toMatchObject(advised);
    const journal = `/v1/journal?volume_id=${encodeURIComponent(quoted)}`;
    expect(await owner.get(journal)).toMatchObject(advised);
  });

  test('are answered with 400 if the path is not a URL', async () => {
    expect(await cloud.owner.get('/v1/instances/%zz')).toMatchObject(refusal(400, 'invalid_request', /%zz/));
  });

  test('are answered with the error body of the API for early errors, even without a token', async () => {
    const reply = await new Caller(cloud.emulator.url).post('/v1/oauth2/token', '{"grant_type":');
    expect(reply).toMatchObject(refusal(400, 'invalid_request', /not valid JSON/));
  });
});
