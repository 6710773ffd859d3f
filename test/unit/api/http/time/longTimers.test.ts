// Timers of Node.js take at most 2^31 - 1 ms; longer timers fire at once.
import { CloudComputeClient } from '../../../../../api';
import { systemClock } from '../../../../../api/http/time/clock';
import { Cloud, withToken } from '../../cloud';

const DAY_MS = 86_400_000;

test('a sleep of thirty days takes thirty days', async () => {
  jest.useFakeTimers();
  try {
    const startedAt = systemClock.now();
    const sleep = systemClock.sleep(30 * DAY_MS).then(() => systemClock.now() - startedAt);
    await jest.advanceTimersByTimeAsync(31 * DAY_MS);
    expect(Math.round((await sleep) / DAY_MS)).toBe(30);
  } finally {
    jest.useRealTimers();
  }
});

test('a request with a longer time limit does not fail at once', async () => {
  const cloud = await Cloud.start(
    withToken(async () => {
      await systemClock.sleep(20);
      return { body: [] };
    }),
  );
  const options = { baseUrl: cloud.url, clientId: 'me', clientSecret: 'secret', retries: 0 };
  const client = new CloudComputeClient({ ...options, timeoutMs: 2 ** 31 });
  try {
    await expect(client.instances.list()).resolves.toEqual([]);
  } finally {
    client.close();
    await cloud.stop();
  }
});
