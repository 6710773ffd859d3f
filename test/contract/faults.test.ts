import type { Instance, Volume } from '#contract';
import { disk, machine, refusal, longEnough, useCloud } from './support';

describe('faults', () => {
  const cloud = useCloud();
  const { add, clear, list } = {
    add: (...args: Parameters<typeof cloud.emulator.control.faults.add>) =>
      cloud.emulator.control.faults.add(...args),
    clear: (id?: string) => {
      cloud.emulator.control.faults.clear(id);
    },
    list: () => cloud.emulator.control.faults.list(),
  };
  const names = async (): Promise<string[]> =>
    (await cloud.owner.get<Volume[]>('/v1/volumes')).body.map(({ name }) => name);
  const statusOf = async (id: string): Promise<string> => (await cloud.owner.readInstance(id)).status;

  describe('that select requests', () => {
    const statuses = async (times: number, path = '/v1/balance'): Promise<number[]> => {
      const seen = [];
      for (let n = 0; n < times; n += 1) seen.push((await cloud.owner.get(path)).status);
      return seen;
    };

    test('affect a single request by default', async () => {
      add({ kind: 'status', status: 500, operation: 'getBalance' });
      expect(await statuses(2)).toEqual([500, 200]);
    });

    test('affect the given number of requests, after the given number', async () => {
      add({ kind: 'status', status: 500, operation: 'getBalance', skip: 1, times: 2 });
      expect(await statuses(5)).toEqual([200, 500, 500, 200, 200]);
    });

    test('with "always" affect all requests until they are cleared', async () => {
      const id = add({ kind: 'status', status: 500, operation: 'getBalance', times: 'always' });
      expect(await statuses(3)).toEqual([500, 500, 500]);
      expect(list()).toMatchObject([{ id, seen: 3, struck: 3 }]);
      clear(id);
      expect(await statuses(1)).toEqual([200]);
    });

    test.each([
      ['GET /v1/volumes/*', '/v1/volumes/trash', 500],
      ['GET /v1/volumes/*', '/v1/volumes', 200],
      ['GET /v1/**', '/v1/volumes/trash', 500],
      ['* /v1/balance', '/v1/balance', 500],
      ['POST /v1/**', '/v1/balance', 200],
      ['GET /v1/volumes/tras.', '/v1/volumes/trash', 200],
    ])(
      'select requests by method and path: with %s the request for %s gets %d',
      async (operation, path, status) => {
        add({ kind: 'status', status: 500, operation });
        expect(await statuses(1, path)).toEqual([status]);
      },
    );

    test.each([
      'GET /v1/volumes/6f1d6a4e-4a0f-4f34-9d0e-0c4c7b1d2e3f',
      'get /v1/instances/*/tags',
      'DELETE /v1/*/*/tags/*',
      '* /v1/inst**',
    ])('may be about any operation of the contract: %s', (operation) => {
      add({ kind: 'status', status: 500, operation });
      expect(list()).toHaveLength(1);
    });

    test.each([
      `GET /${'**a'.repeat(12)}x`,
      `GET /v1/volumes/${'*a'.repeat(300)}b`,
      `GET /${'*'.repeat(900)}x`,
      `GET ${'**a'.repeat(300)}b`,
    ])('are matched without backtracking: %s', async (operation) => {
      add({ kind: 'status', status: 500, operation });
      expect((await cloud.owner.get(`/v1/volumes/${'a'.repeat(2000)}`)).status).toBe(404);
      expect(list()).toMatchObject([{ seen: 0, struck: 0 }]);
    });

    test.each([
      [{ kind: 'noCapacity' }, 503, []],
      [{ kind: 'noCapacity', at: 'later' }, 202, ['no_capacity']],
      [{ kind: 'installationFailed' }, 202, ['installation_failed']],
      [{ kind: 'evict', seconds: 1 }, 202, ['discontinued']],
      [{ kind: 'stuck', status: 'validating' }, 202, ['validating']],
    ] as const)('wait for the next deploy if they change deploys: %j', async (fault, status, statuses) => {
      add(fault);
      await cloud.caller();
      expect((await cloud.owner.get('/v1/instances')).status).toBe(200);
      await cloud.owner.volume();
      expect(list()).toMatchObject([{ seen: 0, struck: 0 }]);
      const spot = machine({ is_spot: true });
      expect((await cloud.owner.post('/v1/instances', spot)).status).toBe(status);
      cloud.pass(longEnough);
      const { body } = await cloud.owner.get<Instance[]>('/v1/instances');
      const gone = (await cloud.owner.get<Instance[]>('/v1/instances?status=discontinued')).body;
      expect([...body, ...gone].map((instance) => instance.status)).toEqual(statuses);
      expect(list()).toMatchObject([{ seen: 1, struck: 1 }]);
    });

    test('that evict wait for a deploy of a spot machine', async () => {
      add({ kind: 'evict', seconds: 1, operation: 'deployInstance' });
      const other = await cloud.owner.instance();
      expect(list()).toMatchObject([{ struck: 0 }]);
      const spot = await cloud.owner.instance({ is_spot: true });
      cloud.pass(longEnough);
      expect([await statusOf(other), await statusOf(spot)]).toEqual(['running', 'discontinued']);
      expect(list()).toMatchObject([{ struck: 1 }]);
    });

    test('with a late effect wait for a change, and faults that revoke a token wait for a token', async () => {
      add({ kind: 'late', milliseconds: 1000 });
      add({ kind: 'revokeToken' });
      const secondClient = await cloud.caller();
      expect(list()).toMatchObject([{ struck: 0 }, { struck: 0 }]);
      expect((await secondClient.get('/v1/volumes')).status).toBe(401);
      const owner = await cloud.caller();
      await expect(owner.post('/v1/volumes', disk())).rejects.toThrow('fetch failed');
      expect(list()).toMatchObject([{ struck: 1 }, { struck: 1 }]);
    });

    test('without a target affect any request if they are about requests', async () => {
      add({ kind: 'status', status: 500 });
      expect((await cloud.owner.get('/v1/locations')).status).toBe(500);
    });

    test('select requests by the action and the client', async () => {
      cloud.emulator.control.clients.add({ id: 'second-client', secret: 'c', project: 'emulator' });
      const secondClient = await cloud.caller('second-client', 'c');
      const id = await cloud.owner.instance();
      cloud.pass(longEnough);
      add({ kind: 'status', status: 500, action: 'delete', client: 'second-client', times: 'always' });
      expect((await cloud.owner.act('delete', 'nothing')).status).toBe(404);
      expect((await secondClient.act('shutdown', id)).status).toBe(202);
      expect((await secondClient.act('delete', id)).status).toBe(500);
    });
  });

  describe('that answer with a status', () => {
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

  describe('that break the connection', () => {
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

  describe('that change replies', () => {
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

  describe('that affect machines', () => {
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

  test('revoke the token at a request', async () => {
    add({ kind: 'revokeToken', operation: 'createVolume' });
    expect(await cloud.owner.post('/v1/volumes', disk())).toMatchObject(refusal(401, 'unauthorized_request'));
    expect((await cloud.owner.get('/v1/volumes')).status).toBe(401);
    expect((await (await cloud.caller()).get('/v1/volumes')).body).toEqual([]);
  });

  test.each([
    [{}, /A fault has a kind, one of status, reset/],
    [{ kind: 'earthquake' }, /not "earthquake"/],
    [{ kind: 'status' }, /"status" is wrong: status is required/],
    [{ kind: 'status', status: 200 }, /status has to be >= 400/],
    [{ kind: 'reset', when: 'sometimes' }, /when has to be one of before, after/],
    [{ kind: 'reset', time: 2 }, /no property "time"/],
    [{ kind: 'reset', operation: 'x'.repeat(2000) }, /operation has at most 1000 characters/],
    [{ kind: 'reset', operation: 'createVolumes' }, /"createVolumes", which the contract does not have/],
    [{ kind: 'reset', operation: 'GET nonsense' }, /"GET nonsense", which the contract does not have/],
    [
      { kind: 'reset', operation: 'FOO /v1/volumes' },
      /"FOO \/v1\/volumes", which the contract does not have/,
    ],
    [
      { kind: 'reset', operation: 'PUT /v1/balance' },
      /"PUT \/v1\/balance", which the contract does not have/,
    ],
    [{ kind: 'reset', operation: 'GET /v1/volumes/*/nonsense' }, /which the contract does not have/],
    [{ kind: 'reset', operation: 'GET /v1/balanc.' }, /which the contract does not have/],
    [{ kind: 'reset', operation: `GET /${'**/'.repeat(12)}x` }, /which the contract does not have/],
    [{ kind: 'reset', operation: `GET ${'/**'.repeat(100)}x` }, /which the contract does not have/],
    [{ kind: 'reset', times: 0 }, /"reset" is wrong: times has to be a whole number from 1, or "always"\./],
    [{ kind: 'reset', times: 'x' }, /"reset" is wrong: times has to be a whole number from 1, or "always"\./],
  ])('are refused with an explanation if they are invalid: %j', (definition, words) => {
    expect(() => add(definition as never)).toThrow(words);
    expect(list()).toEqual([]);
  });
});
