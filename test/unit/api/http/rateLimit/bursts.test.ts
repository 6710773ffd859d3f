import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { RateLimiter } from '../../../../../api/http/rateLimit/rateLimiter';
import { SimulatedClock, request } from '../../simulation';
import { deploy, randomWorld, world } from './world';
import { randomCases } from '../../../../randomCases';

describe('a burst', () => {
  test('goes at once within the quota', async () => {
    const { clock, cloud, burst, elapsed } = world();
    await clock.until(burst(60, () => deploy));
    expect(elapsed()).toBe(40);
    expect(cloud.refused).toBe(0);
  });

  test('takes four windows and hardly longer for 300 requests', async () => {
    const { clock, cloud, burst, elapsed } = world();
    await clock.until(burst(300, () => deploy));
    expect(cloud.refused).toBe(0);
    expect(elapsed()).toBeGreaterThanOrEqual(240_000);
    expect(elapsed()).toBeLessThan(240_000 * 1.005);
  });

  test('detects the length of the windows', async () => {
    const { clock, cloud, burst, elapsed } = world({ windowSeconds: 5 });
    await clock.until(burst(300, () => deploy));
    expect(cloud.refused).toBe(0);
    // In the first two seconds of a window after a full one, an eighth of the rest is sent at a time.
    expect(elapsed()).toBeLessThan(20_000 + 2_000);
  });

  test('waits for the limit of the project if it goes to many endpoints', async () => {
    const { clock, cloud, burst, elapsed } = world();
    await clock.until(burst(1_200, (index) => ({ method: 'DELETE', path: `/v1/volumes/${index}` })));
    expect(cloud.refused).toBe(0);
    expect(elapsed()).toBeGreaterThanOrEqual(120_000);
    expect(elapsed()).toBeLessThan(120_000 * 1.005);
  });
});

test('all requests are served as fast as the windows allow, with few refusals, whatever the windows are', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        endpointQuota: fc.integer({ min: 1, max: 80 }),
        projectQuota: fc.integer({ min: 20, max: 500 }),
        windowSeconds: fc.integer({ min: 5, max: 60 }),
        phaseMs: fc.option(fc.integer({ min: 0, max: 59_999 }), { nil: undefined }),
        rounding: fc.constantFrom('up' as const, 'down' as const),
        count: fc.integer({ min: 1, max: 150 }),
        latencies: fc.array(fc.integer({ min: 1, max: 150 }), { minLength: 1, maxLength: 20 }),
      }),
      async ({ count, ...options }) => {
        const { clock, cloud, burst, elapsed } = randomWorld(options);
        // The first answer shows the quotas; before it, the client obeys the documented ones.
        await clock.until(burst(1, () => deploy));
        await clock.until(burst(count - 1, () => deploy));
        expect(cloud.served).toHaveLength(count);
        const quota = Math.min(options.endpointQuota, options.projectQuota);
        const windows = Math.ceil(count / quota);
        // If seconds are rounded down, the first request of a new window may be sent too early.
        const isEarly = options.rounding === 'down';
        expect(cloud.refused).toBeLessThanOrEqual(isEarly ? windows : 0);
        const lengthMs = options.windowSeconds * 1_000;
        // A window at fixed times is already under way at the first request, so one more may be needed. The other
        // windows begin with a request.
        const bound = (windows - (options.phaseMs === undefined ? 1 : 0)) * lengthMs;
        const perWindow = 2 * 300 + 20 + (isEarly ? 1_000 : 0);
        expect(elapsed()).toBeLessThanOrEqual(bound + (windows + 1) * perWindow + 2_000);
      },
    ),
    {
      ...randomCases(40),
      examples: [
        // The client begins a window too early, and must not conclude that another client has used it.
        [
          {
            ...{ endpointQuota: 20, projectQuota: 20, windowSeconds: 5, phaseMs: undefined },
            ...{ rounding: 'down', count: 43, latencies: [146] },
          },
        ],
      ],
    },
  );
}, 300_000);

test('requests are served in windows of one second, although headers count whole seconds', async () => {
  const { clock, cloud, burst, elapsed } = world({ windowSeconds: 1, endpointQuota: 10 });
  await clock.until(burst(100, () => deploy));
  expect(cloud.served).toHaveLength(100);
  expect(elapsed()).toBeLessThan(20_000);
});

test('the windows of operations with ids are dropped after a few windows', async () => {
  const clock = new SimulatedClock();
  const paced = new RateLimiter({ clock }).layer(() =>
    Promise.resolve({ status: 200, headers: {}, body: undefined }),
  );
  const readMany = async (name: string): Promise<number> => {
    for (let window = 0; window < 20; window += 1) {
      const paths = Array.from({ length: 400 }, (_, index) => `/v1/volumes/${name}-${window}-${index}`);
      await Promise.all(paths.map((path) => paced(request({ path }))));
      await clock.until(clock.sleep(60_001));
    }
    return usedHeap();
  };
  await readMany('warm-up');
  const before = await readMany('first');
  // If the limiter kept them, 8,000 operations would take a few megabytes.
  expect((await readMany('second')) - before).toBeLessThan(500_000);
});

function usedHeap(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}
