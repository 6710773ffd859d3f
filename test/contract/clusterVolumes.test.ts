import type { Cluster, JournalEntry, Volume } from '#contract';
import { cluster, refusal, settled, useCloud } from './support';

describe('the storage of a cluster', () => {
  const stage = useCloud({ balance: 1_000_000 });

  const running = async (fields: object = {}): Promise<string> => {
    const id = await stage.owner.cluster(fields);
    stage.pass(settled);
    return id;
  };

  const read = async (id: string): Promise<Cluster> =>
    (await stage.owner.get<Cluster>(`/v1/clusters/${id}`)).body;

  const discontinue = (id: string) =>
    stage.owner.put('/v1/clusters', { actions: [{ action: 'discontinue', id }] });

  const volumes = async (): Promise<Volume[]> => (await stage.owner.get<Volume[]>('/v1/volumes')).body;

  test('names the cluster as its machine', async () => {
    const id = await running({ shared_volume: { name: 'datasets', size: 500 } });
    const { ip } = await read(id);
    const [os, shared] = await volumes();
    const named = {
      ...{ id, ip, hostname: 'fleet', status: 'running', instance_type: '16H100', os_volume_id: os?.id },
      auto_rental_extension: null,
      instance_template: { cpu_cores: 352, gpu_number: 16, gpu_vram_gb: 1280, ram_gb: 2960 },
      instance_model: { code: 'H100', category: 'gpu', cluster_model_code: 'H100' },
    };
    expect(os?.instances).toMatchObject([named]);
    expect(shared?.instances).toMatchObject([named]);
  });

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
    expect(await stage.owner.post('/v1/clusters', cluster({ existing_volumes: [{ id }] }))).toMatchObject(
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
