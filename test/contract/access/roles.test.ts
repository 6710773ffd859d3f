import { disk, machine, refusal, useCloud } from '../support/caller';

const clients = (['owner', 'admin', 'developer', 'viewer'] as const).map((role) => ({
  id: role === 'owner' ? 'emulator' : role,
  secret: role === 'owner' ? 'emulator' : role,
  role,
  project: 'team',
}));

describe('the roles of clients of one project', () => {
  const cloud = useCloud({ clients });

  test.each([
    ['admin', 200, 202],
    ['developer', 403, 202],
    ['viewer', 403, 403],
  ])(
    'give a client with the role %s the status %d for the audit log and %d for a new volume',
    async (role, log, order) => {
      const caller = await cloud.caller(role, role);
      expect((await caller.get('/v1/audit/log')).status).toBe(log);
      expect((await caller.post('/v1/volumes', disk())).status).toBe(order);
    },
  );

  test.each(['developer', 'viewer'])(
    'refuse the audit log to a %s with 403, whatever the query',
    async (role) => {
      const caller = await cloud.caller(role, role);
      for (const reply of [
        await caller.get('/v1/audit/log?page_size=0'),
        await caller.get('/v1/audit/log?start_date=yesterday'),
        await caller.post('/v1/audit/log/download', { action: 'nothing' }),
        await caller.post('/v1/audit/log/download', 'no JSON'),
      ])
        expect(reply).toMatchObject(refusal(403, 'forbidden_action'));
    },
  );

  test('allow a viewer to read everything and to change nothing', async () => {
    const volume = await cloud.owner.volume();
    const viewer = await cloud.caller('viewer', 'viewer');
    for (const path of [
      '/v1/volumes',
      `/v1/volumes/${volume}`,
      '/v1/instances',
      '/v1/ssh-keys',
      '/v1/balance',
    ])
      expect((await viewer.get(path)).status).toBe(200);
    const changes = await Promise.all([
      viewer.post('/v1/instances', machine()),
      viewer.post('/v1/instances', 'no JSON'),
      viewer.put('/v1/volumes', { action: 'rename', id: volume, name: 'x' }),
      viewer.delete(`/v1/volumes/${volume}`),
      viewer.post('/v1/ssh-keys', { name: 'me', key: 'x' }),
      viewer.post('/v1/audit/log/download', {}),
    ]);
    for (const reply of changes) expect(reply).toMatchObject(refusal(403, 'forbidden_action', /viewer/));
    expect(await cloud.owner.readVolume(volume)).toMatchObject({ name: 'data' });
    expect((await cloud.owner.get('/v1/instances')).body).toEqual([]);
  });

  test('allow a viewer to renew its token', async () => {
    const asked = { grant_type: 'client_credentials', client_id: 'viewer', client_secret: 'viewer' };
    const viewer = await cloud.caller('viewer', 'viewer');
    const { status, body } = await viewer.post<{ refresh_token: string }>('/v1/oauth2/token', asked);
    expect(status).toBe(200);
    const again = { grant_type: 'refresh_token', refresh_token: body.refresh_token };
    expect((await viewer.post('/v1/oauth2/token', again)).status).toBe(200);
  });
});
