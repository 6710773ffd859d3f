// The behaviour of a client while a server answers 429 with only a `Retry-After`.
import type { Response } from '../../../../../api/http/handler';
import { RateLimiter } from '../../../../../api/http/rateLimit/rateLimiter';
import { SimulatedClock, request } from '../../simulation';

/** A client that sends refused requests again, and a server that answers as the test defines. */
function world(answer: (at: number, count: number) => Partial<Response>, paths = 3) {
  const clock = new SimulatedClock();
  const startedAt = clock.now();
  const sentAt: number[] = [];
  const paced = new RateLimiter({ clock }).layer(async () => {
    sentAt.push(clock.now() - startedAt);
    const { length } = sentAt;
    const answered = answer(clock.now() - startedAt, length);
    await clock.sleep(10);
    return { status: 200, headers: {}, body: undefined, ...answered };
  });
  const send = async (index: number) => {
    const asked = request({ method: 'POST', path: `/v1/volumes/${index % paths}` });
    while ((await paced(asked)).status === 429);
    return clock.now() - startedAt;
  };
  return { clock, sentAt, send };
}

const refusal = { status: 429, headers: { 'retry-after': '1' } };

test('a client waits after each of twenty refusals for as long as the server asks', async () => {
  const { clock, sentAt, send } = world((_, count) => (count <= 20 ? refusal : {}));
  await clock.until(send(0));
  const pauses = sentAt.slice(1).map((at, index) => at - (sentAt[index] ?? 0));
  expect(pauses).toHaveLength(20);
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(1_010);
  expect(Math.max(...pauses)).toBeLessThan(1_100);
});

test('all requests are sent as soon as the server accepts one of them again', async () => {
  const { clock, sentAt, send } = world((at) => (at < 9_500 ? refusal : {}));
  const doneAt = await clock.until(Promise.all(Array.from({ length: 20 }, (_, index) => send(index))));
  // The server asks for one second, and one request in flight shows whether it accepts requests again.
  expect(Math.max(...doneAt)).toBeLessThan(9_500 + 1_100);
  // Few requests are sent while the server refuses them.
  expect(sentAt.filter((at) => at > 100 && at < 9_500).length).toBeLessThanOrEqual(10);
});

test('the limits are the same after refusals as before', async () => {
  const { clock, sentAt, send } = world((at) => (at < 3_500 ? refusal : {}));
  await clock.until(send(0));
  const before = sentAt.length;
  const startedAt = sentAt.at(-1) ?? 0;
  await clock.until(Promise.all(Array.from({ length: 40 }, (_, index) => send(index))));
  expect(Math.max(...sentAt.slice(before)) - startedAt).toBeLessThan(100);
});

test('a refusal that names no limit holds a burst until its Retry-After and no longer', async () => {
  const refused = { status: 429, headers: { 'retry-after': '7' } };
  const { clock, sentAt, send } = world((_, count) => (count === 1 ? refused : {}), 400);
  const first = send(0);
  await clock.until(clock.sleep(20));
  await clock.until(Promise.all([first, ...Array.from({ length: 399 }, (_, index) => send(index))]));
  // One request shows whether the server accepts requests again, and an eighth of the rest is sent at a time.
  expect(sentAt.filter((at) => at > 20 && at < 7_000)).toEqual([]);
  expect(Math.max(...sentAt)).toBeLessThan(7_200);
});
