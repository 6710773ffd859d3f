import { CloudComputeClient } from '../../../api';
import { Caller, refusal, useCloud } from '../support/caller';

describe('rate limits', () => {
  let now = 0;
  const cloud = useCloud({ rateLimits: true, realTime: () => now, tokenLifetime: 1e6 });
  const standing = async (path: string): Promise<[string | null, string | null]> => {
    const { headers } = await cloud.owner.get(path);
    return [headers.get('ratelimit-policy'), headers.get('ratelimit')];
  };
  const repeat = async (times: number, path: string): Promise<void> => {
    for (let n = 0; n < times; n += 1) await cloud.owner.get(path);
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

  test('are also announced in errors', async () => {
    for (const reply of [
      await cloud.owner.get('/v1/volumes/nothing'),
      await cloud.owner.get('/v1/nothing'),
    ]) {
      expect(reply.headers.get('ratelimit')).toMatch(/^project;r=\d+;t=60, endpoint;r=59;t=60$/);
    }
  });

  test('allow 60 requests per endpoint, then answer 429 with Retry-After until the window ends', async () => {
    await repeat(60, '/v1/balance');
    now += 20_000;
    const refused = await cloud.owner.get('/v1/balance');
    expect(refused).toMatchObject(refusal(429, 'rate_limit_exceeded', /endpoint limit.*40 s/));
    expect(refused.headers.get('retry-after')).toBe('40');
    expect(refused.headers.get('ratelimit')).toBe('project;r=439;t=40, endpoint;r=0;t=40');
    expect((await cloud.owner.get('/v1/locations')).status).toBe(200);
    now += 40_000;
    expect((await cloud.owner.get('/v1/balance')).status).toBe(200);
  });

  test('allow 120 requests for the lists of instances and volumes', async () => {
    for (const path of ['/v1/instances', '/v1/volumes']) {
      expect((await standing(path))[0]).toBe('project;q=500;w=60, endpoint;q=120;w=60');
      await repeat(119, path);
      expect((await cloud.owner.get(path)).status).toBe(429);
    }
  });

  test.each(['/v1/%69nstances', '/v1/instances?x=%zz', '/v1/instances?page=1'])(
    'count %s as the list of instances',
    async (path) => {
      await repeat(119, '/v1/instances');
      expect((await cloud.owner.get(path)).status).toBe(200);
      expect((await cloud.owner.get(path)).status).toBe(429);
      expect((await cloud.owner.get('/v1/instances')).status).toBe(429);
    },
  );

  test('count the path with its ids; the query and other methods do not count', async () => {
    await repeat(60, '/v1/volumes/one');
    expect((await cloud.owner.get('/v1/volumes/one')).status).toBe(429);
    expect((await cloud.owner.get('/v1/volumes/one?force=true')).status).toBe(429);
    expect((await cloud.owner.get('/v1/volumes/two')).status).toBe(404);
    expect((await cloud.owner.delete('/v1/volumes/one')).status).toBe(404);
  });

  test('allow 500 requests per project, for all its clients together', async () => {
    cloud.emulator.control.clients.add({ id: 'second-client', secret: 'c', project: 'emulator' });
    cloud.emulator.control.clients.add({ id: 'other', secret: 'o' });
    const [secondClient, other] = [
      await cloud.caller('second-client', 'c'),
      await cloud.caller('other', 'o'),
    ];
    for (let n = 0; n < 500; n += 1) await cloud.owner.get(`/v1/volumes/${n}`);
    for (const caller of [cloud.owner, secondClient]) {
      expect(await caller.get('/v1/balance')).toMatchObject(
        refusal(429, 'rate_limit_exceeded', /project limit/),
      );
    }
    expect((await other.get('/v1/balance')).status).toBe(200);
  });

  test('do not count open calls without a token', async () => {
    const anybody = new Caller(cloud.emulator.url);
    for (let n = 0; n < 70; n += 1) expect((await anybody.get('/v1/volume-types')).status).toBe(200);
    expect((await anybody.get('/v1/volume-types')).headers.get('ratelimit')).toBeNull();
    expect((await standing('/v1/volume-types'))[1]).toBe('project;r=499;t=60, endpoint;r=59;t=60');
  });
});

describe('rate limits for quick tests', () => {
  let now = 0;
  const cloud = useCloud({ rateLimits: true, rateLimitWindow: 0.5, realTime: () => now, tokenLifetime: 1e6 });

  test('can have a shorter window', async () => {
    for (let n = 0; n < 60; n += 1) await cloud.owner.get('/v1/balance');
    const { status, headers } = await cloud.owner.get('/v1/balance');
    expect([status, headers.get('retry-after')]).toEqual([429, '1']);
    expect(headers.get('ratelimit-policy')).toBe('project;q=500;w=0.5, endpoint;q=60;w=0.5');
    now += 500;
    expect((await cloud.owner.get('/v1/balance')).status).toBe(200);
  });
});

describe('switched-off rate limits', () => {
  const cloud = useCloud({ rateLimits: false });

  test('accept any number of requests, and announce very large quotas', async () => {
    for (let n = 0; n < 70; n += 1) expect((await cloud.owner.get('/v1/balance')).status).toBe(200);
    const { headers } = await cloud.owner.get('/v1/volumes');
    expect(headers.get('ratelimit-policy')).toBe('project;q=1000000000;w=60, endpoint;q=1000000000;w=60');
    expect(headers.get('ratelimit')).toMatch(/^project;r=9\d{8};t=\d+, endpoint;r=999999999;t=\d+$/);
  });

  test('are obeyed by the client, which delays no request', async () => {
    const held: unknown[] = [];
    const client = new CloudComputeClient({
      baseUrl: cloud.emulator.url,
      clientId: 'emulator',
      clientSecret: 'emulator',
      onHeld: (request) => held.push(request),
    });
    for (let n = 0; n < 130; n += 1) await client.volumes.list();
    expect(held).toEqual([]);
    client.close();
  });
});
