import {
  AuthenticationError,
  RateLimitedError,
  ServerError,
  TransportError,
} from '../../../../../api/errors';
import { DeadlineError } from '../../../../../provider/polling/deadline';
import { Failed, isReady, TestCloud } from '../testCloud';

const details = { operation: 'GET /v1/instances' };

describe('a wait', () => {
  it('needs one list per tick, however many waits there are', async () => {
    const cloud = new TestCloud();
    const ids = Array.from({ length: 50 }, (_, index) => `i-${String(index)}`);
    for (const id of ids) cloud.provision(id, 700);
    const machines = await cloud.clock.until(Promise.all(ids.map((id) => cloud.waitReady(id))));
    expect(machines).toEqual(ids.map((id) => ({ id, status: 'running' })));
    expect(cloud.lists.length).toBe(3);
    expect(cloud.singles).toEqual([]);
  });

  it('uses only lists that started after it', async () => {
    const cloud = new TestCloud();
    cloud.behave('a', () => 'running');
    let answer = () => {};
    cloud.beforeList = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    const read = cloud.instances.read('a');
    await cloud.clock.quiet();
    const decide = jest.fn(isReady);
    const wait = cloud.instances.wait('a', decide, { deadline: Infinity, kind: 'deploying' });
    answer();
    await read;
    expect(decide).not.toHaveBeenCalled();
    cloud.beforeList = () => undefined;
    await cloud.clock.until(wait);
    expect(decide).toHaveBeenCalledTimes(1);
  });

  it('uses a list that a reader requested', async () => {
    const cloud = new TestCloud();
    cloud.behave('a', () => 'running');
    const wait = cloud.waitReady('a');
    await cloud.instances.list({ fresh: true });
    await expect(wait).resolves.toEqual({ id: 'a', status: 'running' });
    expect(cloud.lists.length).toBe(1);
  });

  it('ends with the error of its wait decision', async () => {
    const cloud = new TestCloud();
    cloud.behave('a', () => 'error');
    await expect(cloud.clock.until(cloud.waitReady('a'))).rejects.toEqual(new Failed('error'));
  });

  it('ends when its wait decision throws, and no other wait ends', async () => {
    const cloud = new TestCloud();
    cloud.provision('a', 1_000);
    cloud.provision('b', 1_000);
    const broken = () => {
      throw new TypeError('broken');
    };
    const other = cloud.waitReady('b');
    await expect(
      cloud.clock.until(cloud.instances.wait('a', broken, { deadline: Infinity, kind: 'deploying' })),
    ).rejects.toThrow('broken');
    await expect(cloud.clock.until(other)).resolves.toMatchObject({ status: 'running' });
  });

  it('ends at its deadline with the status seen last', async () => {
    const cloud = new TestCloud();
    cloud.behave('a', () => 'provisioning');
    const begin = cloud.clock.now();
    const wait = cloud.waitReady('a', { deadline: begin + 60_000 });
    const error: unknown = await cloud.clock.until(wait.catch((caught: unknown) => caught));
    expect(cloud.clock.now()).toBe(begin + 60_000);
    expect(error).toBeInstanceOf(DeadlineError);
    expect(error).toMatchObject({
      message: 'a (instances) did not finish within 60 s: it was provisioning when last seen.',
      lastStatus: 'provisioning',
      elapsedMs: 60_000,
      last: { id: 'a', status: 'provisioning' },
    });
  });

  it('ends at its deadline even while a list request hangs', async () => {
    const cloud = new TestCloud();
    cloud.beforeList = () => new Promise(() => undefined);
    const wait = cloud.waitReady('a', { deadline: cloud.clock.now() + 5_000 });
    await expect(cloud.clock.until(wait)).rejects.toThrow('did not finish within 5 s: it was never seen.');
  });

  it('ends with the reason of its signal, and no other wait ends', async () => {
    const cloud = new TestCloud();
    cloud.provision('a', 10_000);
    cloud.provision('b', 10_000);
    const stop = new AbortController();
    const stopped = cloud.waitReady('a', { signal: stop.signal });
    const other = cloud.waitReady('b');
    await cloud.clock.pass(2_000);
    stop.abort(new Error('the engine is gone'));
    await expect(stopped).rejects.toThrow('the engine is gone');
    await expect(cloud.clock.until(other)).resolves.toMatchObject({ id: 'b' });
    await expect(cloud.waitReady('a', { signal: stop.signal })).rejects.toThrow('the engine is gone');
  });

  it('reports the status when it changes, and otherwise from time to time', async () => {
    const cloud = new TestCloud();
    const begin = cloud.clock.now();
    cloud.behave('a', (now) => ['ordered', 'provisioning', 'running'][Math.floor((now - begin) / 25_000)]);
    const statuses: [string, number][] = [];
    await cloud.clock.until(
      cloud.waitReady('a', {
        onStatus: (status, elapsedMs) => statuses.push([status, Math.round(elapsedMs / 1_000)]),
      }),
    );
    expect(statuses.map(([status]) => status)).toEqual([
      ...Array<string>(3).fill('ordered'),
      ...Array<string>(3).fill('provisioning'),
    ]);
    expect(statuses[0]).toEqual(['ordered', 0]);
    expect(statuses[3]?.[1]).toBeGreaterThanOrEqual(25);
    expect(statuses[3]?.[1]).toBeLessThanOrEqual(27);
  });

  it('continues while the status is unknown', async () => {
    const cloud = new TestCloud();
    const begin = cloud.clock.now();
    cloud.behave('a', (now) => (now < begin + 3_000 ? 'calibrating' : 'running'));
    await expect(cloud.clock.until(cloud.waitReady('a'))).resolves.toMatchObject({ status: 'running' });
  });
});

