import type { AuditPage, Instance } from '#contract';
import { refusal, longEnough, useCloud } from '../support/caller';

describe('the states of an instance', () => {
  const cloud = useCloud();

  const status = async (id: string): Promise<string> => (await cloud.owner.readInstance(id)).status;

  test('begin with an accepted deploy; later the machine runs and has an address', async () => {
    const id = await cloud.owner.instance();
    expect(await cloud.owner.readInstance(id)).toMatchObject({ status: 'ordered', ip: null });
    const seen = [];
    for (let step = 0; step < 10; step += 1) {
      cloud.pass(10);
      seen.push(await status(id));
    }
    expect([...new Set(seen)]).toEqual(['provisioning', 'validating', 'running']);
    expect((await cloud.owner.readInstance(id)).ip).toMatch(/^198\.1[89]\.\d+\.\d+$/);
  });

  test.each([
    ['CPU.4V.16G', 45],
    ['1H100.80S.30V', 90],
    ['8H100.80S.176V', 240],
  ])('reach running after the documented time: %s after %d seconds', async (instanceType, seconds) => {
    const id = await cloud.owner.instance({ instance_type: instanceType });
    cloud.pass(seconds - 1);
    expect(await status(id)).toBe('validating');
    cloud.pass(1);
    expect(await status(id)).toBe('running');
  });

  test('stay running during a shutdown, until offline', async () => {
    const id = await cloud.runningInstance();
    expect((await cloud.owner.act('shutdown', id)).status).toBe(202);
    expect(await status(id)).toBe('running');
    cloud.pass(20);
    expect(await status(id)).toBe('offline');
  });

  test('reach offline sooner after a forced shutdown, also while a shutdown is under way', async () => {
    const id = await cloud.runningInstance();
    await cloud.owner.act('shutdown', id);
    expect((await cloud.owner.act('force_shutdown', id)).status).toBe(202);
    cloud.pass(3);
    expect(await status(id)).toBe('offline');
  });

  test.each(['start', 'boot'])(
    'return from offline to running through provisioning after %s, with the same address',
    async (action) => {
      const id = await cloud.offlineInstance();
      const { ip } = await cloud.owner.readInstance(id);
      expect((await cloud.owner.act(action, id)).status).toBe(202);
      expect(await status(id)).toBe('provisioning');
      cloud.pass(40);
      expect(await cloud.owner.readInstance(id)).toMatchObject({ status: 'running', ip });
    },
  );

  test.each(['delete', 'discontinue'])('pass through deleting to discontinued after %s', async (action) => {
    const id = await cloud.runningInstance();
    expect((await cloud.owner.act(action, id)).status).toBe(202);
    expect(await status(id)).toBe('deleting');
    cloud.pass(10);
    expect(await status(id)).toBe('discontinued');
  });

  test('end with discontinued: the machine is not listed, can be read by id for an hour, and is then unknown', async () => {
    const { owner } = cloud;
    const id = await cloud.runningInstance();
    await owner.act('delete', id);
    cloud.pass(60);
    expect((await owner.get('/v1/instances')).body).toEqual([]);
    expect((await owner.get('/v1/instances?status=discontinued')).body).toMatchObject([{ id }]);
    expect(await status(id)).toBe('discontinued');
    cloud.pass(3600);
    expect(await owner.get(`/v1/instances/${id}`)).toMatchObject(refusal(404, 'not_found', id));
    expect((await owner.get('/v1/instances?status=discontinued')).body).toEqual([]);
  });

  test('never reach running if the machine is deleted before', async () => {
    const id = await cloud.owner.instance();
    expect((await cloud.owner.act('delete', id)).status).toBe(202);
    cloud.pass(longEnough);
    expect(await status(id)).toBe('discontinued');
  });

  test('end after hibernate, which needs offline and keeps all volumes', async () => {
    const { owner } = cloud;
    const id = await cloud.runningInstance({ volumes: [{ name: 'extra', size: 10, type: 'NVMe' }] });
    expect(await owner.act('hibernate', id)).toMatchObject(refusal(400, 'invalid_request', /shut it down/i));
    await owner.act('shutdown', id);
    cloud.pass(longEnough);
    expect((await owner.act('hibernate', id)).status).toBe(202);
    // A client repeats a request whose reply was lost.
    expect((await owner.act('hibernate', id)).status).toBe(204);
    cloud.pass(longEnough);
    expect(await status(id)).toBe('discontinued');
    const volumes = (await owner.get('/v1/volumes')).body;
    expect(volumes).toMatchObject([
      { status: 'detached', is_os_volume: true, instance_id: null },
      { status: 'detached', name: 'extra', instance_id: null },
    ]);
  });

  test('do not allow hibernate while a delete takes the volumes', async () => {
    const id = await cloud.offlineInstance();
    expect((await cloud.owner.act('delete', id)).status).toBe(202);
    expect(await cloud.owner.act('hibernate', id)).toMatchObject(refusal(400, 'invalid_request', /deleting/));
  });

  test('begin again with a deploy from the OS volume of a hibernated machine', async () => {
    const { owner } = cloud;
    const id = await cloud.offlineInstance();
    const { os_volume_id: osVolumeId, image, os_name: osName } = await owner.readInstance(id);
    await owner.act('hibernate', id);
    cloud.pass(longEnough);
    const again = await owner.instance({ image: osVolumeId });
    cloud.pass(longEnough);
    expect(await owner.readInstance(again)).toMatchObject({
      status: 'running',
      os_volume_id: osVolumeId,
      image,
      os_name: osName,
    });
    expect(await owner.readVolume(String(osVolumeId))).toMatchObject({
      status: 'attached',
      instance_id: again,
    });
  });

  test('do not end after delete_stuck if the machine does not hang', async () => {
    const { owner, emulator } = cloud;
    const healthy = await cloud.runningInstance();
    expect(await owner.act('delete_stuck', healthy)).toMatchObject(refusal(400, 'invalid_request', /stuck/));
    emulator.control.faults.add({ kind: 'stuck', status: 'deleting', action: 'delete' });
    await owner.act('delete', healthy);
    cloud.pass(longEnough);
    expect(await status(healthy)).toBe('deleting');
    expect((await owner.act('delete', healthy)).status).toBe(204);
    expect((await owner.act('delete_stuck', healthy)).status).toBe(202);
    cloud.pass(longEnough);
    expect(await status(healthy)).toBe('discontinued');
  });

  test.each(['provisioning', 'error'])(
    'end after delete_stuck if the machine hangs in %s',
    async (hanging) => {
      const { owner, emulator } = cloud;
      emulator.control.faults.add({ kind: 'stuck', status: hanging, operation: 'deployInstance' });
      const id = await cloud.runningInstance();
      expect(await status(id)).toBe(hanging);
      expect((await owner.act('delete_stuck', id)).status).toBe(202);
      cloud.pass(longEnough);
      expect(await status(id)).toBe('discontinued');
    },
  );

  test('continue from ordered after the action deploy, which has no effect on a running machine', async () => {
    const { owner, emulator } = cloud;
    emulator.control.faults.add({ kind: 'stuck', status: 'ordered', operation: 'deployInstance' });
    const id = await cloud.runningInstance();
    expect(await status(id)).toBe('ordered');
    expect((await owner.act('deploy', id)).status).toBe(202);
    cloud.pass(longEnough);
    expect(await status(id)).toBe('running');
    expect((await owner.act('deploy', id)).status).toBe(204);
  });

  test('do not change when transfer moves the machine and its volumes to another project', async () => {
    const { owner, emulator } = cloud;
    emulator.control.clients.add({ id: 'other', secret: 'other' });
    const other = await cloud.caller('other', 'other');
    const id = await cloud.runningInstance();
    const { os_volume_id: osVolumeId } = await owner.readInstance(id);
    expect(await owner.act('transfer', id)).toMatchObject(refusal(400, 'invalid_request', /project_id/));
    expect(await owner.act('transfer', id, { project_id: 'nobody' })).toMatchObject(
      refusal(404, 'not_found'),
    );
    expect((await owner.act('transfer', id, { project_id: 'other' })).status).toBe(202);
    expect((await owner.get(`/v1/instances/${id}`)).status).toBe(404);
    expect((await other.get<Instance>(`/v1/instances/${id}`)).body.os_volume_id).toBe(osVolumeId);
    expect((await other.get(`/v1/volumes/${String(osVolumeId)}`)).status).toBe(200);
    const { body: history } = await other.get<AuditPage>('/v1/audit/log?action=transfer');
    expect(history.data).toMatchObject([
      { subject: id, data: { actor_id: null, discontinue_reason: 'transfer' } },
    ]);
  });

  test('do not change when transfer refuses a machine because of a shared volume', async () => {
    const { owner, emulator } = cloud;
    emulator.control.clients.add({ id: 'other', secret: 'other' });
    const [one, two] = [await cloud.runningInstance(), await cloud.runningInstance()];
    await owner.act('shutdown', [one, two]);
    cloud.pass(longEnough);
    const volume = await owner.volume({ type: 'NVMe_Shared', instance_ids: [one, two] });
    cloud.pass(longEnough);
    const transfer = () => owner.act('transfer', one, { project_id: 'other' });
    expect(await transfer()).toMatchObject(refusal(400, 'invalid_request', volume));
    await owner.actOnVolume('detach', volume, { instance_id: two });
    cloud.pass(longEnough);
    expect((await transfer()).status).toBe(202);
  });
});

