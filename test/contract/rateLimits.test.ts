import { CloudComputeClient } from '../../api';
import { Caller, refusal, useCloud } from './support';

describe('rate limits', () => {
  let now = 0;
  const stage = useCloud({ rateLimits: true, realTime: () => now, tokenLifetime: 1e6 });
  const standing = async (path: string): Promise<[string | null, string | null]> => {
    const { headers } = await stage.owner.get(path);
    return [headers.get('ratelimit-policy'), headers.get('ratelimit')];
  };
  const repeat = async (times: number, path: string): Promise<void> => {
    for (let n = 0; n < times; n += 1) await stage.owner.get(path);
  };

  test('are announced in every authenticated reply', async () => {
    expect(await standing('/v1/balance')).toEqual([
      'project;q=500;w=60, endpoint;q=60;w=60',
      'project;r=499;t=60, endpoint;r=59;t=60',
    ]);
    now += 10_500;
    expect(await standing('/v1/locations')).toEqual([
      'project;q=500;w=60, endpoint;q=60;w=60',
      'project;r=498;t=50, endpoint;r=59;t=60',
    ]);
  });

  test('are announced in errors too', async () => {
    for (const reply of [
      await stage.owner.get('/v1/volumes/nothing'),
      await stage.owner.get('/v1/nothing'),
    ]) {
      expect(reply.headers.get('ratelimit')).toMatch(/^project;r=\d+;t=60, endpoint;r=59;t=60$/);
    }
  });

  test('allow 60 requests per endpoint, then answer 429 with Retry-After until the window ends', async () => {
    await repeat(60, '/v1/balance');
    now += 20_000;
    const refused = await stage.owner.get('/v1/balance');
    expect(refused).toMatchObject(refusal(429, 'rate_limit_exceeded', /endpoint limit.*40 s/));
    expect(refused.headers.get('retry-after')).toBe('40');
    expect(refused.headers.get('ratelimit')).toBe('project;r=439;t=40, endpoint;r=0;t=40');
    expect((await stage.owner.get('/v1/locations')).status).toBe(200);
    now += 40_000;
    expect((await stage.owner.get('/v1/balance')).status).toBe(200);
  });

  test('allow 120 requests for the lists of instances and volumes', async () => {
    for (const path of ['/v1/instances', '/v1/volumes']) {
      expect((await standing(path))[0]).toBe('project;q=500;w=60, endpoint;q=120;w=60');
      await repeat(119, path);
      expect((await stage.owner.get(path)).status).toBe(429);
    }
  });

  test('count the path with its ids; the query and other methods do not count', async () => {
    await repeat(60, '/v1/volumes/one');
    expect((await stage.owner.get('/v1/volumes/one')).status).toBe(429);
    expect((await stage.owner.get('/v1/volumes/one?force=true')).status).toBe(429);
    expect((await stage.owner.get('/v1/volumes/two')).status).toBe(404);
    expect((await stage.owner.delete('/v1/volumes/one')).status).toBe(404);
  });

  test('allow 500 requests per project, for all its clients together', async () => {
    stage.emulator.control.clients.add({ id: 'second-client', secret: 'c', project: 'emulator' });
    stage.emulator.control.clients.add({ id: 'other', secret: 'o' });
    const [secondClient, other] = [
      await stage.caller('second-client', 'c'),
      await stage.caller('other', 'o'),
    ];
    for (let n = 0; n < 500; n += 1) await stage.owner.get(`/v1/volumes/${n}`);
    for (const caller of [stage.owner, secondClient]) {
      expect(await caller.get('/v1/balance')).toMatchObject(
        refusal(429, 'rate_limit_exceeded', /project limit/),
      );
    }
    expect((await other.get('/v1/balance')).status).toBe(200);
  });

  test('do not count open calls without a token', async () => {
    const anybody = new Caller(stage.emulator.url);
    for (let n = 0; n < 70; n += 1) expect((await anybody.get('/v1/volume-types')).status).toBe(200);
    expect((await anybody.get('/v1/volume-types')).headers.get('ratelimit')).toBeNull();
    expect((await standing('/v1/volume-types'))[1]).toBe('project;r=499;t=60, endpoint;r=59;t=60');
  });
});

describe('rate limits for quick tests', () => {
  let now = 0;
  const stage = useCloud({ rateLimits: true, rateLimitWindow: 0.5, realTime: () => now, tokenLifetime: 1e6 });

  test('can have a shorter window', async () => {
    for (let n = 0; n < 60; n += 1) await stage.owner.get('/v1/balance');
    const { status, headers } = await stage.owner.get('/v1/balance');
    expect([status, headers.get('retry-after')]).toEqual([429, '1']);
    expect(headers.get('ratelimit-policy')).toBe('project;q=500;w=0.5, endpoint;q=60;w=0.5');
    now += 500;
    expect((await stage.owner.get('/v1/balance')).status).toBe(200);
  });
});

describe('switched-off rate limits', () => {
  const stage = useCloud({ rateLimits: false });

  test('accept any number of requests, and announce quotas that nobody reaches', async () => {
    for (let n = 0; n < 70; n += 1) expect((await stage.owner.get('/v1/balance')).status).toBe(200);
    const { headers } = await stage.owner.get('/v1/volumes');
    expect(headers.get('ratelimit-policy')).toBe('project;q=1000000000;w=60, endpoint;q=1000000000;w=60');
    expect(headers.get('ratelimit')).toMatch(/^project;r=9\d{8};t=\d+, endpoint;r=999999999;t=\d+$/);
  });

  test('are believed by the client, which holds no request back', async () => {
    const held: unknown[] = [];
    const client = new CloudComputeClient({
      baseUrl: stage.emulator.url,
      clientId: 'emulator',
      clientSecret: 'emulator',
      onHeld: (request) => held.push(request),
    });
    for (let n = 0; n < 130; n += 1) await client.volumes.list();
    expect(held).toEqual([]);
    client.close();
  });
});
