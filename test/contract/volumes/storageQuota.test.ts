import { disk, machine, refusal, longEnough, useCloud } from '../support/caller';

const forbidden = (words: string | RegExp): object => refusal(403, 'forbidden_action', words);

describe('the storage quota', () => {
  const cloud = useCloud({ storageQuota: 250, balance: 1_000_000 });

  test('applies to everything that creates or grows volumes', async () => {
    const { owner } = cloud;
    const id = await owner.volume({ size: 200 });
    cloud.pass(longEnough);
    expect(await owner.post('/v1/volumes', disk({ size: 51 }))).toMatchObject(
      forbidden(/200 GB of volumes.* 51 GB more.* quota of 250 GB/),
    );
    expect(await owner.actOnVolume('resize', id, { size: 251 })).toMatchObject(forbidden('quota'));
    expect(await owner.actOnVolume('clone', id)).toMatchObject(forbidden('quota'));
    const beside = { volumes: [{ name: 'more', size: 1, type: 'NVMe' }] };
    expect(await owner.post('/v1/instances', machine(beside))).toMatchObject(forbidden('quota'));
    const cluster = {
      ...{ cluster_type: '16H100', image: 'ubuntu-24.04-cuda-12.8-cluster', hostname: 'fleet' },
      ...{ description: '', location_code: 'FIN-01', ssh_key_ids: [] },
    };
    expect(await owner.post('/v1/clusters', cluster)).toMatchObject(forbidden('quota'));
    await owner.instance();
    expect((await owner.get<{ size: number }[]>('/v1/volumes')).body.map(({ size }) => size)).toEqual([
      200, 50,
    ]);
  });

  test('applies to the sum of a resize of several volumes', async () => {
    const { owner } = cloud;
    const ids = [await owner.volume({ size: 100 }), await owner.volume({ size: 100 })];
    cloud.pass(longEnough);
    expect(await owner.actOnVolume('resize', ids, { size: 126 })).toMatchObject(
      forbidden(/200 GB of volumes.* 52 GB more/),
    );
    expect((await owner.actOnVolume('resize', ids, { size: 125 })).status).toBe(202);
  });

  test('counts volumes in the trash until they are gone, and allows their restore', async () => {
    const { owner } = cloud;
    const id = await owner.volume({ size: 200 });
    cloud.pass(longEnough);
    await owner.delete(`/v1/volumes/${id}`);
    cloud.pass(longEnough);
    const create = () => owner.post('/v1/volumes', disk({ size: 100 }));
    expect(await create()).toMatchObject(forbidden('200 GB of them in the trash'));
    expect((await owner.actOnVolume('restore', id)).status).toBe(202);
    cloud.pass(longEnough);
    await owner.delete(`/v1/volumes/${id}`);
    cloud.pass(96 * 3600);
    expect((await create()).status).toBe(403);
    cloud.pass(longEnough);
    expect((await create()).status).toBe(202);
  });

  test('counts volumes that an eviction moved to the trash', async () => {
    const { owner, emulator } = cloud;
    const id = await owner.instance({
      is_spot: true,
      os_volume: { size: 200, on_spot_discontinue: 'move_to_trash' },
    });
    cloud.pass(longEnough);
    emulator.control.evict(id);
    expect((await owner.post('/v1/volumes', disk())).status).toBe(403);
    cloud.pass(96 * 3600);
    expect((await owner.post('/v1/volumes', disk())).status).toBe(202);
  });

  test('applies to one project', async () => {
    cloud.emulator.control.clients.add({ id: 'other-project', secret: 's' });
    await cloud.owner.volume({ size: 250 });
    await (await cloud.caller('other-project', 's')).volume({ size: 250 });
  });
});

describe('a project without a storage quota', () => {
  const cloud = useCloud({ balance: 1e9 });

  test('is limited only by its balance', async () => {
    await cloud.owner.volume({ size: 1_000_000 });
  });
});
