import type { Cluster, JournalEntry, Volume } from '#contract';
import { cluster, refusal, longEnough, useCloud } from '../support/caller';

describe('the storage of a cluster', () => {
  const cloud = useCloud({ balance: 1_000_000 });

  const read = async (id: string): Promise<Cluster> =>
    (await cloud.owner.get<Cluster>(`/v1/clusters/${id}`)).body;

  const discontinue = (id: string) =>
    cloud.owner.put('/v1/clusters', { actions: [{ action: 'discontinue', id }] });

  const volumes = async (): Promise<Volume[]> => (await cloud.owner.get<Volume[]>('/v1/volumes')).body;

  test('names the cluster as its machine', async () => {
    const id = await cloud.runningCluster({ shared_volume: { name: 'datasets', size: 500 } });
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

  test('is deleted with the cluster, except a new shared volume, which stays billed', async () => {
    const id = await cloud.runningCluster({ shared_volume: { name: 'datasets', size: 500 } });
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
    cloud.pass(longEnough);
    expect(await volumes()).toMatchObject([
      { id: shared_volumes[0]?.id, status: 'detached', instance_id: null },
    ]);
    expect((await cloud.owner.get('/v1/volumes/trash')).body).toMatchObject([{ type: 'NVMe_OS_Cluster' }]);
  });

  test('may include an existing shared volume, which another cluster keeps when the cluster ends', async () => {
    const volume = await cloud.owner.volume({ type: 'NVMe_Shared_Cluster' });
    cloud.pass(longEnough);
    const one = await cloud.runningCluster({ existing_volumes: [{ id: volume }] });
    const other = await cloud.runningCluster({ existing_volumes: [{ id: volume }] });
    expect((await read(other)).shared_volumes).toMatchObject([{ id: volume }]);
    await discontinue(one);
    cloud.pass(longEnough);
    expect(await cloud.owner.readVolume(volume)).toMatchObject({ status: 'attached', instance_id: other });
    const history = await cloud.owner.get<JournalEntry[]>(`/v1/journal/compute/${one}?object_type=volume`);
    expect(
      history.body.filter((entry) => entry.volume_id === volume).map((entry) => entry.action_code),
    ).toEqual(['detach:complete', 'detach', 'attach:complete', 'attach']);
  });

  test('cannot be detached from an existing cluster', async () => {
    const volume = await cloud.owner.volume({ type: 'NVMe_Shared' });
    cloud.pass(longEnough);
    const id = await cloud.runningCluster({ existing_volumes: [{ id: volume }] });
    expect(await cloud.owner.actOnVolume('detach', volume)).toMatchObject(
      refusal(403, 'forbidden_action', `cluster ${id}`),
    );
    await discontinue(id);
    cloud.pass(longEnough);
    expect((await cloud.owner.readVolume(volume)).status).toBe('detached');
  });

  test.each([
    [{ type: 'NVMe' }, /cannot share/],
    [{ type: 'NVMe_Shared', location_code: 'FIN-02' }, /FIN-02/],
  ])('cannot share a volume of %j with a cluster in FIN-01', async (fields, words) => {
    const id = await cloud.owner.volume(fields);
    cloud.pass(longEnough);
    expect(await cloud.owner.post('/v1/clusters', cluster({ existing_volumes: [{ id }] }))).toMatchObject(
      refusal(400, 'invalid_request', words),
    );
  });

  test('cannot be attached to an instance if it is a volume for clusters', async () => {
    const [id, volume] = [
      await cloud.owner.instance(),
      await cloud.owner.volume({ type: 'NVMe_Shared_Cluster' }),
    ];
    cloud.pass(longEnough);
    await cloud.owner.act('shutdown', id);
    cloud.pass(longEnough);
    const reply = await cloud.owner.actOnVolume('attach', volume, { instance_id: id });
    expect(reply).toMatchObject(refusal(400, 'invalid_request', 'cluster'));
  });
});
