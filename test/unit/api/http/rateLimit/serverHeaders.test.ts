import { TransportError } from '../../../../../api';
import type { Response } from '../../../../../api/http/handler';
import { RateLimiter } from '../../../../../api/http/rateLimit/rateLimiter';
import { SimulatedClock, request } from '../../simulation';

describe('the rate limiter', () => {
  /** A client of a server that answers as the test defines. */
  function scripted(answers: (count: number) => Partial<Response> | Error) {
    const clock = new SimulatedClock();
    const sentAt: number[] = [];
    const startedAt = clock.now();
    const pacing = new RateLimiter({ clock });
    const paced = pacing.layer(async () => {
      sentAt.push(clock.now() - startedAt);
      const answer = answers(sentAt.length);
      await clock.sleep(10);
      if (answer instanceof Error) throw answer;
      return { status: 200, headers: {}, body: undefined, ...answer };
    });
    return { clock, sentAt, paced };
  }

  test('delays all requests after a Retry-After that names no limit', async () => {
    const { clock, sentAt, paced } = scripted((count) =>
      count === 1 ? { status: 429, headers: { 'retry-after': '7' } } : {},
    );
    expect((await clock.until(paced(request()))).status).toBe(429);
    await clock.until(Promise.all([paced(request()), paced(request({ path: '/v1/volumes' }))]));
    expect(sentAt[1]).toBeGreaterThanOrEqual(7_000);
    expect(sentAt[2]).toBeLessThan(7_100);
  });

  test('delays only one endpoint after a Retry-After for that endpoint', async () => {
    const { clock, sentAt, paced } = scripted((count) =>
      count === 1
        ? {
            status: 429,
            headers: {
              'retry-after': '7',
              'ratelimit-policy': 'project;q=500;w=60, endpoint;q=60;w=60',
              ratelimit: 'project;r=400;t=7, endpoint;r=0;t=7',
            },
          }
        : {},
    );
    await clock.until(paced(request()));
    await clock.until(paced(request({ path: '/v1/volumes' })));
    expect(sentAt[1]).toBe(10);
    await clock.until(paced(request()));
    expect(sentAt[2]).toBeGreaterThanOrEqual(7_000);
  });

  test('obeys a Retry-After that is later than the end of the window', async () => {
    const headers = { 'retry-after': '9', ratelimit: 'endpoint;r=0;t=2' };
    const { clock, sentAt, paced } = scripted((count) => (count === 2 ? { status: 429, headers } : {}));
    for (let attempt = 0; attempt < 3; attempt += 1) await clock.until(paced(request()));
    expect(sentAt[2]).toBeGreaterThanOrEqual(9_000);
    expect(sentAt[2]).toBeLessThan(9_100);
  });

  test('obeys a Retry-After of many windows for an endpoint that no request uses meanwhile', async () => {
    const headers = { 'retry-after': '600', ratelimit: 'endpoint;r=0;t=600' };
    const { clock, sentAt, paced } = scripted((count) => (count === 1 ? { status: 429, headers } : {}));
    await clock.until(paced(request()));
    for (let window = 0; window < 6; window += 1) {
      await clock.until(clock.sleep(61_000));
      await clock.until(paced(request({ path: `/v1/volumes/${window}` })));
    }
    await clock.until(paced(request()));
    expect(sentAt.at(-1)).toBeGreaterThanOrEqual(600_000);
  });

  test('waits a second after a refusal that names no time', async () => {
    const { clock, sentAt, paced } = scripted((count) => (count < 6 ? { status: 429 } : {}));
    for (let attempt = 0; attempt < 6; attempt += 1) await clock.until(paced(request()));
    const pauses = sentAt.map((at, index) => at - (sentAt[index - 1] ?? 0)).slice(1);
    expect(pauses).toHaveLength(5);
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(1_000);
    expect(Math.max(...pauses)).toBeLessThan(1_100);
  });

  test('obeys a limit that the documentation does not name', async () => {
    const { clock, sentAt, paced } = scripted((count) => ({
      headers: {
        'ratelimit-policy': '"burst";q=3;w=5',
        ratelimit: `"burst";r=${Math.max(0, 3 - count)};t=5`,
      },
    }));
    await clock.until(paced(request()));
    await clock.until(
      Promise.all([1, 2, 3].map((index) => paced(request({ path: `/v1/volumes/${index}` })))),
    );
    expect(sentAt.slice(0, 3)).toEqual([0, 10, 10]);
    expect(sentAt[3]).toBeGreaterThanOrEqual(5_000);
  });

  test('obeys the documented limits while the server sends no headers', async () => {
    const { clock, sentAt, paced } = scripted(() => ({}));
    await clock.until(Promise.all(Array.from({ length: 130 }, () => paced(request()))));
    expect(sentAt.filter((at) => at === 0)).toHaveLength(120);
    expect(sentAt.filter((at) => at >= 60_000)).toHaveLength(10);
  });

  test('counts requests without an answer, unless they certainly did not arrive', async () => {
    const lost = new TransportError('broke', { operation: 'GET /v1/keys', code: 'ECONNRESET' });
    const unsent = new TransportError('refused', { operation: 'GET /v1/keys', code: 'ECONNREFUSED' });
    const { clock, sentAt, paced } = scripted((count) => (count <= 30 ? lost : count <= 60 ? unsent : {}));
    const asked = () => paced(request({ path: '/v1/keys' })).catch(() => undefined);
    await clock.until(Promise.all(Array.from({ length: 60 }, asked)));
    await clock.until(Promise.all(Array.from({ length: 31 }, asked)));
    expect(sentAt.filter((at) => at < 60_000)).toHaveLength(90);
    expect(sentAt.filter((at) => at >= 60_000)).toHaveLength(1);
  });

  test('does not delay open calls, because the server does not count them', async () => {
    const { clock, sentAt, paced } = scripted(() => ({}));
    const asked = () => paced(request({ path: '/v1/instance-types', open: true }));
    await clock.until(Promise.all(Array.from({ length: 600 }, asked)));
    expect(sentAt.every((at) => at === 0)).toBe(true);
  });
});
