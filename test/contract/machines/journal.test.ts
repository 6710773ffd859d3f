import type { AuditPage, JournalEntry } from '#contract';
import { refusal, longEnough, useCloud } from '../support/caller';

describe('the journal', () => {
  const cloud = useCloud();

  const read = async (path: string): Promise<JournalEntry[]> => {
    const { status, body } = await cloud.owner.get<JournalEntry[]>(path);
    expect(status).toBe(200);
    return body;
  };

  const codes = async (path: string): Promise<string[]> =>
    (await read(path)).map(({ action_code }) => action_code).reverse();

  /** A machine to which a volume was attached while it was off. */
  const story = async (): Promise<{ instance: string; volume: string; osVolume: string }> => {
    const instance = await cloud.owner.instance();
    const volume = await cloud.owner.volume();
    cloud.pass(longEnough);
    await cloud.owner.act('shutdown', instance);
    cloud.pass(longEnough);
    await cloud.owner.actOnVolume('attach', volume, { instance_id: instance });
    cloud.pass(longEnough);
    const osVolume = (await cloud.owner.readInstance(instance)).os_volume_id ?? '';
    return { instance, volume, osVolume };
  };

  test('lists all events of a machine, with attached and detached volumes, the newest first', async () => {
    const { instance, volume } = await story();
    const path = `/v1/journal/compute/${instance}?pageSize=100`;
    expect(await codes(path)).toEqual([
      'create',
      'attach',
      'provisioning',
      'attach:complete',
      'validating',
      'running',
      'shutdown',
      'shutdown:complete',
      'attach',
      'attach:complete',
    ]);
    await cloud.owner.act('delete', instance);
    cloud.pass(longEnough);
    const entries = await read(path);
    expect(
      entries.map(({ action_code, object_type }) => `${object_type} ${action_code}`).slice(0, 4),
    ).toEqual(['volume detach:complete', 'compute delete:complete', 'compute deleting', 'volume detach']);
    expect(entries[0]).toMatchObject({ compute_id: instance, volume_id: volume });
    const times = entries.map(({ created_at }) => created_at);
    expect(times).toEqual([...times].sort().reverse());
  });

  test('does not contain the machine’s own events for a volume', async () => {
    const { instance, volume } = await story();
    await cloud.owner.actOnVolume('rename', volume, { name: 'renamed' });
    const path = `/v1/journal/volume/${volume}`;
    expect(await codes(path)).toEqual(['create', 'attach', 'attach:complete', 'rename']);
    expect((await read(path)).every(({ object_type }) => object_type === 'volume')).toBe(true);
    expect((await read(`${path}?action_code=attach`))[0]).toMatchObject({
      compute_id: instance,
      volume_id: volume,
    });
  });

  test('lists only the events of the requested machine if several share a volume', async () => {
    const volume = await cloud.owner.volume({ type: 'NVMe_Shared' });
    const [one, other] = [await cloud.owner.instance(), await cloud.owner.instance()];
    cloud.pass(longEnough);
    await cloud.owner.act('shutdown', [one, other]);
    cloud.pass(longEnough);
    await cloud.owner.actOnVolume('attach', volume, { instance_ids: [one, other] });
    cloud.pass(longEnough);
    await cloud.owner.actOnVolume('detach', volume, { instance_id: other });
    cloud.pass(longEnough);
    const shared = `?object_type=volume&volume_id=${volume}`;
    expect(await codes(`/v1/journal/compute/${one}${shared}`)).toEqual(['attach', 'attach:complete']);
    expect(await codes(`/v1/journal/compute/${other}${shared}`)).toEqual([
      'attach',
      'attach:complete',
      'detach',
      'detach:complete',
    ]);
  });

  test('can be requested in three forms, with the same answer', async () => {
    const { instance, volume } = await story();
    const byPath = await read(`/v1/journal/compute/${instance}`);
    expect(byPath.length).toBeGreaterThan(5);
    expect(await read(`/v1/journal?compute_id=${instance}`)).toEqual(byPath);
    expect(await read(`/v1/journal?volume_id=${volume}`)).toEqual(await read(`/v1/journal/volume/${volume}`));
  });

  test('requires either a machine or a volume', async () => {
    const { instance, volume } = await story();
    for (const query of ['', '?page=1', `?compute_id=${instance}&volume_id=${volume}`]) {
      expect(await cloud.owner.get(`/v1/journal${query}`)).toMatchObject(
        refusal(400, 'invalid_request', 'either'),
      );
    }
  });

  test('is filtered by action, by type of object, and by volume and machine', async () => {
    const { instance, volume, osVolume } = await story();
    const path = `/v1/journal/compute/${instance}`;
    expect(await codes(`${path}?action_code=shutdown:complete`)).toEqual(['shutdown:complete']);
    expect(new Set(await codes(`${path}?object_type=volume`))).toEqual(
      new Set(['attach', 'attach:complete']),
    );
    expect(await codes(`${path}?object_type=compute&volume_id=${volume}`)).toEqual([]);
    expect(await codes(`${path}?volume_id=${osVolume}`)).toEqual(['attach', 'attach:complete']);
    expect(await codes(`/v1/journal/volume/${volume}?compute_id=${instance}`)).toEqual([
      'attach',
      'attach:complete',
    ]);
    for (const wrong of ['action_code=dance', 'object_type=key']) {
      expect(await cloud.owner.get(`${path}?${wrong}`)).toMatchObject(refusal(400, 'invalid_request'));
    }
  });

  test('has pages of ten by default, with headers that describe the page', async () => {
    const { body: volume } = await cloud.owner.post<string>('/v1/volumes', {
      name: 'data',
      size: 1,
      type: 'NVMe',
      location_code: 'FIN-01',
    });
    cloud.pass(longEnough);
    for (let size = 2; size <= 25; size += 1) await cloud.owner.actOnVolume('resize', volume, { size });
    const path = `/v1/journal/volume/${volume}`;
    const first = await cloud.owner.get<JournalEntry[]>(path);
    expect(first.body).toHaveLength(10);
    expect(Object.fromEntries(first.headers)).toMatchObject({
      'x-page': '1',
      'x-page-size': '10',
      'x-total-count': '25',
    });
    const last = await cloud.owner.get<JournalEntry[]>(`${path}?page=3&pageSize=12`);
    expect(last.body.map(({ action_code }) => action_code)).toEqual(['create']);
    const all = await read(`${path}?pageSize=100`);
    expect(new Set(all.map(({ id }) => id)).size).toBe(25);
    expect(await read(`${path}?page=9`)).toEqual([]);
    for (const wrong of ['page=0', 'page=1e30', 'pageSize=0', 'pageSize=101', 'page=x']) {
      expect(await cloud.owner.get(`${path}?${wrong}`)).toMatchObject(refusal(400, 'invalid_request'));
    }
  });

  test('contains the present user, machine and volume if it is hydrated', async () => {
    const { instance, volume } = await story();
    const query = `/v1/journal/compute/${instance}?hydrate=true&volume_id=${volume}`;
    expect((await read(query))[0]).toMatchObject({
      user: { id: expect.any(String) as string },
      instance: { id: instance, status: 'offline', volume_ids: [volume] },
      volume: { id: volume, status: 'attached' },
    });
    expect((await read(`/v1/journal/compute/${instance}?hydrate=true&action_code=create`))[0]).toMatchObject({
      instance: { id: instance },
      volume: null,
    });
    expect((await read(`/v1/journal/compute/${instance}`))[0]).not.toHaveProperty('instance');
  });

  test('names the member who acted, and nobody for actions of the cloud itself', async () => {
    const id = await cloud.owner.instance({ contract: 'SPOT' });
    cloud.pass(longEnough);
    cloud.emulator.control.evict(id);
    const entries = await read(`/v1/journal/compute/${id}?object_type=compute&hydrate=true`);
    const [evicted, before] = [entries.slice(0, 3), entries.slice(3)];
    expect(evicted[0]).toMatchObject({ action_code: 'delete:complete', user_id: null, user: null });
    expect(evicted.map(({ user_id }) => user_id)).toEqual([null, null, null]);
    expect(new Set(before.map(({ user_id }) => user_id)).size).toBe(1);
    expect(before[0]?.user_id).toEqual(expect.any(String));
  });

  test('shows one deletion of a volume that two deleted machines share', async () => {
    const { owner } = cloud;
    const machines = [await owner.instance(), await owner.instance()];
    cloud.pass(longEnough);
    for (const id of machines) await owner.act('shutdown', id);
    cloud.pass(longEnough);
    const shared = await owner.volume({ type: 'NVMe_Shared', instance_ids: machines });
    cloud.pass(longEnough);
    await owner.put('/v1/instances', { action: 'delete', id: machines, volume_ids: [shared] });
    cloud.pass(longEnough);
    const deletions = (await codes(`/v1/journal/volume/${shared}`)).filter((code) =>
      code.startsWith('trash'),
    );
    expect(deletions).toEqual(['trash', 'trash:complete']);
  });

  test.each([
    ['by the control API', undefined],
    ['by a fault', { kind: 'evict', seconds: 100, operation: 'deployInstance' }],
  ] as const)('contains every step of an eviction %s', async (_, fault) => {
    const { owner, emulator } = cloud;
    if (fault !== undefined) emulator.control.faults.add(fault);
    const id = await owner.instance({
      is_spot: true,
      os_volume: { on_spot_discontinue: 'move_to_trash' },
      volumes: [{ name: 'data', size: 10, type: 'NVMe' }],
    });
    cloud.pass(90);
    const {
      os_volume_id: os,
      volume_ids: [data],
    } = await owner.readInstance(id);
    if (fault === undefined) emulator.control.evict(id);
    cloud.pass(longEnough);
    expect((await codes(`/v1/journal/compute/${id}?object_type=compute`)).slice(-4)).toEqual([
      'running',
      'delete',
      'deleting',
      'delete:complete',
    ]);
    expect((await codes(`/v1/journal/volume/${String(data)}`)).slice(-2)).toEqual([
      'detach',
      'detach:complete',
    ]);
    expect((await codes(`/v1/journal/volume/${String(os)}`)).slice(-2)).toEqual(['trash', 'trash:complete']);
    const { body } = await owner.get<AuditPage>('/v1/audit/log?object_type=compute&action=delete');
    expect(body.data).toMatchObject([
      { subject: id, data: { actor_id: null, discontinue_reason: 'spot_discontinue' } },
    ]);
  });

  test('remains after the end of the machine or volume', async () => {
    const { instance, volume } = await story();
    await cloud.owner.act('delete', instance);
    cloud.pass(7200);
    expect((await cloud.owner.get(`/v1/instances/${instance}`)).status).toBe(404);
    expect(await codes(`/v1/journal/compute/${instance}?pageSize=100`)).toContain('delete:complete');
    expect(await codes(`/v1/journal/volume/${volume}?pageSize=100`)).toContain('detach:complete');
  });

  test('answers 404 for a machine or volume that the project does not have', async () => {
    const { instance, volume } = await story();
    cloud.emulator.control.clients.add({ id: 'other-project', secret: 'secret' });
    const otherProject = await cloud.caller('other-project', 'secret');
    for (const path of [`compute/${instance}`, `volume/${volume}`, 'compute/nothing', 'volume/nothing']) {
      expect(await otherProject.get(`/v1/journal/${path}`)).toMatchObject(refusal(404, 'not_found'));
    }
  });
});
