import { Caller, machine, refusal, useCloud } from './support';

describe('requests that are not what they should be', () => {
  const stage = useCloud();

  test('a body that is not JSON is 400', async () => {
    expect(await stage.owner.send('POST', '/v1/volumes', '{"name": ')).toMatchObject(
      refusal(400, 'invalid_request', /not valid JSON/),
    );
  });

  test('a body that is missing is 400', async () => {
    for (const reply of [await stage.owner.post('/v1/volumes'), await stage.owner.put('/v1/instances')]) {
      expect(reply).toMatchObject(refusal(400, 'invalid_request', /needs a JSON body/));
    }
  });

  test.each([['[]'], ['"text"'], ['3'], ['null']])(
    'a body that is %s instead of an object is 400',
    async (body) => {
      expect(await stage.owner.send('POST', '/v1/volumes', body)).toMatchObject(
        refusal(400, 'invalid_request', /object/),
      );
    },
  );

  test('an empty body with a JSON content type is no body', async () => {
    const id = await stage.owner.volume();
    stage.pass(60);
    const reply = await stage.owner.send('DELETE', `/v1/volumes/${id}`, undefined, {
      'content-type': 'application/json',
    });
    expect(reply.status).toBe(202);
  });

  test('a body of more than one mebibyte is 413', async () => {
    const reply = await stage.owner.post('/v1/scripts', { name: 'big', script: 'x'.repeat(1024 * 1024) });
    expect(reply).toMatchObject(refusal(413, 'invalid_request', /1 MiB/));
  });

  test('a body is JSON whatever its content type says', async () => {
    const body = JSON.stringify({ name: 's', script: 'true' });
    const reply = await stage.owner.send('POST', '/v1/scripts', body, { 'content-type': 'text/plain' });
    expect(reply.status).toBe(201);
  });

  test('neither a user agent nor the edge’s address is needed', async () => {
    const reply = await stage.owner.send('POST', '/v1/instances', machine(), { 'user-agent': '' });
    expect(reply.status).toBe(202);
  });

  test('an id of any form and length is 404, never an error of the server', async () => {
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
        const reply = await stage.owner.get(`/v1/${kind}/${encodeURIComponent(id)}`);
        expect(reply).toMatchObject(refusal(404, 'not_found'));
      }
    }
  });

  test('errors on the way in have the body of the API, without a token too', async () => {
    const reply = await new Caller(stage.emulator.url).send(
      'POST',
      '/v1/oauth2/token',
      'grant_type=client_credentials',
      {
        'content-type': 'application/x-www-form-urlencoded',
      },
    );
    expect(reply).toMatchObject(refusal(400, 'invalid_request', /not valid JSON/));
  });
});
