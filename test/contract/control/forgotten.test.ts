import { refusal, longEnough, useCloud } from '../support/caller';

const hour = 3600;
const day = 24 * hour;

describe('the memory of the emulator', () => {
  const cloud = useCloud({ balance: 1_000_000 });
  const rows = (table: string): unknown[] => cloud.emulator.control.state().tables[table] ?? [];

  test('drops a machine an hour after its end; its journal remains for 90 days', async () => {
    const id = await cloud.owner.instance();
    cloud.pass(longEnough);
    await cloud.owner.act('delete', id, { volume_ids: [] });
    cloud.pass(hour);
    expect(rows('instances')).toHaveLength(1);
    cloud.pass(longEnough);
    expect(rows('instances')).toEqual([]);
    expect((await cloud.owner.act('delete', id)).status).toBe(404);
    const journal = `/v1/journal/compute/${id}?hydrate=true`;
    const { body } = await cloud.owner.get<{ instance: unknown }[]>(journal);
    expect(body.length).toBeGreaterThan(5);
    expect(body.every(({ instance }) => instance === null)).toBe(true);
    cloud.pass(90 * day);
    expect(await cloud.owner.get(journal)).toMatchObject(refusal(404, 'not_found', id));
    expect(rows('events')).toEqual([]);
  });

  test('drops a volume 96 hours after its permanent delete', async () => {
    const id = await cloud.owner.volume();
    cloud.pass(longEnough);
    await cloud.owner.delete(`/v1/volumes/${id}`, { is_permanent: true });
    cloud.pass(95 * hour);
    expect(await cloud.owner.readVolume(id)).toMatchObject({ is_permanently_deleted: true });
    cloud.pass(2 * hour);
    expect(await cloud.owner.get(`/v1/volumes/${id}`)).toMatchObject(refusal(404, 'not_found', id));
    expect((await cloud.owner.delete(`/v1/volumes/${id}`)).status).toBe(404);
    expect(rows('volumes')).toEqual([]);
  });

  test('drops a cluster with its nodes an hour after its end', async () => {
    const keyId = (await cloud.owner.post<string>('/v1/ssh-keys', { name: 'me', key: 'ssh-rsa x' })).body;
    const { body } = await cloud.owner.post<{ id: string }>('/v1/clusters', {
      cluster_type: '16H100',
      image: 'ubuntu-22.04-cuda-12.4-cluster',
      hostname: 'train',
      description: 'a cluster of a test',
      ssh_key_ids: [keyId],
      location_code: 'FIN-01',
    });
    cloud.pass(hour);
    expect(rows('clusterNodes').length).toBeGreaterThan(1);
    await cloud.owner.put('/v1/clusters', { actions: [{ action: 'discontinue', id: body.id }] });
    cloud.pass(hour + longEnough);
    expect([rows('clusters'), rows('clusterNodes')]).toEqual([[], []]);
    expect((await cloud.owner.get(`/v1/clusters/${body.id}`)).status).toBe(404);
  });

  test('drops a deleted group at once', async () => {
    const { body } = await cloud.owner.post<{ id: string }>('/v1/instance-groups', {
      name: 'servers',
      location_code: 'FIN-01',
      instance_type: 'CPU.4V.16G',
      template: { image: 'ubuntu-24.04' },
    });
    await cloud.owner.delete(`/v1/instance-groups/${body.id}`);
    cloud.pass(longEnough);
    expect(rows('groups')).toEqual([]);
  });

  test('drops an export a day after its link has expired', async () => {
    await cloud.owner.post('/v1/audit/log/download', {});
    cloud.pass(day);
    expect(rows('auditExports')).toHaveLength(1);
    cloud.pass(hour);
    expect(rows('auditExports')).toEqual([]);
  });

  test('does not grow when a machine is shut down and started repeatedly', async () => {
    const id = await cloud.owner.instance();
    cloud.pass(longEnough);
    const sizes = [];
    for (let cycle = 0; cycle < 5; cycle += 1) {
      await cloud.owner.act('shutdown', id);
      cloud.pass(longEnough);
      await cloud.owner.act('start', id);
      cloud.pass(longEnough);
      sizes.push(JSON.stringify(rows('instances')).length);
    }
    expect(new Set(sizes).size).toBe(1);
  });
});
