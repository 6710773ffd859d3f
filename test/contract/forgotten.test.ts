import { refusal, settled, useCloud } from './support';

const hour = 3600;
const day = 24 * hour;

describe('what no longer exists', () => {
  const stage = useCloud({ balance: 1_000_000 });
  const rows = (table: string): unknown[] => stage.emulator.control.state().tables[table] ?? [];

  test('is forgotten an hour after a machine was discontinued; its journal remains for 90 days', async () => {
    const id = await stage.owner.instance();
    stage.pass(settled);
    await stage.owner.act('delete', id, { volume_ids: [] });
    stage.pass(hour);
    expect(rows('instances')).toHaveLength(1);
    stage.pass(settled);
    expect(rows('instances')).toEqual([]);
    expect((await stage.owner.act('delete', id)).status).toBe(404);
    const journal = `/v1/journal/compute/${id}?hydrate=true`;
    const { body } = await stage.owner.get<{ instance: unknown }[]>(journal);
    expect(body.length).toBeGreaterThan(5);
    expect(body.every(({ instance }) => instance === null)).toBe(true);
    stage.pass(90 * day);
    expect(await stage.owner.get(journal)).toMatchObject(refusal(404, 'not_found', id));
    expect(rows('events')).toEqual([]);
  });

  test('is forgotten 96 hours after a volume was deleted permanently', async () => {
    const id = await stage.owner.volume();
    stage.pass(settled);
    await stage.owner.delete(`/v1/volumes/${id}`, { is_permanent: true });
    stage.pass(95 * hour);
    expect(await stage.owner.readVolume(id)).toMatchObject({ is_permanently_deleted: true });
    stage.pass(2 * hour);
    expect(await stage.owner.get(`/v1/volumes/${id}`)).toMatchObject(refusal(404, 'not_found', id));
    expect((await stage.owner.delete(`/v1/volumes/${id}`)).status).toBe(404);
    expect(rows('volumes')).toEqual([]);
  });

  test('is forgotten with its nodes an hour after a cluster was discontinued', async () => {
    const keyId = (await stage.owner.post<string>('/v1/ssh-keys', { name: 'me', key: 'ssh-rsa x' })).body;
    const { body } = await stage.owner.post<{ id: string }>('/v1/clusters', {
      cluster_type: '16H100',
      image: 'ubuntu-22.04-cuda-12.4-cluster',
      hostname: 'train',
      description: 'a cluster of a test',
      ssh_key_ids: [keyId],
      location_code: 'FIN-01',
    });
    stage.pass(hour);
    expect(rows('clusterNodes').length).toBeGreaterThan(1);
    await stage.owner.put('/v1/clusters', { actions: [{ action: 'discontinue', id: body.id }] });
    stage.pass(hour + settled);
    expect([rows('clusters'), rows('clusterNodes')]).toEqual([[], []]);
    expect((await stage.owner.get(`/v1/clusters/${body.id}`)).status).toBe(404);
  });

  test('is forgotten at once if it was a group', async () => {
    const { body } = await stage.owner.post<{ id: string }>('/v1/instance-groups', {
      name: 'servers',
      location_code: 'FIN-01',
      instance_type: 'CPU.4V.16G',
      template: { image: 'ubuntu-24.04' },
    });
    await stage.owner.delete(`/v1/instance-groups/${body.id}`);
    stage.pass(settled);
    expect(rows('groups')).toEqual([]);
  });

  test('is forgotten a day after the link to an export has expired', async () => {
    await stage.owner.post('/v1/audit/log/download', {});
    stage.pass(day);
    expect(rows('auditExports')).toHaveLength(1);
    stage.pass(hour);
    expect(rows('auditExports')).toEqual([]);
  });

  test('leaves no trace in a machine that is switched off and on again and again', async () => {
    const id = await stage.owner.instance();
    stage.pass(settled);
    const sizes = [];
    for (let cycle = 0; cycle < 5; cycle += 1) {
      await stage.owner.act('shutdown', id);
      stage.pass(settled);
      await stage.owner.act('start', id);
      stage.pass(settled);
      sizes.push(JSON.stringify(rows('instances')).length);
    }
    expect(new Set(sizes).size).toBe(1);
  });
});
