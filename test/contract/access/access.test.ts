import type { AccessToken } from '#contract';
import { Caller, disk, refusal, useCloud } from '../support/caller';

describe('tokens', () => {
  let now = 0;
  const cloud = useCloud({ realTime: () => now, tokenLifetime: 100, refreshLifetime: 1000 });
  const token = (body: object) => new Caller(cloud.emulator.url).post<AccessToken>('/v1/oauth2/token', body);
  const credentials = { grant_type: 'client_credentials', client_id: 'emulator', client_secret: 'emulator' };
  const works = async ({ access_token: accessToken }: AccessToken): Promise<boolean> =>
    (await new Caller(cloud.emulator.url, accessToken).get('/v1/balance')).status === 200;

  test('are given for client credentials', async () => {
    const { status, body } = await token(credentials);
    expect(status).toBe(200);
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 100, scope: 'cloud-api-v1' });
    expect(await works(body)).toBe(true);
  });

  test.each([
    [
      'an unknown grant type',
      { ...credentials, grant_type: 'password' },
      400,
      /^grant_type has to be client_credentials or refresh_token/,
    ],
    ['no grant type', { client_id: 'emulator', client_secret: 'emulator' }, 400, /^grant_type is required/],
    ['no secret', { ...credentials, client_secret: undefined }, 400, /^client_secret is required/],
    ['no refresh token', { grant_type: 'refresh_token' }, 400, /^refresh_token is required/],
    ['a wrong secret', { ...credentials, client_secret: 'wrong' }, 401, /credentials/],
    ['an unknown client', { ...credentials, client_id: 'wrong' }, 401, /credentials/],
    [
      'an unknown refresh token',
      { grant_type: 'refresh_token', refresh_token: 'wrong' },
      401,
      /refresh token/,
    ],
  ])('are refused for %s', async (_, body, status, words) => {
    const code = status === 400 ? 'invalid_request' : 'unauthorized_request';
    expect(await token(body)).toMatchObject(refusal(status, code, words));
  });

  test('are renewed by a refresh, after which the old refresh token is invalid', async () => {
    const { body: first } = await token(credentials);
    const refresh = { grant_type: 'refresh_token', refresh_token: first.refresh_token };
    const { status, body: second } = await token({
      ...refresh,
      client_id: null,
      client_secret: 'ignored',
      scope: 'any',
    });
    expect(status).toBe(200);
    expect(second.access_token).not.toBe(first.access_token);
    expect([await works(first), await works(second)]).toEqual([true, true]);
    expect(await token(refresh)).toMatchObject(refusal(401, 'unauthorized_request'));
    expect((await token({ grant_type: 'refresh_token', refresh_token: second.refresh_token })).status).toBe(
      200,
    );
  });

  describe('tokens for standard OAuth2 clients', () => {
    const asked = (body: string, headers: Record<string, string>) =>
      new Caller(cloud.emulator.url).send<AccessToken>('POST', '/v1/oauth2/token', body, headers);
    // The case of a media type has no meaning.
    const form = { 'content-type': 'application/X-WWW-Form-Urlencoded;charset=UTF-8' };
    const basic = (credentials: string) => ({
      authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
    });
    const fields = (more: object = {}) => new URLSearchParams({ ...credentials, ...more }).toString();

    test('are given and refreshed with the fields as a form', async () => {
      const { status, body } = await asked(fields({ scope: 'cloud-api-v1' }), form);
      expect(status).toBe(200);
      expect(await works(body)).toBe(true);
      const refresh = { grant_type: 'refresh_token', refresh_token: body.refresh_token };
      expect((await asked(new URLSearchParams(refresh).toString(), form)).status).toBe(200);
    });

    test('are given for credentials in the header, plain or encoded', async () => {
      cloud.emulator.control.clients.add({ id: 'team:a', secret: 's+c r%t' });
      const header = basic(`${encodeURIComponent('team:a')}:${encodeURIComponent('s+c r%t')}`);
      const grant = 'grant_type=client_credentials';
      expect((await asked(grant, { ...form, ...header })).status).toBe(200);
      expect((await asked(grant, { ...form, ...basic('emulator:emulator') })).status).toBe(200);
      const json = JSON.stringify({ grant_type: 'client_credentials' });
      expect((await asked(json, basic('emulator:emulator'))).status).toBe(200);
      expect((await asked(fields(), { ...form, ...basic('other:ignored') })).status).toBe(200);
    });

    test('are given for JSON that the client labels as a form', async () => {
      expect((await asked(JSON.stringify(credentials), form)).status).toBe(200);
    });

    test('are refused for the same reasons as to other clients', async () => {
      const refused = (status: number, words: RegExp) =>
        refusal(status, status === 400 ? 'invalid_request' : 'unauthorized_request', words);
      expect(await asked(fields({ client_secret: 'wrong' }), form)).toMatchObject(
        refused(401, /credentials/),
      );
      expect(await asked(fields({ grant_type: 'password' }), form)).toMatchObject(
        refused(400, /^grant_type/),
      );
      const grant = 'grant_type=client_credentials';
      expect(await asked(grant, { ...form, ...basic('emulator:wrong') })).toMatchObject(
        refused(401, /credentials/),
      );
      expect(await asked(grant, { ...form, ...basic('%zz') })).toMatchObject(refused(400, /^client_id/));
      expect(await asked(grant, form)).toMatchObject(refused(400, /^client_id is required/));
    });

    test('are requested by the only request that accepts a form', async () => {
      const { owner } = cloud;
      expect(await owner.send('POST', '/v1/ssh-keys', 'name=k&key=ssh-ed25519', form)).toMatchObject(
        refusal(400, 'invalid_request', /JSON/),
      );
    });
  });

  test('cannot be refreshed with an access token', async () => {
    const { body } = await token(credentials);
    expect((await token({ grant_type: 'refresh_token', refresh_token: body.access_token })).status).toBe(401);
  });

  test('expire in real time, whatever the cloud’s clock shows', async () => {
    const { body } = await token(credentials);
    cloud.pass(10_000_000);
    expect(await works(body)).toBe(true);
    now += 99_999;
    expect(await works(body)).toBe(true);
    now += 1;
    expect(await works(body)).toBe(false);
    expect((await token({ grant_type: 'refresh_token', refresh_token: body.refresh_token })).status).toBe(
      200,
    );
    const { body: second } = await token(credentials);
    now += 1_000_000;
    expect((await token({ grant_type: 'refresh_token', refresh_token: second.refresh_token })).status).toBe(
      401,
    );
  });

  test('can be revoked', async () => {
    const { body } = await token(credentials);
    cloud.emulator.control.clients.revokeTokens('emulator');
    expect(await works(body)).toBe(false);
    expect((await token({ grant_type: 'refresh_token', refresh_token: body.refresh_token })).status).toBe(
      401,
    );
  });
});

