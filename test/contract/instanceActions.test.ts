import type { InstanceActionResult } from '#contract';
import { refusal, settled, useCloud } from './support';

describe('instance actions', () => {
  const stage = useCloud();
  const unknown = '00000000-0000-4000-8000-000000000000';

  const running = async (): Promise<string> => {
    const id = await stage.owner.instance();
    stage.pass(settled);
    return id;
  };

  test.each([
    ['one id', (id: string) => id],
    ['an array of one id', (id: string) => [id]],
  ])('answer %s with 202 and one result, or 204 if the state already satisfies it', async (_, form) => {
    const id = await running();
    expect(await stage.owner.act('shutdown', form(id))).toMatchObject({
      status: 202,
      body: [{ action: 'shutdown', instanceId: id, status: 'success' }],
    });
    expect(await stage.owner.act('shutdown', form(id))).toMatchObject({ status: 204, body: undefined });
    stage.pass(settled);
    expect(await stage.owner.act('shutdown', form(id))).toMatchObject({ status: 204, body: undefined });
  });

  test.each([
    ['one id', (id: string) => id],
    ['an array of one id', (id: string) => [id]],
  ])('answer %s with 404 for an unknown id, and 400 if it is not allowed', async (_, form) => {
    expect(await stage.owner.act('start', form(unknown))).toMatchObject(refusal(404, 'not_found', unknown));
    const id = await stage.owner.instance();
    expect(await stage.owner.act('shutdown', form(id))).toMatchObject(
      refusal(400, 'invalid_request', /ordered/),
    );
  });

  test('answer start with 204 for a running or starting machine', async () => {
    const id = await stage.owner.instance();
    stage.pass(10);
    expect((await stage.owner.act('start', id)).status).toBe(204);
    stage.pass(settled);
    expect((await stage.owner.act('start', id)).status).toBe(204);
  });

  test('refuse start while the machine shuts down, because it would go off anyway', async () => {
    const id = await running();
    await stage.owner.act('shutdown', id);
    expect(await stage.owner.act('start', id)).toMatchObject(refusal(400, 'invalid_request', /shuts down/));
  });

  test('answer delete with 204 for a machine that is deleting or discontinued', async () => {
    const id = await running();
    await stage.owner.act('delete', id);
    expect((await stage.owner.act('delete', id)).status).toBe(204);
    stage.pass(settled);
    expect((await stage.owner.act('delete', id)).status).toBe(204);
    expect((await stage.owner.act('discontinue', [id])).status).toBe(204);
  });

  test('answer several with 202 if all succeeded or were satisfied already', async () => {
    const [one, two] = [await running(), await running()];
    await stage.owner.act('shutdown', one);
    expect(await stage.owner.act('shutdown', [one, two])).toMatchObject({
      status: 202,
      body: [
        { instanceId: one, status: 'success' },
        { instanceId: two, status: 'success' },
      ],
    });
  });

  test('answer several with 207 and each outcome if some failed; the others take effect', async () => {
    const id = await running();
    const { status, body } = await stage.owner.act<InstanceActionResult[]>('shutdown', [id, unknown]);
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
    stage.pass(settled);
    expect((await stage.owner.readInstance(id)).status).toBe('offline');
  });

  test('answer several with 207 also if all failed', async () => {
    const ordered = await stage.owner.instance();
    expect(await stage.owner.act('shutdown', [ordered, unknown])).toMatchObject({
      status: 207,
      body: [
        { instanceId: ordered, status: 'error', statusCode: 400 },
        { instanceId: unknown, status: 'error', statusCode: 404 },
      ],
    });
  });

  test('answer an unknown action with 400 and name the property', async () => {
    expect(await stage.owner.act('explode', unknown)).toMatchObject(
      refusal(400, 'invalid_request', /^action has to be one of boot/),
    );
  });

  test('work the same on the deprecated path', async () => {
    const id = await running();
    expect(await stage.owner.post('/v1/instances/action', { action: 'shutdown', id })).toMatchObject({
      status: 202,
      body: [{ action: 'shutdown', instanceId: id, status: 'success' }],
    });
    stage.pass(settled);
    expect((await stage.owner.post('/v1/instances/action', { action: 'shutdown', id })).status).toBe(204);
    expect((await stage.owner.readInstance(id)).status).toBe('offline');
  });
});

