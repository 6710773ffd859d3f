import fc from 'fast-check';
import { AuthenticationError, RateLimitedError, ServerError, TransportError } from '../../../../api/errors';
import { LAG_MS } from '../../../../core/orphans/intentLog';
import { DeadlineError } from '../../../../provider/polling/deadline';
import { Failed, hasGone, isReady, TestCloud } from './testCloud';
import { randomCases } from '../../../randomCases';

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

describe('after the last wait', () => {
  it('no request and no sleep remains', async () => {
    const cloud = new TestCloud();
    cloud.provision('a', 3_000);
    await cloud.clock.until(cloud.waitReady('a'));
    const { length } = cloud.lists;
    await cloud.clock.quiet();
    expect(cloud.clock.sleeping).toBe(0);
    await cloud.clock.pass(600_000);
    expect(cloud.lists.length).toBe(length);
  });

  it('a list in flight is cancelled, and the next reader is not affected', async () => {
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

  it('a list that a reader needs is not cancelled', async () => {
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

describe('after a failed list', () => {
  it.each([
    new TransportError('no connection', details),
    new ServerError('a fault of the cloud', { ...details, status: 500 }),
    new RateLimitedError('too many requests', { ...details, status: 429 }),
  ])('waits continue more slowly and report it ($name)', async (error) => {
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

  it('a wait that reaches its deadline reports the failure', async () => {
    const cloud = new TestCloud();
    cloud.beforeList = () => {
      throw new TransportError('no connection', details);
    };
    const wait = cloud.waitReady('a', { deadline: cloud.clock.now() + 20_000 });
    await expect(cloud.clock.until(wait)).rejects.toThrow(
      'never seen, and later requests failed: no connection',
    );
  });

  it('every wait ends at once when the error is permanent', async () => {
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

describe('an id that is not listed', () => {
  it('is read singly, so that a lagging list delays no wait', async () => {
    const cloud = new TestCloud();
    cloud.provision('a', 0);
    cloud.unlisted.add('a');
    await expect(cloud.clock.until(cloud.waitReady('a'))).resolves.toMatchObject({ status: 'running' });
    expect(cloud.singles).toEqual(['a']);
  });

  it('is read less and less often while the list lags', async () => {
    const cloud = new TestCloud();
    cloud.provision('a', 60_000);
    cloud.unlisted.add('a');
    await cloud.clock.until(cloud.waitReady('a'));
    expect(cloud.singles.length).toBeLessThan(12);
  });

  it('fails a wait only if several reads do not find it', async () => {
    const cloud = new TestCloud();
    const begin = cloud.clock.now();
    await expect(cloud.clock.until(cloud.waitReady('a'))).rejects.toEqual(new Failed('missing'));
    expect(cloud.singles).toEqual(['a', 'a', 'a', 'a', 'a']);
    expect(cloud.clock.now() - begin).toBeGreaterThanOrEqual(LAG_MS);
  });

  it('does not fail a wait if it appears late', async () => {
    const cloud = new TestCloud();
    const begin = cloud.clock.now();
    cloud.behave('a', (now) => (now < begin + 0.9 * LAG_MS ? undefined : 'running'));
    await expect(cloud.clock.until(cloud.waitReady('a'))).resolves.toMatchObject({ status: 'running' });
  });

  it('ends the wait for its deletion at once', async () => {
    const cloud = new TestCloud();
    const wait = cloud.instances.wait('a', hasGone, { deadline: Infinity, kind: 'deleting' });
    await expect(cloud.clock.until(wait)).resolves.toBeUndefined();
    expect(cloud.singles).toEqual(['a']);
  });

  it('is not read singly if it was listed before, so hundreds of deletions cost no more requests than one deletion', async () => {
    const cloud = new TestCloud();
    const begin = cloud.clock.now();
    const ids = Array.from({ length: 300 }, (_, index) => String(index));
    for (const id of ids) cloud.behave(id, (now) => (now < begin + 2_000 ? 'stopping' : undefined));
    await cloud.clock.until(
      Promise.all(
        ids.map((id) => cloud.instances.wait(id, hasGone, { deadline: Infinity, kind: 'deleting' })),
      ),
    );
    expect(cloud.singles).toEqual([]);
  });

  it('does not fail a wait while reads fail for some time', async () => {
    const cloud = new TestCloud();
    cloud.provision('a', 0);
    cloud.unlisted.add('a');
    const begin = cloud.clock.now();
    cloud.beforeGet = () => {
      if (cloud.clock.now() < begin + 5_000) throw new ServerError('a fault of the cloud', details);
    };
    const statuses: string[] = [];
    const wait = cloud.waitReady('a', { onStatus: (status) => statuses.push(status) });
    await expect(cloud.clock.until(wait)).resolves.toMatchObject({ id: 'a' });
    expect(statuses[0]).toBe(
      'not seen yet; repeating the request, because it could not be read: a fault of the cloud',
    );
  });

  it('ends its wait if the error of the read is permanent', async () => {
    const cloud = new TestCloud();
    cloud.beforeGet = () => {
      throw new AuthenticationError('the credentials are refused', details);
    };
    await expect(cloud.clock.until(cloud.waitReady('a'))).rejects.toThrow('the credentials are refused');
  });
});

describe('reads', () => {
  it('share one list when they arrive together', async () => {
    const cloud = new TestCloud();
    const ids = Array.from({ length: 500 }, (_, index) => String(index));
    for (const id of ids) cloud.behave(id, () => 'running');
    const machines = await Promise.all(ids.map((id) => cloud.instances.read(id)));
    expect(machines.map((machine) => machine?.id)).toEqual(ids);
    expect(cloud.lists.length).toBe(1);
  });

  it('reuse a list for a few seconds', async () => {
    const cloud = new TestCloud();
    cloud.behave('a', () => 'running');
    await cloud.instances.read('a');
    await cloud.clock.pass(4_900);
    await cloud.instances.read('a');
    expect(cloud.lists.length).toBe(1);
    await cloud.clock.pass(200);
    await cloud.instances.read('a');
    expect(cloud.lists.length).toBe(2);
  });

  it('do not use a list that started before a write, even if it is in flight', async () => {
    const cloud = new TestCloud();
    let answer = () => {};
    cloud.beforeList = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    cloud.behave('a', () => 'running');
    const before = cloud.instances.read('a');
    await cloud.clock.quiet();
    cloud.instances.invalidate();
    const after = cloud.instances.read('a');
    answer();
    await before;
    await cloud.clock.quiet();
    answer();
    await after;
    expect(cloud.lists.length).toBe(2);
  });

  it('request an id that is not listed singly, once', async () => {
    const cloud = new TestCloud();
    cloud.behave('a', () => 'discontinued');
    cloud.unlisted.add('a');
    await expect(cloud.instances.read('a')).resolves.toEqual({ id: 'a', status: 'discontinued' });
    await expect(cloud.instances.read('b')).resolves.toBeUndefined();
    expect(cloud.singles).toEqual(['a', 'b']);
  });

  it('fail with the list, and the next read sends a new request', async () => {
    const cloud = new TestCloud();
    cloud.behave('a', () => 'running');
    cloud.beforeList = () => {
      throw new TransportError('no connection', details);
    };
    await expect(cloud.instances.read('a')).rejects.toThrow('no connection');
    cloud.beforeList = () => undefined;
    await expect(cloud.instances.read('a')).resolves.toMatchObject({ id: 'a' });
  });
});

describe('the list of all objects', () => {
  it('starts after the call if it must be fresh, once for all callers', async () => {
    const cloud = new TestCloud();
    await cloud.instances.list();
    await Promise.all(Array.from({ length: 100 }, () => cloud.instances.list({ fresh: true })));
    expect(cloud.lists.length).toBe(2);
    let answer = () => {};
    cloud.beforeList = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    const first = cloud.instances.list({ fresh: true });
    await cloud.clock.quiet();
    const others = Promise.all([
      cloud.instances.list({ fresh: true }),
      cloud.instances.list({ fresh: true }),
    ]);
    answer();
    await first;
    await cloud.clock.quiet();
    answer();
    await others;
    expect(cloud.lists.length).toBe(4);
  });

  it('can be required to start after a certain moment', async () => {
    const cloud = new TestCloud();
    const before = cloud.clock.now();
    await cloud.clock.pass(10);
    await cloud.instances.list();
    await cloud.clock.pass(60_000);
    await cloud.instances.list({ startedAfter: before });
    expect(cloud.lists.length).toBe(1);
    await cloud.instances.list({ startedAfter: cloud.clock.now() });
    expect(cloud.lists.length).toBe(2);
  });

  it('is not used when a single object is requested', async () => {
    const cloud = new TestCloud();
    cloud.behave('a', () => 'running');
    await cloud.instances.list();
    await expect(cloud.instances.get('a')).resolves.toMatchObject({ id: 'a' });
    expect(cloud.singles).toEqual(['a']);
  });
});

describe('random sequences of events', () => {
  const arrival = fc.record({
    at: fc.nat(120_000),
    settles: fc.nat(90_000),
    turns: fc.constantFrom('running', 'error', 'discontinued', 'never', 'vanishes'),
    lag: fc.nat(8_000),
    deadline: fc.integer({ min: 1, max: 150_000 }),
    abortAfter: fc.option(fc.nat(60_000), { freq: 4 }),
    kind: fc.constantFrom('deploying', 'deleting'),
  });

  it('end each wait exactly once and in time, with a limited number of lists, and without requests after the last wait', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(arrival, { minLength: 1, maxLength: 25 }),
        fc.array(fc.boolean(), { maxLength: 30 }),
        async (arrivals, faults) => {
          const cloud = new TestCloud();
          let waiting = 0;
          const uncalledFor: number[] = [];
          cloud.beforeList = () => {
            if (waiting === 0) uncalledFor.push(cloud.clock.now());
            if (faults[cloud.lists.length]) throw new TransportError('no connection', details);
          };
          const ends = arrivals.map(async (wait, index) => {
            await cloud.clock.sleep(wait.at);
            const id = String(index);
            const begin = cloud.clock.now();
            cloud.behave(id, (now) => {
              if (now < begin + wait.settles || wait.turns === 'never') return 'provisioning';
              return wait.turns === 'vanishes' ? undefined : wait.turns;
            });
            cloud.unlisted.add(id);
            void cloud.clock.sleep(wait.lag).then(() => cloud.unlisted.delete(id));
            const stop = new AbortController();
            if (wait.abortAfter !== null) {
              void cloud.clock.sleep(wait.abortAfter).then(() => {
                stop.abort(new Error('enough'));
              });
            }
            waiting += 1;
            let ended = 0;
            const count = () => {
              ended += 1;
              waiting -= 1;
            };
            const promise = cloud.waitReady(id, {
              deadline: begin + wait.deadline,
              signal: stop.signal,
              kind: wait.kind,
            });
            promise.then(count, count);
            const [end] = await Promise.allSettled([promise]);
            const took = cloud.clock.now() - begin;
            expect(ended).toBe(1);
            expect(took).toBeLessThanOrEqual(Math.min(wait.deadline, wait.abortAfter ?? Infinity));
            if (end.status === 'fulfilled') {
              expect(wait.turns).toBe('running');
              expect(took).toBeGreaterThanOrEqual(wait.settles);
            } else if (end.reason instanceof Failed) {
              expect(['error', 'discontinued', 'vanishes']).toContain(wait.turns);
            } else if (end.reason instanceof DeadlineError) {
              expect(took).toBe(wait.deadline);
            } else {
              expect((end.reason as Error).message).toBe('enough');
            }
          });
          await cloud.clock.until(Promise.all(ends));
          const { length } = cloud.lists;
          await cloud.clock.pass(300_000);
          expect(cloud.clock.sleeping).toBe(0);
          expect(cloud.lists.length).toBe(length);
          expect(uncalledFor).toEqual([]);
          const inMinuteFrom = (start: number) =>
            cloud.lists.filter((at) => at >= start && at < start + 60_000).length;
          expect(Math.max(0, ...cloud.lists.map(inMinuteFrom))).toBeLessThanOrEqual(91);
        },
      ),
      randomCases(60),
    );
  }, 60_000);
});
