import fc from 'fast-check';
import type { Held } from '../../../api';
import { TransportError, WritesStoppedError } from '../../../api';
import type { Handler, Request, Response } from '../../../api/http/handler';
import { RateLimiter } from '../../../api/http/rateLimit/rateLimiter';
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
  const paced = new RateLimiter({ clock }).layer(cloud.handler);
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

/** A world of random windows, in which answers take these times by turns. */
function randomWorld({
  latencies,
  phaseMs,
  ...options
}: Omit<Partial<LimitedServerOptions>, 'phaseMs'> & {
  readonly latencies: readonly number[];
  phaseMs: number | undefined;
}) {
  let turn = 0;
  const latency = () => latencies[(turn += 1) % latencies.length] ?? 1;
  return world({ ...options, ...(phaseMs !== undefined && { phaseMs }), latency });
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
        windowSeconds: fc.integer({ min: 5, max: 60 }),
        phaseMs: fc.option(fc.integer({ min: 0, max: 59_999 }), { nil: undefined }),
        rounding: fc.constantFrom('up' as const, 'down' as const),
        count: fc.integer({ min: 1, max: 150 }),
        latencies: fc.array(fc.integer({ min: 1, max: 150 }), { minLength: 1, maxLength: 20 }),
      }),
      async ({ count, ...options }) => {
        const { clock, cloud, burst, elapsed } = randomWorld(options);
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
        const bound = (windows - (options.phaseMs === undefined ? 1 : 0)) * lengthMs;
        const perWindow = 2 * 300 + 20;
        expect(elapsed()).toBeLessThanOrEqual(bound + (windows + 1) * perWindow + 2_000);
      },
    ),
    { numRuns: 40 },
  );
}, 60_000);