describe('tokens with the default lifetimes', () => {
  let now = 0;
  const cloud = useCloud({ realTime: () => now });

  test('are valid for an hour, and can be refreshed for a day', async () => {
    const anybody = new Caller(cloud.emulator.url);
    const token = (body: object) => anybody.post<AccessToken>('/v1/oauth2/token', body);
    const credentials = {
      grant_type: 'client_credentials',
      client_id: 'emulator',
      client_secret: 'emulator',
    };
    const [first, second] = [(await token(credentials)).body, (await token(credentials)).body];
    expect(first.expires_in).toBe(3600);
    const refreshed = async ({ refresh_token }: AccessToken): Promise<number> =>
      (await token({ grant_type: 'refresh_token', refresh_token })).status;
    const read = async (): Promise<number> =>
      (await new Caller(cloud.emulator.url, first.access_token).get('/v1/balance')).status;
    now += 3_599_999;
    expect(await read()).toBe(200);
    now += 1;
    expect(await read()).toBe(401);
    now = 86_399_999;
    expect(await refreshed(first)).toBe(200);
    now += 1;
    expect(await refreshed(second)).toBe(401);
  });
});

describe('access control', () => {
  const cloud = useCloud({
    clients: [
      { id: 'emulator', secret: 'emulator' },
      { id: 'second-client', secret: 'c', project: 'emulator' },
      { id: 'other-project', secret: 's' },
    ],
  });

  test.each([undefined, 'nonsense'])('answers 401 to the token %s', async (token) => {
    expect(await new Caller(cloud.emulator.url, token).get('/v1/instances')).toMatchObject(
      refusal(401, 'unauthorized_request', /token/),
    );
  });

  test.each([
    '/v1/instance-types',
    '/v1/cluster-types',
    '/v1/container-types',
    '/v1/volume-types',
    '/v1/long-term/periods',
    '/v1/long-term/periods/instances',
    '/v1/long-term/periods/clusters',
    '/v1/openapi.json',
  ])('lets everybody call %s, even with an invalid token', async (path) => {
    expect((await new Caller(cloud.emulator.url).get(path)).status).toBe(200);
    expect((await new Caller(cloud.emulator.url, 'nonsense').get(path)).status).toBe(200);
  });

  test('answers an undocumented path with 401 without a token, with 403 with a token, and with 404 outside /v1', async () => {
    const anybody = new Caller(cloud.emulator.url);
    const paths = ['/v1', '/v1/nothing', '/v1/instances/x/nothing', '/v1/long-term/periods/nothing'];
    for (const path of paths) {
      expect(await anybody.get(path)).toMatchObject(refusal(401, 'unauthorized_request'));
      expect(await cloud.owner.get(path)).toMatchObject(
        refusal(403, 'forbidden_action', /^Insufficient scope$/),
      );
    }
    expect(await cloud.owner.send('PATCH', '/v1/volumes')).toMatchObject(
      refusal(403, 'forbidden_action', /^Insufficient scope$/),
    );
    const scope = refusal(403, 'forbidden_action', /^Insufficient scope$/);
    expect(await cloud.owner.send('QUERY', '/v1/volumes')).toMatchObject(scope);
    expect(await cloud.owner.send('PATCH', '/v1/volumes', '{"size":')).toMatchObject(scope);
    expect(await cloud.owner.post('/v1/nothing', 'x'.repeat(2 ** 20 + 1))).toMatchObject(scope);
    expect(await anybody.get('/v2/instances')).toMatchObject(refusal(404, 'not_found'));
    // The path of the console exists.
    expect((await anybody.get('/')).status).toBe(200);
  });

  test('hides the resources of a project from all other projects', async () => {
    const { owner } = cloud;
    const otherProject = await cloud.caller('other-project', 's');
    const { body: key } = await owner.post<string>('/v1/ssh-keys', { name: 'k', key: 'ssh-ed25519 AAAA' });
    const { body: script } = await owner.post<string>('/v1/scripts', { name: 's', script: 'true' });
    const { body: group } = await owner.post<{ id: string }>('/v1/instance-groups', {
      name: 'g',
      location_code: 'FIN-01',
      instance_type: '1V100.6V',
      template: { image: 'ubuntu-24.04' },
    });
    const volume = await owner.volume();
    const instance = await owner.instance();
    for (const path of ['instances', 'volumes', 'volumes/trash', 'ssh-keys', 'scripts', 'instance-groups']) {
      expect((await otherProject.get(`/v1/${path}`)).body).toEqual([]);
    }
    const single = [`instances/${instance}`, `volumes/${volume}`, `ssh-keys/${key}`, `scripts/${script}`];
    for (const path of [...single, `instance-groups/${group.id}`]) {
      expect(await otherProject.get(`/v1/${path}`)).toMatchObject(refusal(404, 'not_found'));
    }
    const attempts = await Promise.all([
      otherProject.act('shutdown', instance),
      otherProject.actOnVolume('rename', volume, { name: 'mine' }),
      otherProject.delete(`/v1/volumes/${volume}`),
      otherProject.delete(`/v1/ssh-keys/${key}`),
      otherProject.delete('/v1/scripts', { scripts: [script] }),
      otherProject.delete(`/v1/instance-groups/${group.id}`),
      otherProject.post(`/v1/instances/${instance}/tags`, { key: 'a' }),
      otherProject.post('/v1/volumes', disk({ instance_id: instance })),
    ]);
    expect(attempts.map(({ status }) => status)).toEqual(attempts.map(() => 404));
  });

  test('shows all clients of a project the same resources', async () => {
    const secondClient = await cloud.caller('second-client', 'c');
    const id = await cloud.owner.instance();
    expect((await secondClient.get(`/v1/instances/${id}`)).status).toBe(200);
    const [mine, theirs] = [id, await secondClient.instance()];
    const [first, second] = [await cloud.owner.readInstance(mine), await cloud.owner.readInstance(theirs)];
    expect(first.created_by_user_id).not.toBe(second.created_by_user_id);
  });
});
