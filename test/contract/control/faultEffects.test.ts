import type { Instance, Volume } from '#contract';
import { disk, machine, refusal, longEnough } from '../support/caller';
import { useFaults } from '../support/useFaults';

describe('faults', () => {
  const { cloud, add, clear, names, statusOf } = useFaults();

  describe('faults that answer with a status', () => {
    test('answer with the API’s error body and prevent the effect, if set before it', async () => {
      add({ kind: 'status', status: 503, operation: 'createVolume', retryAfter: 7 });
      const reply = await cloud.owner.post('/v1/volumes', disk());
      expect(reply).toMatchObject(refusal(503, 'service_unavailable'));
      expect(reply.headers.get('retry-after')).toBe('7');
      expect(await names()).toEqual([]);
    });

    test('answer with the same body but keep the effect, if set after it', async () => {
      add({
        kind: 'status',
        status: 502,
        code: 'odd',
        message: 'odd',
        when: 'after',
        operation: 'createVolume',
      });
      expect(await cloud.owner.post('/v1/volumes', disk())).toMatchObject({
        status: 502,
        body: { code: 'odd', message: 'odd' },
      });
      expect(await names()).toEqual(['data']);
    });
  });

  describe('faults that break the connection', () => {
    test('reset it before any effect', async () => {
      add({ kind: 'reset', operation: 'createVolume' });
      await expect(cloud.owner.post('/v1/volumes', disk())).rejects.toThrow('fetch failed');
      expect(await names()).toEqual([]);
    });

    test('lose the reply after the effect', async () => {
      add({ kind: 'reset', when: 'after', operation: 'createVolume' });
      await expect(cloud.owner.post('/v1/volumes', disk())).rejects.toThrow('fetch failed');
      expect(await names()).toEqual(['data']);
      expect(cloud.emulator.control.requests.list().at(-2)).toMatchObject({
        operationId: 'createVolume',
        status: null,
      });
    });

    test('cut off the body', async () => {
      await cloud.owner.volume();
      add({ kind: 'truncate', operation: 'listVolumes' });
      await expect(cloud.owner.get('/v1/volumes')).rejects.toThrow('terminated');
      expect(await names()).toEqual(['data']);
    });

    test('delay the effect by the cloud’s clock', async () => {
      add({ kind: 'late', milliseconds: 5000, operation: 'createVolume' });
      await expect(cloud.owner.post('/v1/volumes', disk())).rejects.toThrow('fetch failed');
      cloud.pass(4.9);
      expect(await names()).toEqual([]);
      cloud.pass(60);
      const [volume] = (await cloud.owner.get<Volume[]>('/v1/volumes')).body;
      expect(volume).toMatchObject({ name: 'data', status: 'detached' });
      expect(Date.parse(String(volume?.created_at))).toBeCloseTo(cloud.emulator.clock.now() - 59_900, -2);
    });

    test('have no further effect if the delayed request is refused', async () => {
      const id = await cloud.owner.volume();
      cloud.pass(longEnough);
      add({ kind: 'late', milliseconds: 5000, operation: 'performVolumeAction' });
      await expect(cloud.owner.actOnVolume('rename', id, { name: 'late' })).rejects.toThrow('fetch failed');
      await cloud.owner.delete(`/v1/volumes/${id}`);
      cloud.pass(longEnough);
      expect(await cloud.owner.readVolume(id)).toMatchObject({ name: 'data', status: 'deleted' });
    });

    test.each([
      ['before', { early: 100, late: 0 }],
      ['after', { early: 0, late: 100 }],
    ] as const)('delay the reply, %s the effect', async (when, { early, late }) => {
      const { clock } = cloud.emulator;
      clock.resume();
      add({ kind: 'delay', milliseconds: 100, when, operation: 'createVolume' });
      const asked = Math.floor(clock.now());
      const id = await cloud.owner.volume();
      const answered = clock.now();
      const done = Date.parse((await cloud.owner.readVolume(id)).created_at);
      // A timer may fire a millisecond early.
      expect(done - asked).toBeGreaterThanOrEqual(early - 2);
      expect(answered - done).toBeGreaterThanOrEqual(late - 2);
    });
  });

  describe('faults that change replies', () => {
    test('let lists show an earlier state of the cloud', async () => {
      const old = await cloud.owner.volume({ name: 'old' });
      add({ kind: 'lag', seconds: 10, operation: 'listVolumes', times: 'always' });
      cloud.pass(5);
      await cloud.owner.volume({ name: 'new' });
      await cloud.owner.actOnVolume('rename', old, { name: 'renamed' });
      expect(await names()).toEqual(['old']);
      cloud.pass(10);
      expect(await names()).toEqual(['renamed', 'new']);
      clear();
      expect(await names()).toEqual(['renamed', 'new']);
    });

    test('let lists show earlier statuses', async () => {
      const id = await cloud.owner.instance();
      cloud.pass(longEnough);
      await cloud.owner.act('shutdown', id);
      add({ kind: 'lag', seconds: 15, operation: 'listInstances', times: 'always' });
      const listed = async (): Promise<string | undefined> =>
        (await cloud.owner.get<Instance[]>('/v1/instances')).body[0]?.status;
      cloud.pass(25);
      expect([await listed(), await statusOf(id)]).toEqual(['running', 'offline']);
      cloud.pass(15);
      expect(await listed()).toBe('offline');
    });

    test('keep the addresses the same in lagging reads', async () => {
      const id = await cloud.owner.instance();
      add({ kind: 'lag', seconds: 10, times: 'always' });
      cloud.pass(longEnough);
      const [first, second] = [await cloud.owner.readInstance(id), await cloud.owner.readInstance(id)];
      expect(first).toMatchObject({ status: 'running', ip: second.ip });
      clear();
      expect((await cloud.owner.readInstance(id)).ip).toBe(first.ip);
    });

    test('apply actions at once, although reads lag', async () => {
      const id = add({ kind: 'lag', seconds: 10, times: 'always' });
      cloud.pass(20);
      const volume = await cloud.owner.volume();
      expect(await names()).toEqual([]);
      expect((await cloud.owner.get(`/v1/volumes/${volume}`)).status).toBe(404);
      clear(id);
      expect(await names()).toEqual(['data']);
    });

    test('hide new resources from lists, and show the others unchanged', async () => {
      const old = await cloud.owner.volume({ name: 'old' });
      cloud.pass(60);
      add({ kind: 'lag', seconds: 10, shows: 'hide', operation: 'listVolumes', times: 'always' });
      await cloud.owner.volume({ name: 'new' });
      await cloud.owner.actOnVolume('rename', old, { name: 'renamed' });
      expect(await names()).toEqual(['renamed']);
      cloud.pass(10);
      expect(await names()).toEqual(['renamed', 'new']);
    });

    test('add fields and unknown statuses, in objects and in lists', async () => {
      const id = await cloud.owner.instance();
      const set = { status: 'unheard_of', new_field: { value: 'new' } };
      add({ kind: 'rewrite', set, operation: 'GET /v1/instances**', times: 2 });
      expect(await cloud.owner.readInstance(id)).toMatchObject({ id, ...set });
      expect((await cloud.owner.get('/v1/instances')).body).toMatchObject([{ id, ...set }]);
      expect(await statusOf(id)).toBe('ordered');
    });
  });

  describe('faults that affect machines', () => {
    test.each(['ordered', 'provisioning', 'validating', 'error'])(
      'leave a deploy in the status %s',
      async (status) => {
        add({ kind: 'stuck', status, operation: 'deployInstance' });
        const id = await cloud.owner.instance();
        cloud.pass(longEnough * 100);
        expect(await statusOf(id)).toBe(status);
        expect((await cloud.owner.act('delete', id)).status).toBe(202);
        cloud.pass(longEnough);
        expect(await statusOf(id)).toBe('discontinued');
      },
    );

    test('leave a shutdown without effect', async () => {
      const id = await cloud.owner.instance();
      cloud.pass(longEnough);
      add({ kind: 'stuck', status: 'running', action: 'shutdown' });
      await cloud.owner.act('shutdown', id);
      cloud.pass(longEnough);
      expect(await statusOf(id)).toBe('running');
    });

    test('leave a volume in the status attaching', async () => {
      const volume = await cloud.owner.volume();
      const id = await cloud.owner.instance();
      cloud.pass(longEnough);
      await cloud.owner.act('shutdown', id);
      cloud.pass(longEnough);
      add({ kind: 'stuck', status: 'attaching', action: 'attach' });
      await cloud.owner.actOnVolume('attach', volume, { instance_id: id });
      cloud.pass(longEnough);
      expect((await cloud.owner.readVolume(volume)).status).toBe('attaching');
    });

    test('remove the capacity at the deploy, or later', async () => {
      add({ kind: 'noCapacity', operation: 'deployInstance' });
      expect(await cloud.owner.post('/v1/instances', machine())).toMatchObject(
        refusal(503, 'service_unavailable', /capacity/),
      );
      add({ kind: 'noCapacity', at: 'later', operation: 'deployInstance' });
      const id = await cloud.owner.instance();
      expect(await statusOf(id)).toBe('ordered');
      cloud.pass(longEnough);
      expect(await statusOf(id)).toBe('no_capacity');
      expect((await cloud.owner.act('delete', id)).status).toBe(202);
    });

    test('make the installation fail', async () => {
      add({ kind: 'installationFailed', operation: 'deployInstance' });
      const id = await cloud.owner.instance();
      cloud.pass(longEnough);
      expect(await statusOf(id)).toBe('installation_failed');
      const { os_volume_id: os } = await cloud.owner.readInstance(id);
      expect((await cloud.owner.readVolume(String(os))).status).toBe('attached');
    });

    test('evict a spot machine some time after it runs, and no other machine', async () => {
      add({ kind: 'evict', seconds: 300, operation: 'deployInstance', times: 2 });
      const spot = await cloud.owner.instance({ is_spot: true });
      const other = await cloud.owner.instance();
      cloud.pass(390);
      expect([await statusOf(spot), await statusOf(other)]).toEqual(['discontinued', 'running']);
    });
  });
});
