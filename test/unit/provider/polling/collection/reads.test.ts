import { AuthenticationError, ServerError, TransportError } from '../../../../../api/errors';
import { LAG_MS } from '../../../../../core/orphans/intentLog';
import { Failed, hasGone, TestCloud } from '../testCloud';

const details = { operation: 'GET /v1/instances' };

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