describe('the volumes of a deleted instance', () => {
  const stage = useCloud();

  /** A running machine with an OS volume, one that it made and one that existed. */
  const furnished = async (): Promise<{ id: string; os: string; made: string; existing: string }> => {
    const { owner } = stage;
    const existing = await owner.volume({ name: 'existing' });
    stage.pass(settled);
    const id = await owner.instance({
      existing_volumes: [existing],
      volumes: [{ name: 'made', size: 10, type: 'NVMe' }],
    });
    stage.pass(settled);
    const { os_volume_id: os, volume_ids: volumeIds } = await owner.readInstance(id);
    const made = volumeIds.find((volumeId) => volumeId !== existing);
    return { id, os: String(os), made: String(made), existing };
  };

  const states = async (...ids: string[]): Promise<string[]> =>
    Promise.all(
      ids.map(async (id) => {
        const volume = await stage.owner.readVolume(id);
        return volume.is_permanently_deleted === true ? 'purged' : volume.status;
      }),
    );

  test('are detached without volume_ids, and the OS volume goes to the trash', async () => {
    const { id, os, made, existing } = await furnished();
    await stage.owner.act('delete', id);
    expect(await states(os, made, existing)).toEqual(['deleting', 'detaching', 'detaching']);
    stage.pass(settled);
    expect(await states(os, made, existing)).toEqual(['deleted', 'detached', 'detached']);
    expect(await stage.owner.readVolume(made)).toMatchObject({ instance_id: null, instances: [] });
  });

  test('go to the trash if delete_permanently is given without volume_ids', async () => {
    const { id, os } = await furnished();
    await stage.owner.act('delete', id, { delete_permanently: true });
    stage.pass(settled);
    expect(await states(os)).toEqual(['deleted']);
  });

  test('go to the trash if they are listed, and are detached if not, the OS volume too', async () => {
    const { id, os, made, existing } = await furnished();
    await stage.owner.act('delete', id, { volume_ids: [made] });
    stage.pass(settled);
    expect(await states(os, made, existing)).toEqual(['detached', 'deleted', 'detached']);
  });

  test('are removed for good if they are listed with delete_permanently', async () => {
    const { id, os, made, existing } = await furnished();
    await stage.owner.act('discontinue', id, { volume_ids: [os, made], delete_permanently: true });
    stage.pass(settled);
    expect(await states(os, made, existing)).toEqual(['purged', 'purged', 'detached']);
    expect((await stage.owner.get('/v1/volumes/trash')).body).toEqual([]);
  });

  test('go to the trash if delete_stuck lists them: delete_permanently is for delete and discontinue', async () => {
    stage.emulator.control.faults.add({ kind: 'stuck', status: 'error', operation: 'deployInstance' });
    const { id, os, made } = await furnished();
    await stage.owner.act('delete_stuck', id, { volume_ids: [os, made], delete_permanently: true });
    stage.pass(settled);
    expect(await states(os, made)).toEqual(['deleted', 'deleted']);
  });

  test('are not deleted with an empty list', async () => {
    const { id, os, made, existing } = await furnished();
    await stage.owner.act('delete', id, { volume_ids: [] });
    stage.pass(settled);
    expect(await states(os, made, existing)).toEqual(['detached', 'detached', 'detached']);
  });

  test('are treated as without volume_ids if it is null', async () => {
    const { id, os, made } = await furnished();
    await stage.owner.act('delete', id, { volume_ids: null, delete_permanently: null });
    stage.pass(settled);
    expect(await states(os, made)).toEqual(['deleted', 'detached']);
  });

  test('can be given as one id instead of a list', async () => {
    const { id, os, made } = await furnished();
    await stage.owner.act('delete', id, { volume_ids: made });
    stage.pass(settled);
    expect(await states(os, made)).toEqual(['detached', 'deleted']);
  });

  test('are deleted if they are listed and belong to one of several deleted instances', async () => {
    const [one, two] = [await furnished(), await furnished()];
    expect(
      (await stage.owner.act('delete', [one.id, two.id], { volume_ids: [one.made, two.os] })).status,
    ).toBe(202);
    stage.pass(settled);
    expect(await states(one.os, one.made, two.os, two.made)).toEqual([
      'detached',
      'deleted',
      'deleted',
      'detached',
    ]);
  });

  test('stay, with the instance, if a listed volume is unknown or not on one of the instances', async () => {
    const [one, two] = [await furnished(), await furnished()];
    const loose = await stage.owner.volume();
    stage.pass(settled);
    const refused = [
      [two.made, refusal(400, 'invalid_request', /volume_ids.*attached to instance/)],
      [loose, refusal(400, 'invalid_request', /volume_ids.*attached to no instance/)],
      ['nothing', refusal(404, 'not_found', /volume_ids.*nothing/)],
    ] as const;
    for (const [volumeId, answer] of refused) {
      expect(await stage.owner.act('delete', one.id, { volume_ids: [volumeId] })).toMatchObject(answer);
    }
    stage.pass(settled);
    expect((await stage.owner.readInstance(one.id)).status).toBe('running');
  });

  test('do not matter for a second delete, which is 204', async () => {
    const { id, os, made } = await furnished();
    await stage.owner.act('delete', id, { volume_ids: [os, made] });
    stage.pass(settled);
    expect((await stage.owner.act('delete', id, { volume_ids: [os, made] })).status).toBe(204);
  });

  test('stay if they are shared with another instance', async () => {
    const { owner } = stage;
    const shared = await owner.volume({ type: 'NVMe_Shared' });
    stage.pass(settled);
    const one = await owner.instance({ existing_volumes: [shared] });
    stage.pass(settled);
    const two = await owner.instance();
    stage.pass(settled);
    await owner.act('shutdown', two);
    stage.pass(settled);
    expect((await owner.actOnVolume('attach', shared, { instance_id: two })).status).toBe(202);
    stage.pass(settled);
    expect(await owner.act('delete', one, { volume_ids: [shared] })).toMatchObject(
      refusal(400, 'invalid_request', two),
    );
    await owner.act('delete', one);
    stage.pass(settled);
    expect(await owner.readVolume(shared)).toMatchObject({ status: 'attached', instance_id: two });
  });
});
