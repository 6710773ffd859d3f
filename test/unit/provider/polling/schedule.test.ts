import { TestCloud } from './testCloud';

/**
 * The number of GETs while machines become ready, each `provisionMs` after its start, and how late the last was
 * noticed.
 */
async function waitForAll(starts: readonly number[], provisionMs: number) {
  const cloud = new TestCloud();
  const begin = cloud.clock.now();
  const late: number[] = [];
  const waits = starts.map(async (start, index) => {
    await cloud.clock.sleep(start);
    cloud.provision(String(index), provisionMs);
    const ready = cloud.clock.now() + provisionMs;
    await cloud.waitReady(String(index));
    late.push(cloud.clock.now() - ready);
  });
  await cloud.clock.until(Promise.all(waits));
  return {
    gets: cloud.lists.length + cloud.singles.length,
    late: Math.max(...late),
    tookMs: cloud.clock.now() - begin,
  };
}

/** The starts of `count` creates: each window of the rate limit accepts 60 at once, one every few milliseconds. */
const underRateLimit = (count: number, windowMs: number): number[] =>
  Array.from({ length: count }, (_, index) => Math.floor(index / 60) * windowMs + (index % 60) * 15);

describe('the schedule of the poll', () => {
  describe.each([
    { provisionMs: 20_000, windowMs: 60_000 },
    { provisionMs: 60_000, windowMs: 60_000 },
    { provisionMs: 200_000, windowMs: 60_000 },
    { provisionMs: 30_000, windowMs: 6_000 },
  ])(
    'the schedule for machines that take $provisionMs ms and a window of $windowMs ms',
    ({ provisionMs, windowMs }) => {
      it.each([10, 100, 200, 300])(
        'needs only a few more lists for %i machines than for one',
        async (count) => {
          const one = await waitForAll([0], provisionMs);
          const many = await waitForAll(underRateLimit(count, windowMs), provisionMs);
          expect(many.gets / one.gets).toBeLessThanOrEqual(1.2);
        },
      );

      it('detects 300 machines at most 5 % later than the rate limit and one provisioning time allow', async () => {
        const starts = underRateLimit(300, windowMs);
        const { tookMs } = await waitForAll(starts, provisionMs);
        expect(tookMs / (Math.max(...starts) + provisionMs)).toBeLessThanOrEqual(1.05);
      });
    },
  );

  it.each([1_000, 10_000, 60_000, 600_000])(
    'notices soon that a machine is ready after %i ms',
    async (provisionMs) => {
      const { late } = await waitForAll([0], provisionMs);
      expect(late).toBeLessThanOrEqual(Math.max(300, Math.min(0.08 * provisionMs, 5_500)));
    },
  );

  it('notices each of many machines within a fifth of its duration after it became ready', async () => {
    const starts = Array.from({ length: 120 }, (_, index) => index * 1_000);
    const { late, gets } = await waitForAll(starts, 30_000);
    expect(late).toBeLessThanOrEqual(6_000);
    expect(gets).toBeLessThan(90);
  });

  it('lists rarely before the end that an earlier wait lets expect, and often after it', async () => {
    const cloud = new TestCloud();
    cloud.provision('earlier', 300_000);
    await cloud.clock.until(cloud.waitReady('earlier'));
    const before = cloud.lists.length;
    cloud.provision('a', 310_000);
    const begin = cloud.clock.now();
    await cloud.clock.until(cloud.waitReady('a'));
    const ticks = cloud.lists.slice(before).map((at, index, lists) => ({
      at: at - begin,
      tick: at - (lists[index - 1] ?? begin),
    }));
    const during = (from: number, to: number) =>
      ticks.filter(({ at }) => at > from && at <= to).map(({ tick }) => tick);
    expect(Math.min(...during(0, 300_000))).toBeGreaterThan(9_000);
    expect(Math.max(...during(300_000, Infinity))).toBeLessThanOrEqual(5_000);
    expect(cloud.clock.now() - begin - 310_000).toBeLessThan(5_000);
  });

  it('uses at most three quarters of the rate limit', async () => {
    const cloud = new TestCloud();
    let turn = 0;
    const waits = Array.from({ length: 400 }, async (_, index) => {
      await cloud.clock.sleep(index * 300);
      cloud.provision(String(index), 100 + ((index * 7_919) % 40_000));
      turn += 1;
      await cloud.waitReady(String(index), { kind: `kind ${String(turn)}` });
    });
    await cloud.clock.until(Promise.all(waits));
    const inMinuteFrom = (start: number) =>
      cloud.lists.filter((at) => at >= start && at < start + 60_000).length;
    expect(Math.max(...cloud.lists.map(inMinuteFrom))).toBeLessThanOrEqual(91);
  });
});
