import type { Instance } from '#contract';
import { disk, machine, refusal, longEnough } from '../support/caller';
import { useFaults } from '../support/useFaults';

describe('faults', () => {
  const { cloud, add, clear, list, statusOf } = useFaults();

  describe('faults that select requests', () => {
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

    test('affect all requests until they are cleared if they are for "always"', async () => {
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

    test('wait for a deploy of a spot machine if they evict', async () => {
      add({ kind: 'evict', seconds: 1, operation: 'deployInstance' });
      const other = await cloud.owner.instance();
      expect(list()).toMatchObject([{ struck: 0 }]);
      const spot = await cloud.owner.instance({ is_spot: true });
      cloud.pass(longEnough);
      expect([await statusOf(other), await statusOf(spot)]).toEqual(['running', 'discontinued']);
      expect(list()).toMatchObject([{ struck: 1 }]);
    });

    test('wait for a change if they have a late effect, and for a token if they revoke one', async () => {
      add({ kind: 'late', milliseconds: 1000 });
      add({ kind: 'revokeToken' });
      const secondClient = await cloud.caller();
      expect(list()).toMatchObject([{ struck: 0 }, { struck: 0 }]);
      expect((await secondClient.get('/v1/volumes')).status).toBe(401);
      const owner = await cloud.caller();
      await expect(owner.post('/v1/volumes', disk())).rejects.toThrow('fetch failed');
      expect(list()).toMatchObject([{ struck: 1 }, { struck: 1 }]);
    });

    test('affect any request if they are about requests and have no target', async () => {
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
    [{ kind: 'reset', action: 'flyy' }, /action has to be one of boot, .*\bstart, .*\bresize\b/],
    [{ kind: 'stuck', status: 'deletin' }, /status has to be one of running, .*\bdeleting\b.*\battached\b/],
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
    [{ kind: 'delay', milliseconds: 2 ** 31 }, /"delay" is wrong: milliseconds has to be <= 2147483647/],
    [{ kind: 'reset', times: 0 }, /"reset" is wrong: times has to be a whole number from 1, or "always"\./],
    [{ kind: 'reset', times: 'x' }, /"reset" is wrong: times has to be a whole number from 1, or "always"\./],
  ])('are refused with an explanation if they are invalid: %j', (definition, words) => {
    expect(() => add(definition as never)).toThrow(words);
    expect(list()).toEqual([]);
  });
});