describe('an evicted spot machine', () => {
  const cloud = useCloud();

  test('is discontinued at once, and each of its volumes is treated according to its policy', async () => {
    const { owner, emulator } = cloud;
    const kept = await owner.volume({ name: 'kept' });
    cloud.pass(60);
    const id = await owner.instance({
      is_spot: true,
      existing_volumes: [kept],
      os_volume: { name: 'os', size: 50, on_spot_discontinue: 'delete_permanently' },
      volumes: [
        { name: 'trashed', size: 10, type: 'NVMe', on_spot_discontinue: 'move_to_trash' },
        { name: 'default', size: 10, type: 'NVMe' },
      ],
    });
    cloud.pass(longEnough);
    const { os_volume_id: osVolumeId } = await owner.readInstance(id);
    emulator.control.evict(id);
    expect((await owner.readInstance(id)).status).toBe('discontinued');
    expect((await owner.get('/v1/volumes')).body).toMatchObject([
      { name: 'kept', status: 'detached' },
      { name: 'default', status: 'detached' },
    ]);
    expect((await owner.get('/v1/volumes/trash')).body).toMatchObject([{ name: 'trashed' }]);
    expect(await owner.readVolume(String(osVolumeId))).toMatchObject({ is_permanently_deleted: true });
  });

  test('leaves a shared volume to the other machines that mount it, whatever its policy', async () => {
    const { owner, emulator } = cloud;
    const [spot, other] = [await owner.instance({ is_spot: true }), await owner.instance()];
    cloud.pass(longEnough);
    await owner.act('shutdown', [spot, other]);
    cloud.pass(longEnough);
    const volume = await owner.volume({ type: 'NVMe_Shared', instance_ids: [spot, other] });
    cloud.pass(longEnough);
    await owner.act('configure_spot', spot, { on_spot_discontinue: 'delete_permanently' });
    emulator.control.evict(spot);
    expect(await owner.readVolume(volume)).toMatchObject({ status: 'attached', instance_id: other });
  });

  test('has its volumes treated according to the policy that configure_spot has set', async () => {
    const { owner, emulator } = cloud;
    const id = await owner.instance({ contract: 'SPOT' });
    cloud.pass(longEnough);
    expect(await owner.act('configure_spot', id)).toMatchObject(
      refusal(400, 'invalid_request', /on_spot_discontinue/),
    );
    expect((await owner.act('configure_spot', id, { on_spot_discontinue: 'move_to_trash' })).status).toBe(
      202,
    );
    emulator.control.evict(id);
    expect((await owner.get('/v1/volumes/trash')).body).toMatchObject([{ is_os_volume: true }]);
  });

  test('other machines are neither configured for an eviction nor evicted', async () => {
    const { owner, emulator } = cloud;
    const id = await owner.instance();
    cloud.pass(longEnough);
    expect(await owner.act('configure_spot', id, { on_spot_discontinue: 'move_to_trash' })).toMatchObject(
      refusal(400, 'invalid_request', /spot/),
    );
    expect(() => {
      emulator.control.evict(id);
    }).toThrow(/not a spot instance/);
  });
});