describe('the end of the last wait', () => {
  it('leaves no request and no sleep', async () => {
    const cloud = new TestCloud();
    cloud.provision('a', 3_000);
    await cloud.clock.until(cloud.waitReady('a'));
    const { length } = cloud.lists;
    await cloud.clock.quiet();
    expect(cloud.clock.sleeping).toBe(0);
    await cloud.clock.pass(600_000);
    expect(cloud.lists.length).toBe(length);
  });

  it('cancels a list in flight, and does not affect the next reader', async () => {
    const cloud = new TestCloud();
    cloud.provision('a', 0);
    const stop = new AbortController();
    let given: AbortSignal | undefined;
    cloud.beforeList = (signal) =>
      new Promise((_, reject) => {
        given = signal;
        signal?.addEventListener('abort', () => {
          reject(new TransportError('given up', details));
        });
      });
    const wait = cloud.waitReady('a', { signal: stop.signal });
    await cloud.clock.pass(300);
    stop.abort(new Error('enough'));
    await expect(wait).rejects.toThrow('enough');
    expect(given?.aborted).toBe(true);
    cloud.beforeList = () => undefined;
    const onStatus = jest.fn();
    const begin = cloud.clock.now();
    await cloud.clock.until(cloud.waitReady('a', { onStatus }));
    expect(onStatus).not.toHaveBeenCalled();
    expect(cloud.clock.now() - begin).toBe(250);
  });

  it('does not cancel a list that a reader needs', async () => {
    const cloud = new TestCloud();
    cloud.provision('a', 0);
    let answer = () => {};
    cloud.beforeList = (signal) =>
      new Promise((resolve, reject) => {
        answer = resolve;
        signal?.addEventListener('abort', () => {
          reject(new Error('given up'));
        });
      });
    const stop = new AbortController();
    const read = cloud.instances.read('a');
    await cloud.clock.quiet();
    const wait = cloud.waitReady('a', { signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(wait).rejects.toThrow('enough');
    answer();
    await expect(read).resolves.toMatchObject({ id: 'a' });
  });
});

describe('a failed list', () => {
  it.each([
    new TransportError('no connection', details),
    new ServerError('a fault of the cloud', { ...details, status: 500 }),
    new RateLimitedError('too many requests', { ...details, status: 429 }),
  ])('lets waits continue more slowly and report it ($name)', async (error) => {
    const cloud = new TestCloud();
    cloud.provision('a', 1_000);
    const begin = cloud.clock.now();
    cloud.beforeList = () => {
      if (cloud.clock.now() > begin + 600 && cloud.clock.now() < begin + 60_000) throw error;
    };
    const statuses: string[] = [];
    await cloud.clock.until(cloud.waitReady('a', { onStatus: (status) => statuses.push(status) }));
    expect(statuses).toContain(
      `provisioning; repeating the request, because the instances could not be listed: ${error.message}`,
    );
    expect(cloud.lists.filter((at) => at > begin + 600 && at < begin + 60_000).length).toBeLessThan(10);
    expect(cloud.clock.now() - begin).toBeLessThan(91_000);
  });

  it('is reported by a wait that reaches its deadline', async () => {
    const cloud = new TestCloud();
    cloud.beforeList = () => {
      throw new TransportError('no connection', details);
    };
    const wait = cloud.waitReady('a', { deadline: cloud.clock.now() + 20_000 });
    await expect(cloud.clock.until(wait)).rejects.toThrow(
      'never seen, and later requests failed: no connection',
    );
  });

  it('ends every wait at once when the error is permanent', async () => {
    const cloud = new TestCloud();
    cloud.beforeList = () => {
      throw new AuthenticationError('the credentials are refused', details);
    };
    const waits = ['a', 'b', 'c'].map((id) => cloud.waitReady(id));
    const ended = await cloud.clock.until(Promise.allSettled(waits));
    expect(ended.map((end) => end.status === 'rejected' && (end.reason as Error).message)).toEqual(
      Array(3).fill('the credentials are refused'),
    );
    expect(cloud.lists.length).toBe(1);
  });
});
