import type { Availability, Cluster, JournalEntry, Tag, Volume } from '#contract';
import { refusal, settled, useCloud } from './support';

const image = 'ubuntu-24.04-cuda-12.8-cluster';

const wanted = (fields: object = {}): object => ({
  cluster_type: '16H100',
  image,
  hostname: 'fleet',
  description: 'a cluster of a test',
  location_code: 'FIN-01',
  ssh_key_ids: [],
  ...fields,
});

describe('clusters', () => {
  const stage = useCloud({ balance: 1_000_000 });

  const deploy = (fields: object = {}) => stage.owner.post<{ id: string }>('/v1/clusters', wanted(fields));

  const deployed = async (fields: object = {}): Promise<string> => {
    const { status, body } = await deploy(fields);
    expect({ status, body }).toEqual({ status: 202, body: { id: expect.any(String) as string } });
    return body.id;
  };

  const running = async (fields: object = {}): Promise<string> => {
    const id = await deployed(fields);
    stage.pass(settled);
    return id;
  };

  const read = async (id: string): Promise<Cluster> =>
    (await stage.owner.get<Cluster>(`/v1/clusters/${id}`)).body;

  const discontinue = (id: string | string[]) =>
    stage.owner.put('/v1/clusters', { actions: [{ action: 'discontinue', id }] });

  const act = (id: string, nodeId: string, action: string) =>
    stage.owner.post(`/v1/clusters/${id}/nodes/${nodeId}/actions`, { action });

  const workers = async (id: string): Promise<string[]> =>
    (await read(id)).worker_nodes.map(({ status }) => status);

  const volumes = async (): Promise<Volume[]> => (await stage.owner.get<Volume[]>('/v1/volumes')).body;

  test('may be deployed without keys, or with a single key outside of a list', async () => {
    const { body: key } = await stage.owner.post<string>('/v1/ssh-keys', {
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
      stage.pass(10);
    }
    expect([...new Set(seen)]).toEqual(['ordered', 'provisioning', 'validating', 'running']);
  });

  test('have two workers of 8 GPUs for 16 GPUs, a jump host with a public address and a service node', async () => {
    const cluster = await read(await running());
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
    const id = await running({ cluster_type: '64H200', location_code: 'FIN-03' });
    expect(await workers(id)).toEqual(Array<string>(8).fill('running'));
  });

  test('are listed until they are discontinued, and can be read by id for a while longer', async () => {
    const id = await running();
    expect((await stage.owner.get<Cluster[]>('/v1/clusters')).body.map((cluster) => cluster.id)).toEqual([
      id,
    ]);
    await discontinue(id);
    expect((await read(id)).status).toBe('deleting');
    stage.pass(settled);
    expect((await stage.owner.get('/v1/clusters')).body).toEqual([]);
    expect(await read(id)).toMatchObject({
      status: 'discontinued',
      worker_nodes: [{ status: 'discontinued' }, {}],
    });
    stage.pass(3600);
    expect(await stage.owner.get(`/v1/clusters/${id}`)).toMatchObject(refusal(404, 'not_found', id));
  });

  test.each([
    [{ cluster_type: '16Z9' }, 400, 'invalid_request', /cluster_type.*16H100/],
    [{ image: 'ubuntu-24.04' }, 400, 'invalid_request', /image.*cluster/],
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
  ])('answer a deploy with %j with %d', async (fields, status, code, words) => {
    expect(await deploy(fields)).toMatchObject(refusal(status, code, words));
    expect((await stage.owner.get('/v1/clusters')).body).toEqual([]);
    expect(await volumes()).toEqual([]);
  });

  test('are limited by the capacity of a location, which its availability shows', async () => {
    const available = async (): Promise<boolean> =>
      (await stage.owner.get<boolean>('/v1/cluster-availability/16H100?location_code=FIN-01')).body;
    stage.emulator.control.capacity.set({ location: 'FIN-01', type: '16H100' }, 1);
    expect(await available()).toBe(true);
    const id = await deployed();
    expect(await available()).toBe(false);
    const { body } = await stage.owner.get<Availability[]>('/v1/cluster-availability?location_code=FIN-01');
    expect(body[0]?.availabilities).not.toContain('16H100');
    expect(await deploy()).toMatchObject(refusal(503, 'service_unavailable', 'FIN-02'));
    await discontinue(id);
    stage.pass(settled);
    expect(await available()).toBe(true);
  });

  test('are deployed only if the balance covers an hour', async () => {
    stage.emulator.control.balance.set('emulator', 38);
    expect(await deploy()).toMatchObject(refusal(402, 'insufficient_funds', '38.00 usd'));
    stage.emulator.control.balance.set('emulator', 50);
    expect((await deploy()).status).toBe(202);
  });

  test('end in no_capacity if the capacity is lost after the deploy, and cost nothing then', async () => {
    stage.emulator.control.faults.add({ kind: 'noCapacity', at: 'later', operation: 'deployCluster' });
    const id = await running();
    expect(await read(id)).toMatchObject({
      status: 'no_capacity',
      worker_nodes: [{ status: 'no_capacity' }, {}],
    });
    const before = stage.emulator.control.balance.get('emulator');
    stage.pass(3600);
    // Its OS storage is a volume like any other.
    expect(before - stage.emulator.control.balance.get('emulator')).toBeLessThan(0.1);
  });

  describe('nodes', () => {
    test('can be shut down and booted, if they are workers, while the cluster keeps running', async () => {
      const id = await running();
      const nodeId = (await read(id)).worker_nodes[1]?.id ?? '';
      expect((await act(id, nodeId, 'shutdown')).status).toBe(202);
      expect(await workers(id)).toEqual(['running', 'running']);
      stage.pass(20);
      expect(await workers(id)).toEqual(['running', 'offline']);
      expect((await act(id, nodeId, 'boot')).status).toBe(202);
      expect(await workers(id)).toEqual(['running', 'provisioning']);
      stage.pass(40);
      expect(await workers(id)).toEqual(['running', 'running']);
      expect((await read(id)).status).toBe('running');
    });

    test('can be shut down and booted, if they are jump host or service nodes, in the same way', async () => {
      const id = await running();
      const { jump_host, service_nodes } = await read(id);
      for (const node of [jump_host, service_nodes?.[0]]) {
        expect((await act(id, node?.id ?? '', 'force_shutdown')).status).toBe(202);
      }
      stage.pass(3);
      expect(await read(id)).toMatchObject({
        jump_host: { status: 'offline' },
        service_nodes: [{ status: 'offline' }],
      });
    });

    test('accept an action that their state already satisfies', async () => {
      const id = await running();
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

    test('answer 404 if the cluster or the node is unknown, or the node is in another cluster', async () => {
      const [one, other] = [await running(), await running()];
      const nodeId = (await read(other)).worker_nodes[0]?.id ?? '';
      expect(await act('nothing', nodeId, 'boot')).toMatchObject(refusal(404, 'not_found', 'nothing'));
      expect(await act(one, 'nobody', 'boot')).toMatchObject(refusal(404, 'not_found', 'nobody'));
      expect(await act(one, nodeId, 'boot')).toMatchObject(refusal(404, 'not_found', nodeId));
    });
  });

  describe('storage', () => {
    test('is deleted with the cluster, except a new shared volume, which stays and stays billed', async () => {
      const id = await running({ shared_volume: { name: 'datasets', size: 500 } });
      const { shared_volumes } = await read(id);
      expect(shared_volumes).toMatchObject([
        { name: 'datasets', mount_point: '/mnt/datasets', size_in_gigabytes: 500 },
      ]);
      expect(await volumes()).toMatchObject([
        { type: 'NVMe_OS_Cluster', status: 'attached', is_os_volume: true, instance_id: id },
        { type: 'NVMe_Shared_Cluster', status: 'attached', is_os_volume: false, instance_id: id },
      ]);
      await discontinue(id);
      expect((await volumes()).map(({ status }) => status)).toEqual(['deleting', 'detaching']);
      stage.pass(settled);
      expect(await volumes()).toMatchObject([
        { id: shared_volumes[0]?.id, status: 'detached', instance_id: null },
      ]);
      expect((await stage.owner.get('/v1/volumes/trash')).body).toMatchObject([{ type: 'NVMe_OS_Cluster' }]);
    });

    test('attaches an existing shared volume, which the other cluster keeps when one cluster ends', async () => {
      const volume = await stage.owner.volume({ type: 'NVMe_Shared_Cluster' });
      stage.pass(settled);
      const one = await running({ existing_volumes: [{ id: volume }] });
      const other = await running({ existing_volumes: [{ id: volume }] });
      expect((await read(other)).shared_volumes).toMatchObject([{ id: volume }]);
      await discontinue(one);
      stage.pass(settled);
      expect(await stage.owner.readVolume(volume)).toMatchObject({ status: 'attached', instance_id: other });
      const history = await stage.owner.get<JournalEntry[]>(`/v1/journal/compute/${one}?object_type=volume`);
      expect(
        history.body.filter((entry) => entry.volume_id === volume).map((entry) => entry.action_code),
      ).toEqual(['detach:complete', 'detach', 'attach:complete', 'attach']);
    });

    test('cannot be detached from an existing cluster', async () => {
      const volume = await stage.owner.volume({ type: 'NVMe_Shared' });
      stage.pass(settled);
      const id = await running({ existing_volumes: [{ id: volume }] });
      expect(await stage.owner.actOnVolume('detach', volume)).toMatchObject(
        refusal(403, 'forbidden_action', `cluster ${id}`),
      );
      await discontinue(id);
      stage.pass(settled);
      expect((await stage.owner.readVolume(volume)).status).toBe('detached');
    });

    test.each([
      [{ type: 'NVMe' }, /cannot share/],
      [{ type: 'NVMe_Shared', location_code: 'FIN-02' }, /FIN-02/],
    ])('cannot share a volume of %j with a cluster in FIN-01', async (fields, words) => {
      const id = await stage.owner.volume(fields);
      stage.pass(settled);
      expect(await deploy({ existing_volumes: [{ id }] })).toMatchObject(
        refusal(400, 'invalid_request', words),
      );
    });

    test('cannot be attached to an instance if it is a volume for clusters', async () => {
      const [id, volume] = [
        await stage.owner.instance(),
        await stage.owner.volume({ type: 'NVMe_Shared_Cluster' }),
      ];
      stage.pass(settled);
      await stage.owner.act('shutdown', id);
      stage.pass(settled);
      const reply = await stage.owner.actOnVolume('attach', volume, { instance_id: id });
      expect(reply).toMatchObject(refusal(400, 'invalid_request', 'cluster'));
    });
  });

  describe('discontinuing', () => {
    test('accepts several clusters, in one action or in several, and accepts a repetition', async () => {
      const ids = [await running(), await running(), await running({ location_code: 'FIN-02' })];
      expect((await discontinue(ids)).status).toBe(202);
      expect((await discontinue(ids)).status).toBe(202);
      stage.pass(settled);
      expect((await stage.owner.get('/v1/clusters')).body).toEqual([]);
      expect((await discontinue(ids)).status).toBe(202);
    });

    test('answers 404 if one id is unknown, and discontinues no cluster', async () => {
      const id = await running();
      expect(await discontinue([id, 'nothing'])).toMatchObject(refusal(404, 'not_found', 'nothing'));
      expect((await read(id)).status).toBe('running');
    });

    test('is the only bulk action', async () => {
      const id = await running();
      const reply = await stage.owner.put('/v1/clusters', { actions: [{ action: 'shutdown', id }] });
      expect(reply).toMatchObject(refusal(400, 'invalid_request', 'discontinue'));
    });
  });

  describe('tags', () => {
    const add = (id: string, key: string, value?: string) =>
      stage.owner.post<Tag>(`/v1/clusters/${id}/tags`, { key, value });

    test('are set in the deploy, added and removed; their keys are in lower case', async () => {
      const id = await deployed({ tags: [{ key: 'Team', value: 'vision' }] });
      const { status, body } = await add(id, 'Cost');
      expect({ status, body }).toMatchObject({ status: 201, body: { key: 'cost', value: '' } });
      expect((await read(id)).tags).toMatchObject([{ key: 'team', value: 'vision' }, { key: 'cost' }]);
      expect((await stage.owner.delete(`/v1/clusters/${id}/tags/${body.id}`)).status).toBe(204);
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

    test('are 404 for an unknown cluster or an unknown tag', async () => {
      const id = await deployed();
      expect(await add('nothing', 'key')).toMatchObject(refusal(404, 'not_found'));
      expect(await stage.owner.delete(`/v1/clusters/${id}/tags/tag_0`)).toMatchObject(
        refusal(404, 'not_found'),
      );
    });
  });

  describe('a long-term contract', () => {
    const month = 32 * 24 * 3600;
    const contract = { contract: 'LONG_TERM', long_term_period: '1_MONTH' };
    const full = 18.3096 * 2 * 1.05;

    test('subtracts its discount from the price and renews itself', async () => {
      const id = await running(contract);
      const terms = { contract: 'LONG_TERM', long_term_period: '1_MONTH', extension_settings: 'auto_renew' };
      expect(await read(id)).toMatchObject({
        ...terms,
        auto_rent_extension: true,
        turn_to_pay_as_you_go: false,
      });
      expect((await read(id)).price_per_hour).toBeCloseTo(full * 0.97, 3);
      stage.pass(month);
      expect(await read(id)).toMatchObject({ ...terms, status: 'running' });
    });

    test('becomes pay-as-you-go at its end', async () => {
      const id = await running({ ...contract, turn_to_pay_as_you_go: true });
      expect((await read(id)).extension_settings).toBe('pay_as_you_go');
      stage.pass(month);
      expect(await read(id)).toMatchObject({
        contract: 'PAY_AS_YOU_GO',
        long_term_period: null,
        status: 'running',
      });
      expect((await read(id)).price_per_hour).toBeCloseTo(full, 3);
    });

    test('ends together with the cluster if the deploy asks for that', async () => {
      const id = await running({ ...contract, extension_settings: 'end_contract' });
      stage.pass(month);
      expect((await stage.owner.get(`/v1/clusters/${id}`)).status).toBe(404);
      const { body } = await stage.owner.get<JournalEntry[]>(`/v1/journal/compute/${id}?action_code=delete`);
      expect(body).toMatchObject([{ user_id: null }]);
    });
  });

  test('are hidden from other projects', async () => {
    const id = await running();
    stage.emulator.control.clients.add({ id: 'stranger', secret: 'secret' });
    const stranger = await stage.caller('stranger', 'secret');
    expect((await stranger.get('/v1/clusters')).body).toEqual([]);
    expect((await stranger.get(`/v1/clusters/${id}`)).status).toBe(404);
    const body = { actions: [{ action: 'discontinue', id }] };
    expect((await stranger.put('/v1/clusters', body)).status).toBe(404);
  });
});