test('mixed arrivals: alone with a server that rounds up, nothing is ever refused', async () => {
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
    {
      numRuns: 40,
      endOnFailure: true,
      examples: [
        // A scout goes in the very millisecond in which the turn is noticed.
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
        // A burst meets the turn, and answers of the new window overtake those of the old.
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
}, 60_000);

describe('the quota of the project under a shortage', () => {
  /** A poll every two seconds, until the writes are through; answers how long the slowest took. */
  async function slowestPoll(kind: 'poll' | 'write', others: 'write' | 'read'): Promise<number> {
    const { clock, send, burst } = world();
    const lone: Partial<Request> = kind === 'poll' ? { kind } : { method: 'PUT', path: '/v1/volumes' };
    const bulk = { isDone: false };
    let slowest = 0;
    const polls = (async () => {
      while (!bulk.isDone) {
        const askedAt = clock.now();
        await send(request(lone));
        slowest = Math.max(slowest, clock.now() - askedAt);
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
    // Both meet the first window unaware: that is 60 refusals. From then on both ask for the last
    // one of a window.
    expect(one.cloud.refused).toBeLessThanOrEqual(60 + 4);
    expect(one.elapsed()).toBeLessThan(240_000 * 1.02);
  });

  test('whoever comes when: no window is wasted, and only those who could not know are refused', async () => {
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
          // The quotas are known, the other one is not.
          await one.clock.until(Promise.all([one.burst(1, () => deploy), two.burst(1, () => deploy)]));
          const later = async () => {
            await one.clock.sleep(laterMs);
            await two.burst(second, () => deploy);
          };
          await one.clock.until(Promise.all([one.burst(first, () => deploy), later()]));
          const count = 2 + first + second;
          expect(one.cloud.served).toHaveLength(count);
          // A volley by the one who comes later; from then on the last one of a window, and a scout.
          const windows = Math.ceil(count / options.endpointQuota) + 1;
          expect(one.cloud.refused).toBeLessThanOrEqual(options.endpointQuota + 2 * windows);
          expect(one.elapsed()).toBeLessThan(windows * options.windowSeconds * 1_000);
        },
      ),
      { numRuns: 40 },
    );
  }, 60_000);

  test('are noticed by what is left: a window that somebody used up is not run into twice', async () => {
    const { clock, cloud, burst } = world();
    for (let used = 0; used < 50; used += 1) cloud.answer(deploy);
    await clock.until(burst(1, () => deploy));
    await clock.until(burst(60, () => deploy));
    expect(cloud.refused).toBe(0);
  });
});

test('windows of one second, which whole seconds hardly describe, are survived', async () => {
  const { clock, cloud, burst, elapsed } = world({ windowSeconds: 1, endpointQuota: 10 });
  await clock.until(burst(100, () => deploy));
  expect(cloud.served).toHaveLength(100);
  expect(elapsed()).toBeLessThan(20_000);
});

describe('what servers say', () => {
  /** A client of a server that says what the test says. */
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

  test('Retry-After closes the gate for everybody when it does not say which limit is meant', async () => {
    const { clock, sentAt, paced } = scripted((count) =>
      count === 1 ? { status: 429, headers: { 'retry-after': '7' } } : {},
    );
    expect((await clock.until(paced(request()))).status).toBe(429);
    await clock.until(Promise.all([paced(request()), paced(request({ path: '/v1/volumes' }))]));
    expect(sentAt[1]).toBeGreaterThanOrEqual(7_000);
    expect(sentAt[2]).toBeLessThan(7_100);
  });

  test('Retry-After of an endpoint leaves the other endpoints alone', async () => {
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

  test('Retry-After counts where it asks for more than the end of the window', async () => {
    const headers = { 'retry-after': '9', ratelimit: 'endpoint;r=0;t=2' };
    const { clock, sentAt, paced } = scripted((count) => (count === 2 ? { status: 429, headers } : {}));
    for (let attempt = 0; attempt < 3; attempt += 1) await clock.until(paced(request()));
    expect(sentAt[2]).toBeGreaterThanOrEqual(9_000);
    expect(sentAt[2]).toBeLessThan(9_100);
  });

  test('a refusal without any word is waited out, longer each time', async () => {
    const { clock, sentAt, paced } = scripted((count) => (count < 6 ? { status: 429 } : {}));
    for (let attempt = 0; attempt < 6; attempt += 1) await clock.until(paced(request()));
    const pauses = sentAt.map((at, index) => at - (sentAt[index - 1] ?? 0)).slice(1);
    expect(pauses).toEqual([110, 210, 410, 810, 1_610]);
  });

  test('a limit of another name is obeyed as well', async () => {
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

  test('nothing at all: the documented limits hold', async () => {
    const { clock, sentAt, paced } = scripted(() => ({}));
    await clock.until(Promise.all(Array.from({ length: 130 }, () => paced(request()))));
    expect(sentAt.filter((at) => at === 0)).toHaveLength(120);
    expect(sentAt.filter((at) => at >= 60_000)).toHaveLength(10);
  });

  test('lost answers count as used, and requests that did not go out do not', async () => {
    const lost = new TransportError('broke', { operation: 'GET /v1/keys', code: 'ECONNRESET' });
    const unsent = new TransportError('refused', { operation: 'GET /v1/keys', code: 'ECONNREFUSED' });
    const { clock, sentAt, paced } = scripted((count) => (count <= 30 ? lost : count <= 60 ? unsent : {}));
    const asked = () => paced(request({ path: '/v1/keys' })).catch(() => undefined);
    await clock.until(Promise.all(Array.from({ length: 60 }, asked)));
    await clock.until(Promise.all(Array.from({ length: 31 }, asked)));
    expect(sentAt.filter((at) => at < 60_000)).toHaveLength(90);
    expect(sentAt.filter((at) => at >= 60_000)).toHaveLength(1);
  });

  test('open calls are not held: the server does not count them', async () => {
    const { clock, sentAt, paced } = scripted(() => ({}));
    const asked = () => paced(request({ path: '/v1/instance-types', open: true }));
    await clock.until(Promise.all(Array.from({ length: 600 }, asked)));
    expect(sentAt.every((at) => at === 0)).toBe(true);
  });
});

describe('a request that is held', () => {
  async function full() {
    const made = world();
    await made.clock.until(made.burst(60, () => deploy));
    return made;
  }

  test('is given up with its signal, and leaves nobody asleep', async () => {
    const { clock, send } = await full();
    const giveUp = new AbortController();
    const held = send(request({ ...deploy, signal: giveUp.signal }));
    await new Promise(setImmediate);
    giveUp.abort(new Error('the deadline is over'));
    await expect(held).rejects.toThrow('POST /v1/instances was given up (the deadline is over).');
    expect(clock.sleepers).toBe(0);
  });

  test('is not sent once writes are stopped; reads go on', async () => {
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

  test('is told how many go before it and until when', async () => {
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
    // After the first of the two windows the last ten hear that they moved up.
    expect(held.slice(70).map(({ ahead }) => ahead)).toEqual(Array.from({ length: 10 }, (_, index) => index));
  });

  test('and was refused before goes ahead of those who came later', async () => {
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
