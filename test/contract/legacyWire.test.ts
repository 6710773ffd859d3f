import type { Instance } from '#contract';
import { disk, machine, settled, useCloud } from './support';

describe('the older wire', () => {
  const stage = useCloud({ wire: 'legacy' });

  test('new ids are bare text', async () => {
    const { owner } = stage;
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

  test('one key or script is an array of one, a clone answers an array of ids', async () => {
    const { owner } = stage;
    const { body: key } = await owner.post<string>('/v1/ssh-keys', { name: 'k', key: 'ssh-ed25519 AAAA' });
    const { body: script } = await owner.post<string>('/v1/scripts', { name: 's', script: 'true' });
    expect((await owner.get(`/v1/ssh-keys/${key}`)).body).toMatchObject([{ id: key }]);
    expect((await owner.get(`/v1/scripts/${script}`)).body).toMatchObject([{ id: script }]);
    const volume = await owner.volume();
    stage.pass(settled);
    const { body } = await owner.actOnVolume<string[]>('clone', volume);
    expect((await owner.readVolume(String(body[0]))).status).toBe('cloning');
  });

  test('prices are of the other type, timestamps have no milliseconds, isSpot is there as well', async () => {
    const { owner } = stage;
    const instance = await owner.readInstance(await owner.instance({ is_spot: true }));
    expect(instance).toMatchObject({ price_per_hour: '0.0483', is_spot: true, isSpot: true });
    expect(instance.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    const { body } = await owner.get<{ price_per_hour: unknown }[]>('/v1/instance-types');
    expect(body[0]?.price_per_hour).toBe(0.1381);
  });

  test('errors are as they are', async () => {
    expect(await stage.owner.get('/v1/ssh-keys/nothing')).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
    expect((await stage.owner.get<Instance[]>('/v1/instances')).body).toEqual([]);
  });
});
