import type { DeletedVolume } from '#contract';
import { refusal, settled, useCloud } from './support';

describe('the trash', () => {
  const stage = useCloud();
  const trashed = async (): Promise<string> => {
    const id = await stage.owner.volume({ tags: [{ key: 'a', value: 'b' }] });
    stage.pass(settled);
    expect((await stage.owner.delete(`/v1/volumes/${id}`)).status).toBe(202);
    expect((await stage.owner.readVolume(id)).status).toBe('deleting');
    stage.pass(settled);
    return id;
  };
  const inTrash = async (): Promise<DeletedVolume[]> =>
    (await stage.owner.get<DeletedVolume[]>('/v1/volumes/trash')).body;

  test('shows deleted volumes in a form of their own', async () => {
    const id = await trashed();
    const [volume] = await inTrash();
    expect(volume).toMatchObject({
      id,
      status: 'deleted',
      is_permanently_deleted: false,
      tags: [{ key: 'a' }],
    });
    expect(volume).not.toHaveProperty('long_term');
    expect((await stage.owner.get(`/v1/volumes/${id}`)).body).toEqual(volume);
    expect((await stage.owner.get('/v1/volumes?status=deleted')).body).toEqual([volume]);
  });

  test('keeps volumes for 96 hours', async () => {
    const id = await trashed();
    stage.pass(95.5 * 3600);
    expect(await inTrash()).toHaveLength(1);
    stage.pass(0.5 * 3600);
    expect(await inTrash()).toEqual([]);
    expect(await stage.owner.readVolume(id)).toMatchObject({
      status: 'deleted',
      is_permanently_deleted: true,
    });
    expect(await stage.owner.actOnVolume('restore', id)).toMatchObject(
      refusal(403, 'forbidden_action', /permanently/),
    );
  });

  test('answers 204 to a second delete; for good it is 202, and 204 from then on', async () => {
    const id = await trashed();
    const { owner } = stage;
    expect(await owner.delete(`/v1/volumes/${id}`)).toMatchObject({ status: 204, body: undefined });
    expect((await owner.delete(`/v1/volumes/${id}`, { is_permanent: true })).status).toBe(202);
    expect(await owner.readVolume(id)).toMatchObject({ is_permanently_deleted: true });
    expect(await inTrash()).toEqual([]);
    expect((await owner.delete(`/v1/volumes/${id}`, { is_permanent: true })).status).toBe(204);
  });

  test('prefers a delete for good to a delete under way', async () => {
    const id = await stage.owner.volume();
    stage.pass(settled);
    await stage.owner.delete(`/v1/volumes/${id}`);
    expect((await stage.owner.delete(`/v1/volumes/${id}`)).status).toBe(204);
    expect((await stage.owner.delete(`/v1/volumes/${id}`, { is_permanent: true })).status).toBe(202);
    expect((await stage.owner.delete(`/v1/volumes/${id}`, { is_permanent: true })).status).toBe(204);
    stage.pass(settled);
    expect(await inTrash()).toEqual([]);
    expect(await stage.owner.readVolume(id)).toMatchObject({ is_permanently_deleted: true });
  });

  test.each([
    ['is_permanent', (id: string) => stage.owner.delete(`/v1/volumes/${id}`, { is_permanent: true })],
    ['the older force=true', (id: string) => stage.owner.delete(`/v1/volumes/${id}?force=true`)],
    ['the action', (id: string) => stage.owner.actOnVolume('delete', id, { is_permanent: true })],
  ])('is skipped with %s', async (_, remove) => {
    const id = await stage.owner.volume();
    stage.pass(settled);
    expect((await remove(id)).status).toBe(202);
    stage.pass(settled);
    expect(await inTrash()).toEqual([]);
    expect(await stage.owner.readVolume(id)).toMatchObject({
      status: 'deleted',
      is_permanently_deleted: true,
    });
  });

  test('restores volumes', async () => {
    const id = await trashed();
    expect((await stage.owner.actOnVolume('restore', id)).status).toBe(202);
    expect(await stage.owner.readVolume(id)).toMatchObject({ status: 'restoring' });
    stage.pass(settled);
    const restored = await stage.owner.readVolume(id);
    expect(restored).toMatchObject({ status: 'detached', name: 'data', tags: [{ key: 'a' }] });
    expect(restored).not.toHaveProperty('deleted_at');
    expect(await inTrash()).toEqual([]);
    stage.pass(200 * 3600);
    expect((await stage.owner.readVolume(id)).status).toBe('detached');
  });

  test('does not accept volumes that are attached to a machine', async () => {
    const { owner } = stage;
    const machine = await owner.instance();
    stage.pass(settled);
    const { os_volume_id: os } = await owner.readInstance(machine);
    expect(await owner.delete(`/v1/volumes/${String(os)}`)).toMatchObject(
      refusal(403, 'forbidden_action', new RegExp(`attached at instance ${machine}\\. Detach it first`)),
    );
  });

  test.each([
    ['ordered', 'createVolume', {}],
    ['detaching', 'performVolumeAction', { action: 'detach' }],
  ])('names the status of a volume that is %s at a machine', async (status, operation, fault) => {
    const { owner, emulator } = stage;
    const machine = await owner.instance();
    stage.pass(settled);
    await owner.act('shutdown', machine);
    stage.pass(settled);
    emulator.control.faults.add({ kind: 'stuck', status, operation, ...fault });
    const id = await owner.volume({ instance_id: machine });
    stage.pass(settled);
    await owner.actOnVolume('detach', id);
    expect(await owner.delete(`/v1/volumes/${id}`)).toMatchObject(
      refusal(403, 'forbidden_action', new RegExp(`is ${status} at .*It has to be detached\\.$`)),
    );
  });

  test('restores only volumes that it contains', async () => {
    const id = await stage.owner.volume();
    stage.pass(settled);
    expect(await stage.owner.actOnVolume('restore', id)).toMatchObject(
      refusal(403, 'forbidden_action', /trash/),
    );
  });
});
