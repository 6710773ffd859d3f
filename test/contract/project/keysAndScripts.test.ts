import type { SshKey, StartupScript } from '#contract';
import { refusal, useCloud } from '../support/caller';

const ed25519 = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl';

describe.each(['/v1/ssh-keys', '/v1/sshkeys'])('keys under %s', (base) => {
  const cloud = useCloud();
  const add = async (name: string, key = `${ed25519} me@home`): Promise<string> =>
    (await cloud.owner.post<string>(base, { name, key })).body;

  test('are added with 201 and their id, and show the MD5 fingerprint', async () => {
    const { status, body } = await cloud.owner.post<string>(base, {
      name: 'laptop',
      key: `${ed25519} me@home`,
    });
    expect(status).toBe(201);
    const expected = {
      id: body,
      name: 'laptop',
      key: `${ed25519} me@home`,
      fingerprint: '65:96:2d:fc:e8:d5:a9:11:64:0c:0f:ea:00:6e:5b:bd',
      created_by_user_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    };
    expect((await cloud.owner.get(`${base}/${body}`)).body).toEqual(expected);
    expect((await cloud.owner.get(base)).body).toEqual([expected]);
  });

  test.each([
    'not a key',
    'ssh-rsa AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl',
    'ssh-ed25519 ???',
    ed25519.slice(0, -20),
    // An RSA key with an exponent but no modulus.
    'ssh-rsa AAAAB3NzaC1yc2EAAAADAQAB',
  ])('are stored without a fingerprint if they cannot be parsed: %s', async (key) => {
    const id = await add('odd', key);
    expect((await cloud.owner.get(`${base}/${id}`)).body).toMatchObject({ key, fingerprint: null });
  });

  test('need a name and a key', async () => {
    expect(await cloud.owner.post(base, { name: 'a' })).toMatchObject(
      refusal(400, 'invalid_request', /^key is required/),
    );
    expect(await cloud.owner.post(base, { key: 'a' })).toMatchObject(
      refusal(400, 'invalid_request', /^name is required/),
    );
  });

  test('are deleted singly or several at once; an unknown id is answered with 404', async () => {
    const [one, two, three] = [await add('1'), await add('2'), await add('3')];
    expect(await cloud.owner.delete(`${base}/${one}`)).toMatchObject({ status: 200, body: undefined });
    expect((await cloud.owner.delete(`${base}/${one}`)).status).toBe(404);
    expect((await cloud.owner.get(`${base}/${one}`)).status).toBe(404);
    expect(await cloud.owner.delete(base, { keys: [two, 'nothing'] })).toMatchObject(
      refusal(404, 'not_found', /keys: .*nothing/),
    );
    expect((await cloud.owner.get<SshKey[]>(base)).body).toHaveLength(2);
    expect((await cloud.owner.delete(base, { keys: [two, three] })).status).toBe(200);
    expect((await cloud.owner.get(base)).body).toEqual([]);
    expect(await cloud.owner.delete(base)).toMatchObject(refusal(400, 'invalid_request', /body/));
  });
});

describe('startup scripts', () => {
  const cloud = useCloud({ scriptQuota: 30 });
  const list = (query = '') => cloud.owner.get<StartupScript[]>(`/v1/scripts${query}`);

  const add = async (...names: string[]): Promise<string[]> => {
    const ids = [];
    for (const name of names) {
      ids.push((await cloud.owner.post<string>('/v1/scripts', { name, script: `echo ${name}` })).body);
      cloud.pass(1);
    }
    return ids;
  };

  test('are created with 201 and their id, and read with their content', async () => {
    const [id] = await add('boot');
    expect((await cloud.owner.get(`/v1/scripts/${String(id)}`)).body).toMatchObject({
      id,
      name: 'boot',
      script: 'echo boot',
      created_at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/) as string,
    });
  });

  test('are listed in pages of ten, the newest first, with headers that describe the page', async () => {
    const ids = await add(...Array.from({ length: 12 }, (_, n) => `s${n}`));
    const first = await list();
    expect(first.body.map(({ id }) => id)).toEqual(ids.toReversed().slice(0, 10));
    expect(Object.fromEntries(first.headers)).toMatchObject({
      'x-page': '1',
      'x-page-size': '10',
      'x-total-count': '12',
    });
    const second = await list('?page=2');
    expect(second.body.map(({ name }) => name)).toEqual(['s1', 's0']);
    expect(second.headers.get('x-page')).toBe('2');
    expect((await list('?page=3')).body).toEqual([]);
    expect((await list('?pageSize=100')).body).toHaveLength(12);
    expect(
      (await list('?orderBy=created_at&orderDirection=asc&pageSize=2')).body.map(({ name }) => name),
    ).toEqual(['s0', 's1']);
  });

  test('can be searched by a part of their name', async () => {
    await add('install-cuda', 'mount', 'cuda-samples');
    const found = await list('?name=cuda');
    expect(found.body.map(({ name }) => name)).toEqual(['cuda-samples', 'install-cuda']);
    expect(found.headers.get('x-total-count')).toBe('2');
  });

  test.each(['page=0', 'page=x', 'pageSize=0', 'pageSize=101', 'orderBy=name', 'orderDirection=up'])(
    'are answered with 400 for %s',
    async (query) => {
      expect(await list(`?${query}`)).toMatchObject(
        refusal(400, 'invalid_request', new RegExp(`^${query.split('=')[0] ?? ''} has to be`)),
      );
    },
  );

  test('are refused with 403 over the quota', async () => {
    await add(...Array.from({ length: 30 }, (_, n) => `s${n}`));
    expect(await cloud.owner.post('/v1/scripts', { name: 'x', script: 'y' })).toMatchObject(
      refusal(403, 'forbidden_action', /30 startup scripts/),
    );
  });

  test('are deleted singly or several at once; an unknown id is answered with 404', async () => {
    const [one, two, three] = await add('1', '2', '3');
    expect((await cloud.owner.delete(`/v1/scripts/${String(one)}`)).status).toBe(200);
    expect((await cloud.owner.delete(`/v1/scripts/${String(one)}`)).status).toBe(404);
    expect((await cloud.owner.get(`/v1/scripts/${String(one)}`)).status).toBe(404);
    expect((await cloud.owner.delete('/v1/scripts', { scripts: [two, 'nothing'] })).status).toBe(404);
    expect((await cloud.owner.delete('/v1/scripts', { scripts: [two, three] })).status).toBe(200);
    expect((await list()).body).toEqual([]);
  });

  test('need a name and a script', async () => {
    expect(await cloud.owner.post('/v1/scripts', { name: 'a' })).toMatchObject(
      refusal(400, 'invalid_request', /^script/),
    );
    expect(await cloud.owner.post('/v1/scripts', { script: 'a' })).toMatchObject(
      refusal(400, 'invalid_request', /^name/),
    );
  });
});

describe('startup scripts with the default quota', () => {
  const cloud = useCloud();

  test('are limited to a hundred', async () => {
    const add = async (): Promise<number> =>
      (await cloud.owner.post('/v1/scripts', { name: 's', script: 'true' })).status;
    for (let n = 0; n < 100; n += 1) expect(await add()).toBe(201);
    expect(await add()).toBe(403);
  });
});
