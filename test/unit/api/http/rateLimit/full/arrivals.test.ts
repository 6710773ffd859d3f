import fc from 'fast-check';
import type { Request } from '../../../../../../api/http/handler';
import { request } from '../../../simulation';
import { randomWorld, world } from '../world';
import { randomCases } from '../../../../../randomCases';

// Thousands of simulated requests take long on a busy machine.
jest.setTimeout(300_000);

test('a server that rounds up refuses no request of a single client, whenever requests arrive', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        endpointQuota: fc.integer({ min: 5, max: 60 }),
        projectQuota: fc.integer({ min: 20, max: 200 }),
        windowSeconds: fc.integer({ min: 5, max: 20 }),
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
      async ({ arrivals, ...options }) => {
        const { clock, cloud, burst } = randomWorld({ ...options, rounding: 'up' });
        const asked = (endpoint: number, writes: boolean): Partial<Request> => ({
          method: writes ? 'PUT' : 'GET',
          path: `/v1/things/${endpoint}`,
        });
        // One answer shows the client the quotas.
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
    {
      ...randomCases(40),
      endOnFailure: true,
      examples: [
        // The single request after a window goes out in the millisecond in which the new window is noticed.
        [
          {
            endpointQuota: 20,
            projectQuota: 33,
            windowSeconds: 18,
            phaseMs: 7_269,
            latencies: [59, 393],
            arrivals: [
              { afterMs: 905, count: 27, endpoint: 2, writes: false },
              { afterMs: 2_346, count: 43, endpoint: 2, writes: true },
              { afterMs: 3_092, count: 49, endpoint: 3, writes: true },
            ],
          },
        ],
        // A burst begins as the window ends, and answers of the new window arrive before answers of the old window.
        [
          {
            endpointQuota: 9,
            projectQuota: 199,
            windowSeconds: 18,
            phaseMs: 13_904,
            latencies: [115, 180, 185, 162, 190, 26, 289],
            arrivals: [
              { afterMs: 2_444, count: 40, endpoint: 4, writes: false },
              { afterMs: 3_374, count: 22, endpoint: 3, writes: false },
              { afterMs: 3_348, count: 39, endpoint: 2, writes: false },
              { afterMs: 207, count: 21, endpoint: 4, writes: true },
              { afterMs: 2_067, count: 24, endpoint: 1, writes: false },
            ],
          },
        ],
      ],
    },
  );
});

describe('the quota of the project under a shortage', () => {
  /** The longest wait of a request that is sent every two seconds until the bulk of requests is done. */
  async function slowestPoll(kind: 'poll' | 'write', others: 'write' | 'read'): Promise<number> {
    const { clock, send, burst } = world();
    const lone: Partial<Request> = kind === 'poll' ? {} : { method: 'PUT', path: '/v1/volumes' };
    const bulk = { isDone: false };
    let slowest = 0;
    const polls = (async () => {
      while (!bulk.isDone) {
        const requestedAt = clock.now();
        await send(request(lone));
        slowest = Math.max(slowest, clock.now() - requestedAt);
        await clock.sleep(2_000);
      }
    })();
    const writes = burst(1_500, (index) => ({
      method: others === 'write' ? 'DELETE' : 'GET',
      path: `/v1/volumes/${index}`,
    })).then(() => {
      bulk.isDone = true;
    });
    await clock.until(Promise.all([polls, writes]));
    return slowest;
  }

  test('keeps a part for polls while 1,500 writes wait', async () => {
    expect(await slowestPoll('poll', 'write')).toBeLessThan(1_000);
  });

  test('keeps a part for writes while 1,500 reads wait', async () => {
    expect(await slowestPoll('write', 'read')).toBeLessThan(1_000);
  });

  test('is nevertheless used completely', async () => {
    const { clock, cloud, send, burst, elapsed } = world();
    await clock.until(send(request()));
    await clock.until(burst(999, (index) => ({ method: 'DELETE', path: `/v1/volumes/${index}` })));
    expect(cloud.refused).toBe(0);
    // A thousand requests take two windows; the reserve of the second window was released within it.
    expect(elapsed()).toBeLessThan(60_000 + 13_000);
  });
});
