import type { Held } from '../../../../../api';
import { WritesStoppedError } from '../../../../../api';
import { RateLimiter } from '../../../../../api/http/rateLimit/rateLimiter';
import { LimitedServer, SimulatedClock, request } from '../../simulation';
import { deploy, world } from './world';

describe('a request that waits for the rate limit', () => {
  async function full() {
    const made = world();
    await made.clock.until(made.burst(60, () => deploy));
    return made;
  }

  test('is aborted by its signal, and leaves no timer', async () => {
    const { clock, send } = await full();
    const giveUp = new AbortController();
    const held = send(request({ ...deploy, signal: giveUp.signal }));
    await new Promise(setImmediate);
    giveUp.abort(new Error('the deadline is over'));
    await expect(held).rejects.toThrow('POST /v1/instances was given up (the deadline is over).');
    expect(clock.sleepers).toBe(0);
  });

  test('is not sent after writes were stopped, but reads are still sent', async () => {
    const { clock, cloud, send } = await full();
    const stop = new AbortController();
    const held = Promise.all([1, 2, 3].map(() => send(request({ ...deploy, stop: stop.signal }))));
    const outcome = held.catch((error: unknown) => error);
    stop.abort(new Error('the Pulumi engine is gone'));
    const error = await outcome;
    expect(error).toBeInstanceOf(WritesStoppedError);
    expect((error as Error).message).toBe(
      'POST /v1/instances was not sent, because the Pulumi engine is gone; it did not take effect.',
    );
    await clock.until(send(request()));
    expect(cloud.served).toHaveLength(61);
  });

  test('fails at once if its turn comes after its deadline', async () => {
    const { clock, cloud, send, elapsed } = await full();
    const deadline = clock.now() + 90_000;
    const held = Array.from({ length: 70 }, () => send(request({ ...deploy, deadline })));
    const late = Promise.allSettled(held.slice(60));
    await clock.until(late);
    for (const outcome of await late)
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'deadline' } });
    expect(elapsed()).toBeLessThan(1_000);
    await clock.until(Promise.all(held.slice(0, 60)));
    expect(cloud.served).toHaveLength(120);
  });

  test('fails at its deadline also if only an answer can show when its turn comes', async () => {
    const clock = new SimulatedClock();
    const startedAt = clock.now();
    const paced = new RateLimiter({ clock }).layer(async () => {
      await clock.sleep(50_000);
      return { status: 200, headers: {}, body: undefined };
    });
    const sent = Array.from({ length: 60 }, () => paced(request(deploy)));
    const late = paced(request({ ...deploy, deadline: startedAt + 10_000 }));
    await expect(clock.until(late)).rejects.toMatchObject({ code: 'deadline' });
    expect(clock.now() - startedAt).toBeLessThan(10_100);
    await clock.until(Promise.all(sent));
    expect(clock.sleepers).toBe(0);
  });

  test('fails with the error of its listener, and delays no other request', async () => {
    const { clock, cloud, send } = await full();
    const onHeld = () => {
      throw new Error('listener');
    };
    await expect(send(request({ ...deploy, onHeld }))).rejects.toThrow('listener');
    await clock.until(Promise.all(Array.from({ length: 60 }, () => send(request(deploy)))));
    expect(cloud.served).toHaveLength(120);
    expect(clock.sleepers).toBe(0);
  });

  test('reports how many requests are ahead of it, and until when it waits', async () => {
    const { clock, burst } = await full();
    const held: Held[] = [];
    const before = Date.now();
    await clock.until(burst(70, () => ({ ...deploy, onHeld: (info) => held.push(info) })));
    expect(held.slice(0, 70).map(({ ahead }) => ahead)).toEqual(
      Array.from({ length: 70 }, (_, index) => index),
    );
    const [first, last] = [held[0], held[69]];
    expect((first?.until ?? 0) - before).toBeGreaterThan(59_000);
    expect((first?.until ?? 0) - before).toBeLessThan(61_000);
    expect((last?.until ?? 0) - (first?.until ?? 0)).toBeGreaterThan(59_000);
    // After the first of the two windows, the last ten requests report their new positions.
    expect(held.slice(70).map(({ ahead }) => ahead)).toEqual(Array.from({ length: 10 }, (_, index) => index));
  });

  test('does not wait for the answer to a slow request that is the first of its window', async () => {
    const clock = new SimulatedClock();
    const startedAt = clock.now();
    const slow = { ...deploy, path: '/v1/clusters' };
    const options = { projectQuota: 60, endpointQuota: 60, windowSeconds: 60, rounding: 'up' } as const;
    const cloud = new LimitedServer(clock, { ...options, latency: () => 20 });
    const send = new RateLimiter({ clock }).layer(async (asked) => {
      const answer = await cloud.handler(asked);
      if (asked.path === slow.path) await clock.sleep(25_000);
      return answer;
    });
    await clock.until(Promise.all(Array.from({ length: 60 }, () => send(request(deploy)))));
    const first = send(request(slow));
    await clock.until(Promise.all([send(request()), send(request())]));
    expect(clock.now() - startedAt).toBeLessThan(60_000 + 3_000);
    await clock.until(first);
  });

  test('is sent before later requests if the server refused it before', async () => {
    const clock = new SimulatedClock();
    const order: string[] = [];
    const headers = {
      'ratelimit-policy': 'endpoint;q=2;w=10',
      ratelimit: 'endpoint;r=0;t=5',
      'retry-after': '5',
    };
    const paced = new RateLimiter({ clock }).layer(async ({ operation, body }) => {
      await clock.sleep(5);
      if (operation === 'POST /v1/instances' && order.push(String(body)) === 1)
        return { status: 429, headers, body };
      return { status: 200, headers: {}, body };
    });
    const first = request({ ...deploy, body: 'first' });
    expect((await clock.until(paced(first))).status).toBe(429);
    const later = [
      paced(request({ ...deploy, body: 'second' })),
      paced(request({ ...deploy, body: 'third' })),
    ];
    await clock.until(Promise.all([...later, paced(first)]));
    expect(order).toEqual(['first', 'first', 'second', 'third']);
  });
});
