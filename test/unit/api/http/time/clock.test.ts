import { getEventListeners } from 'node:events';
import { onAbort, unlessAborted } from '../../../../../api/http/transport/abort';
import { systemClock } from '../../../../../api/http/time/clock';

test('a sleep lasts for the given time, and removes its listener', async () => {
  const { signal } = new AbortController();
  const startedAt = systemClock.now();
  await systemClock.sleep(5, signal, undefined);
  // Timers count whole milliseconds; the clock counts fractions.
  expect(systemClock.now() - startedAt).toBeGreaterThanOrEqual(4);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('a sleep ends when any of its signals aborts, and does not begin after that', async () => {
  const [one, two] = [new AbortController(), new AbortController()];
  const sleep = systemClock.sleep(60_000, one.signal, two.signal);
  two.abort(new Error('enough'));
  await expect(sleep).rejects.toThrow('enough');
  expect(getEventListeners(one.signal, 'abort')).toEqual([]);
  await expect(systemClock.sleep(60_000, two.signal)).rejects.toThrow('enough');
});

test('a listener is called once, with an error, whatever the reason for the abort is', () => {
  const [one, two] = [new AbortController(), new AbortController()];
  const heard: Error[] = [];
  onAbort([one.signal, two.signal], (reason) => heard.push(reason));
  one.abort('a word');
  two.abort();
  expect(heard.map(({ message }) => message)).toEqual(['a word']);
  onAbort([two.signal], (reason) => heard.push(reason));
  expect(heard[1]?.message).toMatch(/aborted/);
});

test('a signal ends the wait for a promise, and an error of the promise is passed on', async () => {
  const { signal } = new AbortController();
  await expect(unlessAborted(Promise.resolve('value'), signal)).resolves.toBe('value');
  await expect(unlessAborted(Promise.reject(new Error('its own')), signal)).rejects.toThrow('its own');
  await expect(
    unlessAborted(new Promise(() => undefined), AbortSignal.abort(new Error('enough'))),
  ).rejects.toThrow('enough');
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

describe('the real clock', () => {
  it('never wakes too early', async () => {
    const until = systemClock.now() + 20;
    await systemClock.sleep(20);
    expect(systemClock.now()).toBeGreaterThanOrEqual(until);
  });

  it('wakes with the reason of the signal', async () => {
    const stop = new AbortController();
    const sleep = systemClock.sleep(3_600_000, stop.signal);
    stop.abort(new Error('enough'));
    await expect(sleep).rejects.toThrow('enough');
  });

  it('sleeps long enough', async () => {
    const stop = new AbortController();
    let woke = false;
    const sleep = systemClock.sleep(Infinity, stop.signal).then(() => {
      woke = true;
    });
    await systemClock.sleep(5);
    expect(woke).toBe(false);
    stop.abort(new Error('enough'));
    await expect(sleep).rejects.toThrow('enough');
  });
});
