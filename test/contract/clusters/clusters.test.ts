import type { Availability, Cluster, Tag, Volume } from '#contract';
import { cluster, refusal, longEnough, useCloud } from '../support/caller';

describe('clusters', () => {
  const cloud = useCloud({ balance: 1_000_000 });

  const deploy = (fields: object = {}) => cloud.owner.post<{ id: string }>('/v1/clusters', cluster(fields));

  const deployed = (fields: object = {}): Promise<string> => cloud.owner.cluster(fields);

  const read = async (id: string): Promise<Cluster> =>
    (await cloud.owner.get<Cluster>(`/v1/clusters/${id}`)).body;

  const discontinue = (id: string | string[]) =>
    cloud.owner.put('/v1/clusters', { actions: [{ action: 'discontinue', id }] });

  const act = (id: string, nodeId: string, action: string) =>
    cloud.owner.post(`/v1/clusters/${id}/nodes/${nodeId}/actions`, { action });

  const workers = async (id: string): Promise<string[]> =>
    (await read(id)).worker_nodes.map(({ status }) => status);

  const volumes = async (): Promise<Volume[]> => (await cloud.owner.get<Volume[]>('/v1/volumes')).body;

  test('may be deployed without keys, or with a single key outside of a list', async () => {
    const { body: key } = await cloud.owner.post<string>('/v1/ssh-keys', {
      name: 'k',
      key: 'ssh-ed25519 AAAA',
    });
    expect((await read(await deployed({ ssh_key_ids: null }))).ssh_key_ids).toEqual([]);
    expect((await read(await deployed({ ssh_key_ids: key }))).ssh_key_ids).toEqual([key]);
    expect(await deploy({ ssh_key_ids: undefined })).toMatchObject(
      refusal(400, 'invalid_request', /^ssh_key_ids is required/),
    );
  });

  test('pass through the states of an instance, together with their nodes', async () => {
    const id = await deployed();
    const seen: string[] = [];
    for (let step = 0; step < 30; step += 1) {
      const { status, worker_nodes } = await read(id);
      expect(worker_nodes.map((node) => node.status)).toEqual([status, status]);
      seen.push(status);
      cloud.pass(10);
    }
    expect([...new Set(seen)]).toEqual(['ordered', 'provisioning', 'validating', 'running']);
  });

  test('have two workers of 8 GPUs for 16 GPUs, a jump host with a public address and a service node', async () => {
    const cluster = await read(await cloud.runningCluster());
    expect(cluster.gpu.number_of_gpus).toBe(16);
    expect(cluster.worker_nodes.map(({ hostname }) => hostname)).toEqual([
      'fleet-worker-1',
      'fleet-worker-2',
    ]);
    expect(cluster.service_nodes).toHaveLength(1);
    expect(cluster.jump_host).toMatchObject({ status: 'running', public_ip: cluster.ip });
    expect(cluster.ip).toMatch(/^198\.1[89]\./);
    const nodes = [...cluster.worker_nodes, ...(cluster.service_nodes ?? [])];
    const addresses = nodes.map(({ private_ip }) => private_ip);
    expect(new Set(addresses).size).toBe(3);
    expect(addresses.every((address) => address?.startsWith('10.0.'))).toBe(true);
  });

  test('have eight workers for 64 GPUs', async () => {
    const id = await cloud.runningCluster({ cluster_type: '64H200', location_code: 'FIN-03' });
    expect(await workers(id)).toEqual(Array<string>(8).fill('running'));
  });

  test('are listed until they are discontinued, and can be read by id for a while longer', async () => {
    const id = await cloud.runningCluster();
    expect((await cloud.owner.get<Cluster[]>('/v1/clusters')).body.map((cluster) => cluster.id)).toEqual([
      id,
    ]);
    await discontinue(id);
    expect((await read(id)).status).toBe('deleting');
    cloud.pass(longEnough);
    expect((await cloud.owner.get('/v1/clusters')).body).toEqual([]);
    expect(await read(id)).toMatchObject({
      status: 'discontinued',
      worker_nodes: [{ status: 'discontinued' }, {}],
    });
    cloud.pass(3600);
    expect(await cloud.owner.get(`/v1/clusters/${id}`)).toMatchObject(refusal(404, 'not_found', id));
  });

  test.each([
    [{ cluster_type: '16Z9' }, 400, 'invalid_request', /cluster_type.*16H100/],
    [{ image: 'ubuntu-24.04' }, 400, 'invalid_request', /image.*cluster/],
    [
      { cluster_type: '16B200', location_code: 'FIN-03', image: 'ubuntu-22.04-cuda-12.4-cluster' },
      400,
      'invalid_request',
      /^image: 16B200 does not boot .*12\.4.* It boots .*12\.8/,
    ],
    [{ location_code: 'MARS-1' }, 400, 'invalid_request', /location_code.*FIN-01/],
    [{ location_code: undefined }, 400, 'invalid_request', /location_code is required/],
    [{ ssh_key_ids: ['nobody'] }, 404, 'not_found', /ssh_key_ids/],
    [{ startup_script_id: 'nothing' }, 404, 'not_found', /startup_script_id/],
    [{ existing_volumes: [{ id: 'nothing' }] }, 404, 'not_found', /existing_volumes/],
    [{ contract: 'SPOT' }, 400, 'invalid_request', /contract/],
    [{ long_term_period: '1_YEAR' }, 400, 'invalid_request', /LONG_TERM/],
    [{ contract: 'LONG_TERM', long_term_period: '9_YEARS' }, 400, 'invalid_request', /1_MONTH/],
    [
      { contract: 'LONG_TERM', extension_settings: 'end_contract', auto_rent_extension: true },
      400,
      'invalid_request',
      /extension_settings/,
    ],
    [{ location_code: 'ICE-01' }, 503, 'service_unavailable', /capacity in FIN-01/],
  ])('are not deployed with %j, and the answer is %d', async (fields, status, code, words) => {
    expect(await deploy(fields)).toMatchObject(refusal(status, code, words));
    expect((await cloud.owner.get('/v1/clusters')).body).toEqual([]);
    expect(await volumes()).toEqual([]);
  });

  test('are limited by the capacity of a location, which its availability shows', async () => {
    const available = async (): Promise<boolean> =>
      (await cloud.owner.get<boolean>('/v1/cluster-availability/16H100?location_code=FIN-01')).body;
    cloud.emulator.control.capacity.set({ location: 'FIN-01', type: '16H100' }, 1);
    expect(await available()).toBe(true);
    const id = await deployed();
    expect(await available()).toBe(false);
    const { body } = await cloud.owner.get<Availability[]>('/v1/cluster-availability?location_code=FIN-01');
    expect(body[0]?.availabilities).not.toContain('16H100');
    expect(await deploy()).toMatchObject(refusal(503, 'service_unavailable', 'FIN-02'));
    await discontinue(id);
    cloud.pass(longEnough);
    expect(await available()).toBe(true);
  });

  test('are deployed only if the balance covers an hour', async () => {
    cloud.emulator.control.balance.set('emulator', 38);
    expect(await deploy()).toMatchObject(refusal(402, 'insufficient_funds', '38.00 usd'));
    cloud.emulator.control.balance.set('emulator', 50);
    expect((await deploy()).status).toBe(202);
  });

  test('get the status no_capacity if the capacity is lost after the deploy, and then cost nothing', async () => {
    cloud.emulator.control.faults.add({ kind: 'noCapacity', at: 'later', operation: 'deployCluster' });
    const id = await cloud.runningCluster();
    expect(await read(id)).toMatchObject({
      status: 'no_capacity',
      worker_nodes: [{ status: 'no_capacity' }, {}],
    });
    const before = cloud.emulator.control.balance.get('emulator');
    cloud.pass(3600);
    // The OS storage of a cluster is an ordinary volume.
    expect(before - cloud.emulator.control.balance.get('emulator')).toBeLessThan(0.1);
  });

  describe('nodes', () => {
    test('can be shut down and booted, if they are workers, while the cluster keeps running', async () => {
      const id = await cloud.runningCluster();
      const nodeId = (await read(id)).worker_nodes[1]?.id ?? '';
      expect((await act(id, nodeId, 'shutdown')).status).toBe(202);
      expect(await workers(id)).toEqual(['running', 'running']);
      cloud.pass(20);
      expect(await workers(id)).toEqual(['running', 'offline']);
      expect((await act(id, nodeId, 'boot')).status).toBe(202);
      expect(await workers(id)).toEqual(['running', 'provisioning']);
      cloud.pass(40);
      expect(await workers(id)).toEqual(['running', 'running']);
      expect((await read(id)).status).toBe('running');
    });

    test('can be shut down and booted, if they are jump host or service nodes, in the same way', async () => {
      const id = await cloud.runningCluster();
      const { jump_host, service_nodes } = await read(id);
      for (const node of [jump_host, service_nodes?.[0]]) {
        expect((await act(id, node?.id ?? '', 'force_shutdown')).status).toBe(202);
      }
      cloud.pass(3);
      expect(await read(id)).toMatchObject({
        jump_host: { status: 'offline' },
        service_nodes: [{ status: 'offline' }],
      });
    });

    test('accept an action that has no effect', async () => {
      const id = await cloud.runningCluster();
      const nodeId = (await read(id)).worker_nodes[0]?.id ?? '';
      expect((await act(id, nodeId, 'boot')).status).toBe(202);
      expect(await workers(id)).toEqual(['running', 'running']);
    });

    test('answer 400 to an unknown action, and to any action before the cluster runs', async () => {
      const id = await deployed();
      const nodeId = (await read(id)).worker_nodes[0]?.id ?? '';
      expect(await act(id, nodeId, 'hibernate')).toMatchObject(refusal(400, 'invalid_request', 'boot'));
      expect(await act(id, nodeId, 'shutdown')).toMatchObject(refusal(400, 'invalid_request', 'ordered'));
    });

    test('answer 404 if the cluster or the node is unknown, or if the node is in another cluster', async () => {
      const [one, other] = [await cloud.runningCluster(), await cloud.runningCluster()];
      const nodeId = (await read(other)).worker_nodes[0]?.id ?? '';
      expect(await act('nothing', nodeId, 'boot')).toMatchObject(refusal(404, 'not_found', 'nothing'));
      expect(await act(one, 'nobody', 'boot')).toMatchObject(refusal(404, 'not_found', 'nobody'));
      expect(await act(one, nodeId, 'boot')).toMatchObject(refusal(404, 'not_found', nodeId));
    });
  });

  describe('discontinuing', () => {
    test('accepts several clusters in one or in several actions, and accepts a repetition', async () => {
      const ids = [
        await cloud.runningCluster(),
        await cloud.runningCluster(),
        await cloud.runningCluster({ location_code: 'FIN-02' }),
      ];
      expect((await discontinue(ids)).status).toBe(202);
      expect((await discontinue(ids)).status).toBe(202);
      cloud.pass(longEnough);
      expect((await cloud.owner.get('/v1/clusters')).body).toEqual([]);
      expect((await discontinue(ids)).status).toBe(202);
    });

    test('answers 404 if one id is unknown, and discontinues no cluster', async () => {
      const id = await cloud.runningCluster();
      expect(await discontinue([id, 'nothing'])).toMatchObject(refusal(404, 'not_found', 'nothing'));
      expect((await read(id)).status).toBe('running');
    });

    test('is the only bulk action', async () => {
      const id = await cloud.runningCluster();
      const reply = await cloud.owner.put('/v1/clusters', { actions: [{ action: 'shutdown', id }] });
      expect(reply).toMatchObject(refusal(400, 'invalid_request', 'discontinue'));
    });
  });

  describe('tags', () => {
    const add = (id: string, key: string, value?: string) =>
      cloud.owner.post<Tag>(`/v1/clusters/${id}/tags`, { key, value });

    test('are set in the deploy, added and removed; their keys are in lower case', async () => {
      const id = await deployed({ tags: [{ key: 'Team', value: 'vision' }] });
      const { status, body } = await add(id, 'Cost');
      expect({ status, body }).toMatchObject({ status: 201, body: { key: 'cost', value: '' } });
      expect((await read(id)).tags).toMatchObject([{ key: 'team', value: 'vision' }, { key: 'cost' }]);
      expect((await cloud.owner.delete(`/v1/clusters/${id}/tags/${body.id}`)).status).toBe(204);
      expect((await read(id)).tags).toMatchObject([{ key: 'team' }]);
    });

    test('are unique by key, and ten at most', async () => {
      const id = await deployed({
        tags: Array.from({ length: 10 }, (_, index) => ({ key: `key-${index}` })),
      });
      expect(await add(id, 'KEY-3')).toMatchObject(refusal(409, 'conflict', 'key-3'));
      expect(await add(id, 'eleventh')).toMatchObject(refusal(403, 'forbidden_action', '10'));
      const eleven = Array.from({ length: 11 }, (_, index) => ({ key: `key-${index}` }));
      expect(await deploy({ tags: eleven })).toMatchObject(refusal(400, 'invalid_request', 'tags'));
    });

    test('are answered with 404 for an unknown cluster or an unknown tag', async () => {
      const id = await deployed();
      expect(await add('nothing', 'key')).toMatchObject(refusal(404, 'not_found'));
      expect(await cloud.owner.delete(`/v1/clusters/${id}/tags/tag_0`)).toMatchObject(
        refusal(404, 'not_found'),
      );
    });
  });

  test('are hidden from other projects', async () => {
    const id = await cloud.runningCluster();
    cloud.emulator.control.clients.add({ id: 'other-project', secret: 'secret' });
    const otherProject = await cloud.caller('other-project', 'secret');
    expect((await otherProject.get('/v1/clusters')).body).toEqual([]);
    expect((await otherProject.get(`/v1/clusters/${id}`)).status).toBe(404);
    const body = { actions: [{ action: 'discontinue', id }] };
    expect((await otherProject.put('/v1/clusters', body)).status).toBe(404);
  });
});
