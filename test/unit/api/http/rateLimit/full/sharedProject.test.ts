import fc from 'fast-check';
import { request } from '../../../simulation';
import type { Handler } from '../../../../../../api/http/handler';
import { busyClient, deploy, randomWorld, world } from '../world';
import { randomCases } from '../../../../../randomCases';

describe('two clients of one project', () => {
  test('share the windows with few refusals when both send 150 requests at once', async () => {
    const one = world();
    const two = world({}, one.clock, one.cloud);
    const doneAt = [one, two].map(({ burst }) => burst(150, () => deploy).then(() => one.elapsed()));
    const [first = 0, last = 0] = (await one.clock.until(Promise.all(doneAt))).sort((a, b) => a - b);
    expect(one.cloud.served).toHaveLength(300);
    // One of them uses all of the first window. If it got more than half of the others, it would be done two windows
    // before the other one.
    expect(last - first).toBeLessThan(90_000);
    // In the first window, neither client has noticed the other: 60 requests are refused. Later, both may
    // send the last request of a window.
    expect(one.cloud.refused).toBeLessThanOrEqual(60 + 4);
    expect(one.elapsed()).toBeLessThan(240_000 * 1.02);
  });

  test('use every window with few refusals, whenever the second client starts', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          endpointQuota: fc.integer({ min: 8, max: 80 }),
          windowSeconds: fc.integer({ min: 5, max: 60 }),
          phaseMs: fc.option(fc.integer({ min: 0, max: 59_999 }), { nil: undefined }),
          rounding: fc.constantFrom('up' as const, 'down' as const),
          counts: fc.tuple(fc.integer({ min: 1, max: 150 }), fc.integer({ min: 1, max: 150 })),
          laterMs: fc.integer({ min: 0, max: 5_000 }),
          latencies: fc.array(fc.integer({ min: 1, max: 150 }), { minLength: 1, maxLength: 20 }),
        }),
        async ({ counts: [first, second], laterMs, ...options }) => {
          const one = randomWorld(options);
          const two = world({}, one.clock, one.cloud);
          // Each client has the quotas, and has not noticed the other client.
          await one.clock.until(Promise.all([one.burst(1, () => deploy), two.burst(1, () => deploy)]));
          const later = async () => {
            await one.clock.sleep(laterMs);
            await two.burst(second, () => deploy);
          };
          await one.clock.until(Promise.all([one.burst(first, () => deploy), later()]));
          const count = 2 + first + second;
          expect(one.cloud.served).toHaveLength(count);
          // The first burst of the second client is refused. Later, both may send the last request of a window, and if
          // seconds are rounded down, both may begin too early.
          const windows = Math.ceil(count / options.endpointQuota) + 1;
          const perWindow = options.rounding === 'down' ? 4 : 2;
          expect(one.cloud.refused).toBeLessThanOrEqual(options.endpointQuota + perWindow * windows);
          // A refused client waits for whole seconds.
          expect(one.elapsed()).toBeLessThan(windows * (options.windowSeconds + 1) * 1_000);
        },
      ),
      randomCases(40),
    );
  }, 300_000);

  test('exceed the quota by few requests also when the processes are busy for up to a second', async () => {
    const pauses = fc.array(
      fc.record({ idleMs: fc.integer({ min: 200, max: 1_700 }), busyMs: fc.integer({ min: 1, max: 900 }) }),
      { minLength: 5, maxLength: 20 },
    );
    const laterMs = fc.integer({ min: 0, max: 1_500 });
    await fc.assert(
      fc.asyncProperty(pauses, pauses, laterMs, async (ours, theirs, later) => {
        const { clock, cloud, elapsed } = world({ windowSeconds: 5 });
        const secondWindowAt = clock.now() + 5_000;
        const run = (send: Handler) =>
          Promise.all(
            Array.from({ length: 120 }, async (_, index) => {
              await clock.sleep(index * 10);
              await send(request(deploy));
            }),
          );
        await clock.until(
          Promise.all([
            run(busyClient(cloud, clock, ours)),
            clock.sleep(later).then(() => run(busyClient(cloud, clock, theirs))),
          ]),
        );
        expect(cloud.served).toHaveLength(240);
        // In the first window, a client sends at once what it has until it notices the other client.
        const refused = cloud.refusedAt.filter((at) => at >= secondWindowAt);
        expect(refused.length).toBeLessThanOrEqual(4 * Math.ceil(elapsed() / 5_000 - 1));
      }),
      randomCases(40),
    );
  }, 300_000);

  /** The times when both are done: one client sends 300 requests at once after ten seconds, the other a few. */
  async function besideMany(few: (other: ReturnType<typeof world>) => Promise<unknown>): Promise<number[]> {
    const many = randomWorld({ latencies: [40, 150, 80, 300, 60], phaseMs: undefined });
    const other = world({}, many.clock, many.cloud);
    const bulk = many.clock.sleep(10_000).then(() => many.burst(300, () => deploy));
    const both = [bulk, few(other)].map((done) => done.then(() => many.elapsed()));
    return many.clock.until(Promise.all(both));
  }

  test('let a request of one through while the other sends hundreds', async () => {
    const waits: number[] = [];
    const [manyDoneAt] = await besideMany(async ({ clock, send }) => {
      for (let sent = 0; sent < 30; sent += 1) {
        const askedAt = clock.now();
        await send(request(deploy));
        waits.push(clock.now() - askedAt);
        await clock.sleep(3_000);
      }
    });
    // It waits for the next window at most, once the first window has shown the other client.
    expect(Math.max(...waits)).toBeLessThan(61_000);
    expect(manyDoneAt).toBeLessThan(6 * 61_000);
  });

  test('share the windows also when one of them begins while the other sends hundreds of requests', async () => {
    const laterMs = fc.integer({ min: 71_000, max: 130_000 });
    await fc.assert(
      fc.asyncProperty(laterMs, async (later) => {
        const [manyDoneAt, fewDoneAt = 0] = await besideMany(({ clock, burst }) =>
          clock.sleep(later).then(() => burst(3, () => deploy)),
        );
        // It waits for the next window, and for one more if it lost the first one.
        expect(fewDoneAt - later).toBeLessThan(2 * 61_000);
        expect(manyDoneAt).toBeLessThan(6 * 61_000);
      }),
      randomCases(20),
    );
  }, 300_000);

  test('use the whole window soon after the other client has finished', async () => {
    const [manyDoneAt] = await besideMany(({ burst }) => burst(5, () => deploy));
    // 305 requests take six windows; the last one begins after 300 seconds.
    expect(manyDoneAt).toBeLessThan(300_000 * 1.02);
  });

  test('detect by the remaining quota that another client has used up the window', async () => {
    const { clock, cloud, burst } = world();
    for (let used = 0; used < 50; used += 1) cloud.answer(deploy);
    await clock.until(burst(1, () => deploy));
    await clock.until(burst(60, () => deploy));
    expect(cloud.refused).toBe(0);
  });
});
