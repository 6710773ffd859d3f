import { systemClock } from '../../../api/http/time/clock';

describe('the real clock', () => {
  it('never wakes anybody early', async () => {
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

  it('sleeps for as long as it takes', async () => {
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
