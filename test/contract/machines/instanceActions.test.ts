import type { InstanceActionResult } from '#contract';
import { refusal, longEnough, useCloud } from '../support/caller';

describe('instance actions', () => {
  const cloud = useCloud();
  const unknown = '00000000-0000-4000-8000-000000000000';

  test.each([
    ['one id', (id: string) => id],
    ['an array of one id', (id: string) => [id]],
  ])('answer %s with 202 and one result, or with 204 if there is nothing to do', async (_, form) => {
    const id = await cloud.runningInstance();
    expect(await cloud.owner.act('shutdown', form(id))).toMatchObject({
      status: 202,
      body: [{ action: 'shutdown', instanceId: id, status: 'success' }],
    });
    expect(await cloud.owner.act('shutdown', form(id))).toMatchObject({ status: 204, body: undefined });
    cloud.pass(longEnough);
    expect(await cloud.owner.act('shutdown', form(id))).toMatchObject({ status: 204, body: undefined });
  });

  test.each([
    ['one id', (id: string) => id],
    ['an array of one id', (id: string) => [id]],
  ])('answer %s with 404 for an unknown id, and with 400 if it is not allowed', async (_, form) => {
    expect(await cloud.owner.act('start', form(unknown))).toMatchObject(refusal(404, 'not_found', unknown));
    const id = await cloud.owner.instance();
    expect(await cloud.owner.act('shutdown', form(id))).toMatchObject(
      refusal(400, 'invalid_request', /ordered/),
    );
  });

  test('answer start with 204 for a running or starting machine', async () => {
    const id = await cloud.owner.instance();
    cloud.pass(10);
    expect((await cloud.owner.act('start', id)).status).toBe(204);
    cloud.pass(longEnough);
    expect((await cloud.owner.act('start', id)).status).toBe(204);
  });

  test('refuse start while the machine shuts down', async () => {
    const id = await cloud.runningInstance();
    await cloud.owner.act('shutdown', id);
    expect(await cloud.owner.act('start', id)).toMatchObject(refusal(400, 'invalid_request', /shuts down/));
  });

  test('answer delete with 204 for a machine that is deleting or discontinued', async () => {
    const id = await cloud.runningInstance();
    await cloud.owner.act('delete', id);
    expect((await cloud.owner.act('delete', id)).status).toBe(204);
    cloud.pass(longEnough);
    expect((await cloud.owner.act('delete', id)).status).toBe(204);
    expect((await cloud.owner.act('discontinue', [id])).status).toBe(204);
  });

  test('answer several with 202 if all succeeded or had nothing to do', async () => {
    const [one, two] = [await cloud.runningInstance(), await cloud.runningInstance()];
    await cloud.owner.act('shutdown', one);
    expect(await cloud.owner.act('shutdown', [one, two])).toMatchObject({
      status: 202,
      body: [
        { instanceId: one, status: 'success' },
        { instanceId: two, status: 'success' },
      ],
    });
  });

  test('answer several with 207 and each outcome if some failed; the others take effect', async () => {
    const id = await cloud.runningInstance();
    const { status, body } = await cloud.owner.act<InstanceActionResult[]>('shutdown', [id, unknown]);
    expect(status).toBe(207);
    expect(body).toEqual([
      { action: 'shutdown', instanceId: id, status: 'success' },
      {
        action: 'shutdown',
        instanceId: unknown,
        status: 'error',
        error: expect.stringContaining(unknown) as string,
        statusCode: 404,
      },
    ]);
    cloud.pass(longEnough);
    expect((await cloud.owner.readInstance(id)).status).toBe('offline');
  });

  test('answer several with 207 also if all failed', async () => {
    const ordered = await cloud.owner.instance();
    expect(await cloud.owner.act('shutdown', [ordered, unknown])).toMatchObject({
      status: 207,
      body: [
        { instanceId: ordered, status: 'error', statusCode: 400 },
        { instanceId: unknown, status: 'error', statusCode: 404 },
      ],
    });
  });

  test('answer an unknown action with 400 and the name of the property', async () => {
    expect(await cloud.owner.act('explode', unknown)).toMatchObject(
      refusal(400, 'invalid_request', /^action has to be one of boot/),
    );
  });

  test('have the same effect on the deprecated path', async () => {
    const id = await cloud.runningInstance();
    expect(await cloud.owner.post('/v1/instances/action', { action: 'shutdown', id })).toMatchObject({
      status: 202,
      body: [{ action: 'shutdown', instanceId: id, status: 'success' }],
    });
    cloud.pass(longEnough);
    expect((await cloud.owner.post('/v1/instances/action', { action: 'shutdown', id })).status).toBe(204);
    expect((await cloud.owner.readInstance(id)).status).toBe('offline');
  });
});

