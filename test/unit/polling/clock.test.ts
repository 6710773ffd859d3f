import { realClock } from '../../../provider/polling/clock';

describe('the real clock', () => {
  it('never wakes anybody early', async () => {
    const until = realClock.now() + 20;
    await realClock.sleep(20);
    expect(realClock.now()).toBeGreaterThanOrEqual(until);
  });

  it('wakes with the reason of the signal', async () => {
    const stop = new AbortController();
    const sleep = realClock.sleep(3_600_000, stop.signal);
    stop.abort(new Error('enough'));
    await expect(sleep).rejects.toThrow('enough');
  });

  it('sleeps for as long as it takes', async () => {
    const stop = new AbortController();
    let woke = false;
    const sleep = realClock.sleep(Infinity, stop.signal).then(() => {
      woke = true;
    });
    await realClock.sleep(5);
    expect(woke).toBe(false);
    stop.abort(new Error('enough'));
    await expect(sleep).rejects.toThrow('enough');
  });
});
