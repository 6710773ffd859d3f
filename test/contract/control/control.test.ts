import type { Instance } from '#contract';
import { startEmulator } from 'cloud-compute-emulator';
import { Caller, refusal, longEnough, useCloud } from '../support/caller';

describe('the control API', () => {
  const cloud = useCloud();
  const control = () => new Caller(`${cloud.emulator.url}/_emulator`);

  test('lists its operations', async () => {
    const { body } = await control().get<{ method: string; path: string; summary: string }[]>('');
    expect(body).toContainEqual(expect.objectContaining({ method: 'PUT', path: '/_emulator/clock' }));
    expect(body.every(({ summary }) => summary.endsWith('.'))).toBe(true);
  });

  test('shows the content of the cloud, without secrets', async () => {
    const id = await cloud.owner.instance();
    const { body } = await control().get<{ tables: Record<string, object[]> }>('/state');
    expect(body.tables['instances']).toMatchObject([{ id, status: 'ordered', hostname: 'trainer' }]);
    expect(JSON.stringify(body)).not.toContain(String(cloud.owner.token));
    expect(body).toEqual(JSON.parse(JSON.stringify(cloud.emulator.control.state())));
  });

  test('removes everything from the cloud', async () => {
    await cloud.owner.instance();
    cloud.emulator.control.faults.add({ kind: 'reset' });
    expect((await control().post('/reset')).status).toBe(204);
    const owner = await cloud.caller();
    expect((await owner.get('/v1/instances')).body).toEqual([]);
    expect((await owner.get('/v1/balance')).body).toMatchObject({ amount: 10_000 });
    expect(cloud.emulator.control.faults.list()).toEqual([]);
  });

  test('never repeats a token or an id after a reset', async () => {
    const { owner } = cloud;
    const before = [String(owner.token), await owner.volume()];
    await control().post('/reset');
    const again = await cloud.caller();
    const after = [String(again.token), await again.volume()];
    expect(after.filter((one) => before.includes(one))).toEqual([]);
    expect((await owner.get('/v1/balance')).status).toBe(401);
  });

  test('sets the clock', async () => {
    const id = await cloud.owner.instance();
    const before = Date.parse((await control().get<{ now: string }>('/clock')).body.now);
    const { body } = await control().put<{ now: string }>('/clock', { advanceSeconds: 600 });
    expect(Date.parse(body.now) - before).toBe(600_000);
    expect((await cloud.owner.readInstance(id)).status).toBe('running');
    expect((await control().put('/clock', { set: '2200-01-01T00:00:00Z' })).body).toEqual({
      now: '2200-01-01T00:00:00.000Z',
      scale: 1,
      frozen: true,
    });
    expect((await control().put('/clock', { frozen: false, scale: 1000 })).body).toMatchObject({
      scale: 1000,
      frozen: false,
    });
    expect(await control().put('/clock', { set: '2000-01-01' })).toMatchObject(
      refusal(400, 'invalid_request', /only moves forward/),
    );
    expect(await control().put('/clock', { set: 'tomorrow' })).toMatchObject(
      refusal(400, 'invalid_request', /^set/),
    );
    expect(await control().put('/clock', { scale: 0 })).toMatchObject(
      refusal(400, 'invalid_request', /^scale/),
    );
    expect(await control().put('/clock', { speed: 2 })).toMatchObject(
      refusal(400, 'invalid_request', /"speed"/),
    );
  });

  test.each([
    { advanceSeconds: 1e300 },
    { advanceSeconds: 9e12 },
    { set: '+200000-01-01T00:00:00Z' },
    { set: '9901-01-01' },
  ])('refuses a time beyond the range of dates: %j', async (change) => {
    expect(await control().put('/clock', change)).toMatchObject(
      refusal(400, 'invalid_request', /goes no further than 9900-01-01T00:00:00\.000Z/),
    );
    expect((await cloud.owner.get('/v1/balance')).status).toBe(200);
  });

  test('stops the clock at the last instant of the range of dates', async () => {
    await control().put('/clock', { frozen: false, scale: 1e300 });
    const id = await cloud.owner.instance();
    expect((await cloud.owner.readInstance(id)).created_at).toBe('9900-01-01T00:00:00.000Z');
    expect((await control().get('/clock')).body).toMatchObject({ now: '9900-01-01T00:00:00.000Z' });
  });

  test('adds faults, shows the requests that they affected, and removes them', async () => {
    const { body } = await control().post<{ id: string }>('/faults', {
      kind: 'status',
      status: 500,
      operation: 'getBalance',
    });
    expect((await cloud.owner.get('/v1/balance')).status).toBe(500);
    expect((await control().get('/faults')).body).toMatchObject([{ id: body.id, seen: 1, struck: 1 }]);
    expect((await control().delete(`/faults/${body.id}`)).status).toBe(204);
    expect(await control().delete(`/faults/${body.id}`)).toMatchObject(refusal(404, 'not_found', body.id));
    await control().post('/faults', { kind: 'reset' });
    await control().delete('/faults');
    expect((await control().get('/faults')).body).toEqual([]);
    expect(await control().post('/faults', { kind: 'nonsense' })).toMatchObject(
      refusal(400, 'invalid_request', /"nonsense"/),
    );
  });

  test('shows the capacity', async () => {
    const key = { location: 'FIN-01', type: '1V100.6V' };
    await cloud.owner.instance();
    expect((await control().put('/capacity', { ...key, total: 1 })).body).toEqual({ left: 0 });
    expect((await control().put('/capacity', { ...key, total: 2 })).body).toEqual({ left: 1 });
    expect(await control().put('/capacity', { ...key, type: 'x', total: 1 })).toMatchObject(
      refusal(400, 'invalid_request', /^type/),
    );
    expect(await control().put('/capacity', { ...key, location: 'x', total: 1 })).toMatchObject(
      refusal(400, 'invalid_request', /^location/),
    );
  });

  test('sets a balance', async () => {
    expect((await control().put('/balance', { project: 'emulator', amount: 1.5 })).status).toBe(200);
    expect((await cloud.owner.get('/v1/balance')).body).toEqual({ amount: 1.5, currency: 'usd' });
    expect((await control().put('/balance', { project: 'nobody', amount: 1 })).status).toBe(404);
  });

  test('evicts spot machines', async () => {
    const id = await cloud.owner.instance({ is_spot: true });
    cloud.pass(longEnough);
    expect((await control().post('/evict', { instanceId: id })).status).toBe(204);
    expect((await cloud.owner.get<Instance>(`/v1/instances/${id}`)).body.status).toBe('discontinued');
    expect((await control().post('/evict', { instanceId: 'nothing' })).status).toBe(404);
  });

  test('does not evict a machine that is being deleted', async () => {
    const id = await cloud.owner.instance({ is_spot: true });
    cloud.pass(longEnough);
    await cloud.owner.act('delete', id);
    expect((await control().post('/evict', { instanceId: id })).status).toBe(204);
    expect((await cloud.owner.readInstance(id)).status).toBe('deleting');
    cloud.pass(longEnough);
    expect((await cloud.owner.readInstance(id)).status).toBe('discontinued');
    const journal = await cloud.owner.get<{ action_code: string }[]>(
      `/v1/journal/compute/${id}?object_type=compute`,
    );
    const codes = journal.body.map(({ action_code }) => action_code);
    expect(codes.slice(0, 3)).toEqual(['delete:complete', 'deleting', 'delete']);
    expect(codes.filter((code) => code.startsWith('delet'))).toHaveLength(3);
  });

  test('logs the requests to the API and counts them', async () => {
    await control().delete('/requests');
    await cloud.owner.get('/v1/instances?status=running');
    await cloud.owner.get('/v1/instances');
    await cloud.owner.get('/v1/volumes/nothing');
    const { body } = await control().get<{ counts: object; requests: object[] }>('/requests');
    expect(body.counts).toEqual({ listInstances: 2, getVolume: 1 });
    expect(body.requests).toMatchObject([
      {
        method: 'GET',
        url: '/v1/instances?status=running',
        operationId: 'listInstances',
        clientId: 'emulator',
        status: 200,
      },
      { operationId: 'listInstances', status: 200 },
      { operationId: 'getVolume', status: 404 },
    ]);
  });

  test('adds clients and revokes tokens', async () => {
    expect((await control().post('/clients', { id: 'late', secret: 's', role: 'developer' })).status).toBe(
      204,
    );
    const late = await cloud.caller('late', 's');
    expect((await late.get('/v1/balance')).status).toBe(200);
    await control().delete('/tokens/late');
    expect([(await late.get('/v1/balance')).status, (await cloud.owner.get('/v1/balance')).status]).toEqual([
      401, 200,
    ]);
    await control().delete('/tokens');
    expect((await cloud.owner.get('/v1/balance')).status).toBe(401);
    expect((await control().post('/clients', { id: 'x' })).status).toBe(400);
    expect(await control().delete('/tokens/nobody')).toMatchObject(refusal(404, 'not_found', 'nobody'));
  });

  test('adds volumes of a retired type to a project', async () => {
    const old = { project: 'emulator', name: 'old', size: 10, type: 'HDD', location: 'FIN-01' };
    const { body } = await control().post<{ id: string }>('/volumes', old);
    expect(await cloud.owner.readVolume(body.id)).toMatchObject({
      type: 'HDD',
      status: 'detached',
      name: 'old',
    });
  });
});

describe('the emulator with --no-control', () => {
  const cloud = useCloud({ control: false });

  test('has no control API', async () => {
    expect((await new Caller(cloud.emulator.url).get('/_emulator/state')).status).toBe(404);
  });
});

describe('a seed', () => {
  const ids = async (seed: string): Promise<string[]> => {
    const emulator = await startEmulator({ seed });
    const credentials = {
      grant_type: 'client_credentials',
      client_id: 'emulator',
      client_secret: 'emulator',
    };
    const { body } = await new Caller(emulator.url).post<{ access_token: string }>(
      '/v1/oauth2/token',
      credentials,
    );
    const owner = new Caller(emulator.url, body.access_token);
    const made = [body.access_token, await owner.instance(), await owner.volume()];
    await emulator.close();
    return made;
  };

  test('makes ids and tokens reproducible', async () => {
    const first = await ids('one');
    expect(await ids('one')).toEqual(first);
    expect(await ids('two')).not.toEqual(first);
  });
});