describe('the volumes of a deleted instance', () => {
  const cloud = useCloud();

  /** A running machine with its OS volume, a volume that was created with it, and a volume that existed before. */
  const machineWithVolumes = async (): Promise<{
    id: string;
    os: string;
    made: string;
    existing: string;
  }> => {
    const { owner } = cloud;
    const existing = await owner.volume({ name: 'existing' });
    cloud.pass(longEnough);
    const id = await owner.instance({
      existing_volumes: [existing],
      volumes: [{ name: 'made', size: 10, type: 'NVMe' }],
    });
    cloud.pass(longEnough);
    const { os_volume_id: os, volume_ids: volumeIds } = await owner.readInstance(id);
    const made = volumeIds.find((volumeId) => volumeId !== existing);
    return { id, os: String(os), made: String(made), existing };
  };

  const states = async (...ids: string[]): Promise<string[]> =>
    Promise.all(
      ids.map(async (id) => {
        const volume = await cloud.owner.readVolume(id);
        return volume.is_permanently_deleted === true ? 'purged' : volume.status;
      }),
    );

  test('are detached without volume_ids, and the OS volume goes to the trash', async () => {
    const { id, os, made, existing } = await machineWithVolumes();
    await cloud.owner.act('delete', id);
    expect(await states(os, made, existing)).toEqual(['deleting', 'detaching', 'detaching']);
    cloud.pass(longEnough);
    expect(await states(os, made, existing)).toEqual(['deleted', 'detached', 'detached']);
    expect(await cloud.owner.readVolume(made)).toMatchObject({ instance_id: null, instances: [] });
  });

  test('go to the trash if delete_permanently is given without volume_ids', async () => {
    const { id, os } = await machineWithVolumes();
    await cloud.owner.act('delete', id, { delete_permanently: true });
    cloud.pass(longEnough);
    expect(await states(os)).toEqual(['deleted']);
  });

  test('go to the trash if they are listed, and are detached otherwise, also the OS volume', async () => {
    const { id, os, made, existing } = await machineWithVolumes();
    await cloud.owner.act('delete', id, { volume_ids: [made] });
    cloud.pass(longEnough);
    expect(await states(os, made, existing)).toEqual(['detached', 'deleted', 'detached']);
  });

  test('are removed permanently if they are listed with delete_permanently', async () => {
    const { id, os, made, existing } = await machineWithVolumes();
    await cloud.owner.act('discontinue', id, { volume_ids: [os, made], delete_permanently: true });
    cloud.pass(longEnough);
    expect(await states(os, made, existing)).toEqual(['purged', 'purged', 'detached']);
    expect((await cloud.owner.get('/v1/volumes/trash')).body).toEqual([]);
  });

  test('go to the trash if delete_stuck lists them: delete_permanently is for delete and discontinue', async () => {
    cloud.emulator.control.faults.add({ kind: 'stuck', status: 'error', operation: 'deployInstance' });
    const { id, os, made } = await machineWithVolumes();
    await cloud.owner.act('delete_stuck', id, { volume_ids: [os, made], delete_permanently: true });
    cloud.pass(longEnough);
    expect(await states(os, made)).toEqual(['deleted', 'deleted']);
  });

  test('are not deleted with an empty list', async () => {
    const { id, os, made, existing } = await machineWithVolumes();
    await cloud.owner.act('delete', id, { volume_ids: [] });
    cloud.pass(longEnough);
    expect(await states(os, made, existing)).toEqual(['detached', 'detached', 'detached']);
  });

  test('are treated as without volume_ids if it is null', async () => {
    const { id, os, made } = await machineWithVolumes();
    await cloud.owner.act('delete', id, { volume_ids: null, delete_permanently: null });
    cloud.pass(longEnough);
    expect(await states(os, made)).toEqual(['deleted', 'detached']);
  });

  test('can be given as one id instead of a list', async () => {
    const { id, os, made } = await machineWithVolumes();
    await cloud.owner.act('delete', id, { volume_ids: made });
    cloud.pass(longEnough);
    expect(await states(os, made)).toEqual(['detached', 'deleted']);
  });

  test('are deleted if they are listed and belong to one of several deleted instances', async () => {
    const [one, two] = [await machineWithVolumes(), await machineWithVolumes()];
    expect(
      (await cloud.owner.act('delete', [one.id, two.id], { volume_ids: [one.made, two.os] })).status,
    ).toBe(202);
    cloud.pass(longEnough);
    expect(await states(one.os, one.made, two.os, two.made)).toEqual([
      'detached',
      'deleted',
      'deleted',
      'detached',
    ]);
  });

  test('stay, with the instance, if a listed volume is unknown or on none of the instances', async () => {
    const [one, two] = [await machineWithVolumes(), await machineWithVolumes()];
    const loose = await cloud.owner.volume();
    cloud.pass(longEnough);
    const refused = [
      [two.made, refusal(400, 'invalid_request', /volume_ids.*attached to instance/)],
      [loose, refusal(400, 'invalid_request', /volume_ids.*attached to no instance/)],
      ['nothing', refusal(404, 'not_found', /volume_ids.*nothing/)],
    ] as const;
    for (const [volumeId, answer] of refused) {
      expect(await cloud.owner.act('delete', one.id, { volume_ids: [volumeId] })).toMatchObject(answer);
    }
    cloud.pass(longEnough);
    expect((await cloud.owner.readInstance(one.id)).status).toBe('running');
  });

  test('do not matter for a second delete, which is answered with 204', async () => {
    const { id, os, made } = await machineWithVolumes();
    await cloud.owner.act('delete', id, { volume_ids: [os, made] });
    cloud.pass(longEnough);
    expect((await cloud.owner.act('delete', id, { volume_ids: [os, made] })).status).toBe(204);
  });

  test('stay if they are shared with another instance', async () => {
    const { owner } = cloud;
    const shared = await owner.volume({ type: 'NVMe_Shared' });
    cloud.pass(longEnough);
    const one = await owner.instance({ existing_volumes: [shared] });
    cloud.pass(longEnough);
    const two = await owner.instance();
    cloud.pass(longEnough);
    await owner.act('shutdown', two);
    cloud.pass(longEnough);
    expect((await owner.actOnVolume('attach', shared, { instance_id: two })).status).toBe(202);
    cloud.pass(longEnough);
    expect(await owner.act('delete', one, { volume_ids: [shared] })).toMatchObject(
      refusal(400, 'invalid_request', two),
    );
    await owner.act('delete', one);
    cloud.pass(longEnough);
    expect(await owner.readVolume(shared)).toMatchObject({ status: 'attached', instance_id: two });
  });
});
