import fc from 'fast-check';
import { RateLimitedError } from '../../../api';
import type { Handler, Request } from '../../../api/http/handler';
import { Pacing } from '../../../api/http/pacing';
import type { LimitedServerOptions } from './simulation';
import { LimitedServer, SimulatedClock, request } from './simulation';

/** A client alone with a server, which sends again what is refused, as the retry does. */
function world(
  options: Partial<LimitedServerOptions> = {},
  clock = new SimulatedClock(),
  server?: LimitedServer,
) {
  const cloud =
    server ??
    new LimitedServer(clock, {
      projectQuota: 500,
      endpointQuota: 60,
      windowSeconds: 60,
      rounding: 'up',
      latency: () => 20,
      ...options,
    });
  const paced = new Pacing({ clock }).layer(cloud.handler);
  const send: Handler = async (asked) => {
    for (;;) {
      const response = await paced(asked);
      if (response.status !== 429) return response;
    }
  };
  const burst = (count: number, of: (index: number) => Partial<Request>): Promise<unknown> =>
    Promise.all(Array.from({ length: count }, (_, index) => send(request(of(index)))));
  const startedAt = clock.now();
  return { clock, cloud, send, burst, elapsed: () => clock.now() - startedAt };
}

const deploy = { method: 'POST', path: '/v1/instances' } as const;

describe('a burst', () => {
  test('within the quota goes at once', async () => {
    const { clock, cloud, burst, elapsed } = world();
    await clock.until(burst(60, () => deploy));
    expect(elapsed()).toBe(40);
    expect(cloud.refused).toBe(0);
  });

  test('of 300 takes four windows and hardly more', async () => {
    const { clock, cloud, burst, elapsed } = world();
    await clock.until(burst(300, () => deploy));
    expect(cloud.refused).toBe(0);
    expect(elapsed()).toBeGreaterThanOrEqual(240_000);
    expect(elapsed()).toBeLessThan(240_000 * 1.005);
  });

  test('finds out how long the windows are', async () => {
    const { clock, cloud, burst, elapsed } = world({ windowSeconds: 5 });
    await clock.until(burst(300, () => deploy));
    expect(cloud.refused).toBe(0);
    expect(elapsed()).toBeLessThan(20_000 * 1.02);
  });

  test('over many endpoints is held by the limit of the project', async () => {
    const { clock, cloud, burst, elapsed } = world();
    await clock.until(burst(1_200, (index) => ({ method: 'DELETE', path: `/v1/volumes/${index}` })));
    expect(cloud.refused).toBe(0);
    expect(elapsed()).toBeGreaterThanOrEqual(120_000);
    expect(elapsed()).toBeLessThan(120_000 * 1.005);
  });
});

test('whatever the windows are like, everything is served, at the pace that they allow, without storms', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        endpointQuota: fc.integer({ min: 1, max: 80 }),
        projectQuota: fc.integer({ min: 20, max: 500 }),
        windowSeconds: fc.integer({ min: 3, max: 60 }),
        phaseMs: fc.option(fc.integer({ min: 0, max: 59_999 }), { nil: undefined }),
        rounding: fc.constantFrom('up' as const, 'down' as const),
        count: fc.integer({ min: 1, max: 150 }),
        latencies: fc.array(fc.integer({ min: 1, max: 150 }), { minLength: 1, maxLength: 20 }),
      }),
      async ({ count, latencies, phaseMs, ...options }) => {
        let turn = 0;
        const latency = () => latencies[(turn += 1) % latencies.length] ?? 1;
        const { clock, cloud, burst, elapsed } = world({
          ...options,
          ...(phaseMs !== undefined && { phaseMs }),
          latency,
        });
        // The quotas are known once one was answered: a burst before that goes by the documented ones.
        await clock.until(burst(1, () => deploy));
        await clock.until(burst(count - 1, () => deploy));
        expect(cloud.served).toHaveLength(count);
        // One refusal teaches that seconds are rounded down; where they are rounded up there is none.
        expect(cloud.refused).toBeLessThanOrEqual(options.rounding === 'up' ? 0 : 2);
        const quota = Math.min(options.endpointQuota, options.projectQuota);
        const windows = Math.ceil(count / quota);
        const lengthMs = options.windowSeconds * 1_000;
        // Aligned windows are met in their middle: one more may be needed. Lazy ones begin with a request.
        const bound = (windows - (phaseMs === undefined ? 1 : 0)) * lengthMs;
        const perWindow = 2 * 300 + 20;
        expect(elapsed()).toBeLessThanOrEqual(bound + (windows + 1) * perWindow + 2_000);
      },
    ),
    { numRuns: 150 },
  );
}, 60_000);

