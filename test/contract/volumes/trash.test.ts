import type { DeletedVolume } from '#contract';
import { refusal, longEnough, useCloud } from '../support/caller';

describe('the trash', () => {
  const cloud = useCloud();
  const trashed = async (): Promise<string> => {
    const id = await cloud.owner.volume({ tags: [{ key: 'a', value: 'b' }] });
    cloud.pass(longEnough);
    expect((await cloud.owner.delete(`/v1/volumes/${id}`)).status).toBe(202);
    expect((await cloud.owner.readVolume(id)).status).toBe('deleting');
    cloud.pass(longEnough);
    return id;
  };
  const inTrash = async (): Promise<DeletedVolume[]> =>
    (await cloud.owner.get<DeletedVolume[]>('/v1/volumes/trash')).body;

  test('shows deleted volumes in a special form', async () => {
    const id = await trashed();
    const [volume] = await inTrash();
    expect(volume).toMatchObject({
      id,
      status: 'deleted',
      is_permanently_deleted: false,
      tags: [{ key: 'a' }],
    });
    expect(volume).not.toHaveProperty('long_term');
    expect((await cloud.owner.get(`/v1/volumes/${id}`)).body).toEqual(volume);
    expect((await cloud.owner.get('/v1/volumes?status=deleted')).body).toEqual([volume]);
  });

  test('keeps volumes for 96 hours', async () => {
    const id = await trashed();
    cloud.pass(95.5 * 3600);
    expect(await inTrash()).toHaveLength(1);
    cloud.pass(0.5 * 3600);
    expect(await inTrash()).toEqual([]);
    expect(await cloud.owner.readVolume(id)).toMatchObject({
      status: 'deleted',
      is_permanently_deleted: true,
    });
    expect(await cloud.owner.actOnVolume('restore', id)).toMatchObject(
      refusal(403, 'forbidden_action', /permanently/),
    );
  });

  test('answers 204 to a second delete, and 202 to the first permanent delete', async () => {
    const id = await trashed();
    const { owner } = cloud;
    expect(await owner.delete(`/v1/volumes/${id}`)).toMatchObject({ status: 204, body: undefined });
    expect((await owner.delete(`/v1/volumes/${id}`, { is_permanent: true })).status).toBe(202);
    expect(await owner.readVolume(id)).toMatchObject({ is_permanently_deleted: true });
    expect(await inTrash()).toEqual([]);
    expect((await owner.delete(`/v1/volumes/${id}`, { is_permanent: true })).status).toBe(204);
  });

  test('is skipped if a permanent delete follows while a delete is under way', async () => {
    const id = await cloud.owner.volume();
    cloud.pass(longEnough);
    await cloud.owner.delete(`/v1/volumes/${id}`);
    expect((await cloud.owner.delete(`/v1/volumes/${id}`)).status).toBe(204);
    expect((await cloud.owner.delete(`/v1/volumes/${id}`, { is_permanent: true })).status).toBe(202);
    expect((await cloud.owner.delete(`/v1/volumes/${id}`, { is_permanent: true })).status).toBe(204);
    cloud.pass(longEnough);
    expect(await inTrash()).toEqual([]);
    expect(await cloud.owner.readVolume(id)).toMatchObject({ is_permanently_deleted: true });
  });

  test.each([
    ['is_permanent', (id: string) => cloud.owner.delete(`/v1/volumes/${id}`, { is_permanent: true })],
    ['the older force=true', (id: string) => cloud.owner.delete(`/v1/volumes/${id}?force=true`)],
    ['the action', (id: string) => cloud.owner.actOnVolume('delete', id, { is_permanent: true })],
  ])('is skipped with %s', async (_, remove) => {
    const id = await cloud.owner.volume();
    cloud.pass(longEnough);
    expect((await remove(id)).status).toBe(202);
    cloud.pass(longEnough);
    expect(await inTrash()).toEqual([]);
    expect(await cloud.owner.readVolume(id)).toMatchObject({
      status: 'deleted',
      is_permanently_deleted: true,
    });
  });

  test('contains volumes that can be restored', async () => {
    const id = await trashed();
    expect((await cloud.owner.actOnVolume('restore', id)).status).toBe(202);
    expect(await cloud.owner.readVolume(id)).toMatchObject({ status: 'restoring' });
    cloud.pass(longEnough);
    const restored = await cloud.owner.readVolume(id);
    expect(restored).toMatchObject({ status: 'detached', name: 'data', tags: [{ key: 'a' }] });
    expect(restored).not.toHaveProperty('deleted_at');
    expect(await inTrash()).toEqual([]);
    cloud.pass(200 * 3600);
    expect((await cloud.owner.readVolume(id)).status).toBe('detached');
  });

  test('does not accept attached volumes', async () => {
    const { owner } = cloud;
    const machine = await owner.instance();
    cloud.pass(longEnough);
    const { os_volume_id: os } = await owner.readInstance(machine);
    expect(await owner.delete(`/v1/volumes/${String(os)}`)).toMatchObject(
      refusal(403, 'forbidden_action', new RegExp(`attached at instance ${machine}\\. Detach it first`)),
    );
  });

  test.each([
    ['ordered', 'createVolume', {}],
    ['detaching', 'performVolumeAction', { action: 'detach' }],
  ])('refuses with its status a volume that is %s at a machine', async (status, operation, fault) => {
    const { owner, emulator } = cloud;
    const machine = await owner.instance();
    cloud.pass(longEnough);
    await owner.act('shutdown', machine);
    cloud.pass(longEnough);
    emulator.control.faults.add({ kind: 'stuck', status, operation, ...fault });
    const id = await owner.volume({ instance_id: machine });
    cloud.pass(longEnough);
    await owner.actOnVolume('detach', id);
    expect(await owner.delete(`/v1/volumes/${id}`)).toMatchObject(
      refusal(403, 'forbidden_action', new RegExp(`is ${status} at .*Wait until it is detached\\.$`)),
    );
  });

  test('refuses to restore volumes that it does not contain', async () => {
    const id = await cloud.owner.volume();
    cloud.pass(longEnough);
    expect(await cloud.owner.actOnVolume('restore', id)).toMatchObject(
      refusal(403, 'forbidden_action', /trash/),
    );
  });
});
