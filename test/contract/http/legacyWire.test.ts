import type { Instance } from '#contract';
import { disk, machine, longEnough, useCloud } from '../support/caller';

describe('the older form of the API', () => {
  const cloud = useCloud({ wire: 'legacy' });

  test('answers new ids as bare text', async () => {
    const { owner } = cloud;
    const created = await Promise.all([
      owner.post<string>('/v1/instances', machine()),
      owner.post<string>('/v1/volumes', disk()),
      owner.post<string>('/v1/ssh-keys', { name: 'k', key: 'ssh-ed25519 AAAA' }),
      owner.post<string>('/v1/sshkeys', { name: 'k', key: 'ssh-ed25519 AAAA' }),
      owner.post<string>('/v1/scripts', { name: 's', script: 'true' }),
    ]);
    for (const { body, headers } of created) {
      expect(headers.get('content-type')).toMatch('text/plain');
      expect(body).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  test('answers a single key or script as an array of one, and a clone as an array of ids', async () => {
    const { owner } = cloud;
    const { body: key } = await owner.post<string>('/v1/ssh-keys', { name: 'k', key: 'ssh-ed25519 AAAA' });
    const { body: script } = await owner.post<string>('/v1/scripts', { name: 's', script: 'true' });
    expect((await owner.get(`/v1/ssh-keys/${key}`)).body).toMatchObject([{ id: key }]);
    expect((await owner.get(`/v1/scripts/${script}`)).body).toMatchObject([{ id: script }]);
    const volume = await owner.volume();
    cloud.pass(longEnough);
    const { body } = await owner.actOnVolume<string[]>('clone', volume);
    expect((await owner.readVolume(String(body[0]))).status).toBe('cloning');
  });

  test('has the prices of the current form, which published clients read; timestamps without milliseconds, and isSpot', async () => {
    const { owner } = cloud;
    const instance = await owner.readInstance(await owner.instance({ is_spot: true }));
    expect(instance).toMatchObject({ price_per_hour: 0.0483, is_spot: true, isSpot: true });
    expect(instance.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    const priceIn = async (path: string, field: string): Promise<unknown> =>
      (await owner.get<Record<string, unknown>[]>(path)).body[0]?.[field];
    expect(await priceIn('/v1/instance-types', 'price_per_hour')).toBe('0.1381');
    expect(await priceIn('/v1/instance-types', 'spot_price')).toBe('0.0483');
    expect(await priceIn('/v1/cluster-types', 'price_per_hour')).toEqual(expect.any(String));
    expect(await priceIn('/v1/container-types', 'serverless_spot_price')).toEqual(expect.any(String));
    await owner.cluster();
    expect(await priceIn('/v1/clusters', 'price_per_hour')).toEqual(expect.any(Number));
  });

  test('has storage prices as numbers, like the current form', async () => {
    const { owner } = cloud;
    const { body: types } = await owner.get<{ price: object }[]>('/v1/volume-types');
    expect(types[0]?.price).toEqual({
      price_per_month_per_gb: expect.any(Number) as number,
      cps_per_gb: expect.any(Number) as number,
      currency: 'usd',
    });
    expect(await owner.readVolume(await owner.volume())).toMatchObject({
      base_hourly_cost: expect.any(Number) as number,
      monthly_price: expect.any(Number) as number,
    });
  });

  test('answers the price history as an object, by instance type', async () => {
    expect((await cloud.owner.get('/v1/instance-types/price-history')).body).toEqual({});
  });

  test('has the older forms also inside other objects', async () => {
    const { owner } = cloud;
    const id = await owner.instance({ contract: 'LONG_TERM' });
    cloud.pass(longEnough);
    const { os_volume_id: os } = await owner.readInstance(id);
    const { long_term: term } = await owner.readVolume(String(os));
    expect(term?.end_date).toMatch(/T\d\d:\d\d:\d\dZ$/);
    expect(term?.current_period_price).toEqual(expect.any(Number));
  });

  test('removes tags by their key, and a volume permanently with force=true', async () => {
    const { owner } = cloud;
    const id = await owner.volume({ tags: [{ key: 'team', value: 'ml' }] });
    expect((await owner.delete(`/v1/volumes/${id}/tags/Team`)).status).toBe(204);
    cloud.pass(longEnough);
    expect((await owner.delete(`/v1/volumes/${id}?force=true`)).status).toBe(202);
    cloud.pass(longEnough);
    expect(await owner.readVolume(id)).toMatchObject({ is_permanently_deleted: true, tags: [] });
  });

  test('accepts null for optional fields, credentials with a refresh, and isSpot in a deploy', async () => {
    const { owner, emulator } = cloud;
    const nulls = { ssh_key_ids: null, startup_script_id: null, volumes: null, tags: null };
    const id = await owner.instance(nulls);
    cloud.pass(longEnough);
    expect((await owner.act('delete', id, { volume_ids: null })).status).toBe(202);
    expect((await owner.post('/v1/volumes', disk({ instance_id: null, tags: null }))).status).toBe(202);
    const credentials = { client_id: 'emulator', client_secret: 'emulator', scope: 'cloud-api-v1' };
    const { body: pair } = await owner.post<{ refresh_token: string }>('/v1/oauth2/token', {
      ...credentials,
      grant_type: 'client_credentials',
    });
    const refresh = { ...credentials, grant_type: 'refresh_token', refresh_token: pair.refresh_token };
    expect((await owner.post('/v1/oauth2/token', refresh)).status).toBe(200);
    const place = { location: 'FIN-01', type: '1V100.6V' };
    emulator.control.capacity.set({ ...place, isSpot: true }, 0);
    const asked = async (flag: string): Promise<unknown> =>
      (await owner.get(`/v1/instance-availability/1V100.6V?locationCode=FIN-01&${flag}`)).body;
    expect([await asked('isSpot=true'), await asked('isSpot=false')]).toEqual([false, true]);
    // As Python writes it.
    for (const name of ['isSpot', 'is_spot'])
      expect([await asked(`${name}=True`), await asked(`${name}=False`)]).toEqual([false, true]);
  });

  test('accepts True of Python for every flag of a query', async () => {
    const { owner } = cloud;
    const id = await owner.volume();
    cloud.pass(longEnough);
    const { body } = await owner.get<object[]>(`/v1/journal/volume/${id}?hydrate=True`);
    expect(body[0]).toHaveProperty('volume');
    expect((await owner.delete(`/v1/volumes/${id}?force=True`)).status).toBe(202);
    cloud.pass(longEnough);
    expect(await owner.readVolume(id)).toMatchObject({ is_permanently_deleted: true });
  });

  test('has the same errors', async () => {
    expect(await cloud.owner.get('/v1/ssh-keys/nothing')).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
    expect((await cloud.owner.get<Instance[]>('/v1/instances')).body).toEqual([]);
  });
});