test('mixed arrivals: alone with a server that rounds up, nothing is ever refused', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        endpointQuota: fc.integer({ min: 5, max: 60 }),
        projectQuota: fc.integer({ min: 20, max: 200 }),
        windowSeconds: fc.integer({ min: 3, max: 20 }),
        phaseMs: fc.option(fc.integer({ min: 0, max: 19_999 }), { nil: undefined }),
        latencies: fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 20 }),
        arrivals: fc.array(
          fc.record({
            afterMs: fc.integer({ min: 0, max: 4_000 }),
            count: fc.integer({ min: 1, max: 60 }),
            endpoint: fc.integer({ min: 0, max: 4 }),
            writes: fc.boolean(),
          }),
          { minLength: 1, maxLength: 15 },
        ),
      }),
      async ({ arrivals, latencies, phaseMs, ...options }) => {
        let turn = 0;
        const latency = () => latencies[(turn += 1) % latencies.length] ?? 1;
        const phase = phaseMs === undefined ? {} : { phaseMs };
        const { clock, cloud, burst } = world({ ...options, ...phase, rounding: 'up', latency });
        const asked = (endpoint: number, writes: boolean): Partial<Request> => ({
          method: writes ? 'PUT' : 'GET',
          path: `/v1/things/${endpoint}`,
        });
        // One answer, so that the quotas are known.
        await clock.until(burst(1, () => asked(0, false)));
        const all = arrivals.map(async ({ afterMs, count, endpoint, writes }) => {
          await clock.sleep(afterMs);
          await burst(count, () => asked(endpoint, writes));
        });
        await clock.until(Promise.all(all));
        expect(cloud.refused).toBe(0);
        expect(cloud.served).toHaveLength(1 + arrivals.reduce((sum, { count }) => sum + count, 0));
        expect(clock.sleepers).toBe(0);
      },
    ),
    { numRuns: 150 },
  );
}, 60_000);

describe('the quota of the project under a shortage', () => {
  /** A poll every two seconds, until the writes are through; answers how long the slowest took. */
  async function slowestPoll(kind: 'poll' | 'write', others: 'write' | 'read'): Promise<number> {
    const { clock, send, burst } = world();
    const lone: Partial<Request> = kind === 'poll' ? { kind } : { method: 'PUT', path: '/v1/volumes' };
    let done = false;
    let slowest = 0;
    const polls = (async () => {
      while (!done) {
        const askedAt = clock.now();
        await send(request(lone));
        slowest = Math.max(slowest, clock.now() - askedAt);
        await clock.sleep(2_000);
      }
    })();
    const bulk = burst(1_500, (index) => ({
      method: others === 'write' ? 'DELETE' : 'GET',
      path: `/v1/volumes/${index}`,
    })).then(() => {
      done = true;
    });
    await clock.until(Promise.all([polls, bulk]));
    return slowest;
  }

  test('leaves a share for polls while 1,500 writes wait', async () => {
    expect(await slowestPoll('poll', 'write')).toBeLessThan(1_000);
  });

  test('leaves a share for writes while 1,500 reads wait', async () => {
    expect(await slowestPoll('write', 'read')).toBeLessThan(1_000);
  });

  test('is used fully all the same', async () => {
    const { clock, cloud, send, burst, elapsed } = world();
    await clock.until(send(request({ kind: 'poll' })));
    await clock.until(burst(999, (index) => ({ method: 'DELETE', path: `/v1/volumes/${index}` })));
    expect(cloud.refused).toBe(0);
    // A thousand requests are two windows; what was kept in the second melted within it.
    expect(elapsed()).toBeLessThan(60_000 + 13_000);
  });
});

describe('others on the same project', () => {
  test('are given way to: two bursts of 150 share the windows with few refusals', async () => {
    const one = world();
    const two = world({}, one.clock, one.cloud);
    await one.clock.until(Promise.all([one.burst(150, () => deploy), two.burst(150, () => deploy)]));
    expect(one.cloud.served).toHaveLength(300);
    // Both meet the first window unaware: that is 60 refusals. From then on a few in every window.
    expect(one.cloud.refused).toBeLessThanOrEqual(60 + 4 * 15);
    expect(one.elapsed()).toBeLessThan(240_000 * 1.02);
  });

  test('are noticed by what is left: a window that somebody used up is not run into twice', async () => {
    const { clock, cloud, burst } = world();
    for (let used = 0; used < 50; used += 1) cloud.answer(deploy);
    await clock.until(burst(1, () => deploy));
    await clock.until(burst(60, () => deploy));
    expect(cloud.refused).toBe(0);
  });
});
