import type { AuditPage } from '#contract';
import { refusal, longEnough, useCloud } from '../support/caller';

describe('a volume', () => {
  const cloud = useCloud();

  /** The actions on the volume in the audit log, the newest first. */
  const recorded = async (id: string): Promise<(string | undefined)[]> => {
    const { body } = await cloud.owner.get<AuditPage>('/v1/audit/log?object_type=volume&page_size=100');
    return body.data.filter(({ subject }) => subject === id).map(({ type }) => type.split('.')[5]);
  };

  test('has the status detached until its delete', async () => {
    const id = await cloud.detachedVolume();
    const detach = () => cloud.owner.actOnVolume('detach', id);
    await cloud.owner.delete(`/v1/volumes/${id}`);
    cloud.pass(longEnough);
    expect(await detach()).toMatchObject(
      refusal(403, 'forbidden_action', /is deleted and cannot be detached/),
    );
    await cloud.owner.delete(`/v1/volumes/${id}`, { is_permanent: true });
    expect(await detach()).toMatchObject(refusal(403, 'forbidden_action', /deleted permanently/));
  });

  test('becomes exported after the action export, for which it must be detached', async () => {
    const machine = await cloud.owner.instance();
    cloud.pass(longEnough);
    const { os_volume_id: os } = await cloud.owner.readInstance(machine);
    expect(await cloud.owner.actOnVolume('export', String(os))).toMatchObject(
      refusal(403, 'forbidden_action'),
    );
    const id = await cloud.detachedVolume();
    expect((await cloud.owner.actOnVolume('export', id)).status).toBe(202);
    cloud.pass(longEnough);
    expect((await cloud.owner.readVolume(id)).status).toBe('exported');
    expect(await recorded(id)).toEqual(['other', 'create']);
  });

  test('can be cloned but not attached or detached when it is exported; the answers name the status', async () => {
    const machine = await cloud.offlineInstance();
    const id = await cloud.detachedVolume();
    await cloud.owner.actOnVolume('export', id);
    cloud.pass(longEnough);
    for (const action of ['attach', 'detach'])
      expect(await cloud.owner.actOnVolume(action, id, { instance_id: machine })).toMatchObject(
        refusal(403, 'forbidden_action', new RegExp(`is exported and cannot be ${action}ed now`)),
      );
    expect((await cloud.owner.actOnVolume('clone', id)).status).toBe(202);
    const ordered = await cloud.owner.volume();
    expect(await cloud.owner.actOnVolume('clone', ordered)).toMatchObject(
      refusal(403, 'forbidden_action', /is ordered .* It has to be attached, detached or exported\.$/),
    );
    expect(await cloud.owner.actOnVolume('detach', ordered)).toMatchObject(
      refusal(403, 'forbidden_action', /is ordered and cannot be detached now/),
    );
  });

  test('is initialised by the action create if it hangs in ordered', async () => {
    cloud.emulator.control.faults.add({ kind: 'stuck', status: 'ordered', operation: 'createVolume' });
    const id = await cloud.detachedVolume();
    expect((await cloud.owner.readVolume(id)).status).toBe('ordered');
    expect((await cloud.owner.actOnVolume('create', id)).status).toBe(202);
    expect((await cloud.owner.readVolume(id)).status).toBe('created');
    expect(await recorded(id)).toEqual(['create', 'create']);
    cloud.pass(longEnough);
    expect((await cloud.owner.readVolume(id)).status).toBe('detached');
  });
});
