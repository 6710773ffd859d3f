import type { AuditPage } from '#contract';
import { refusal, settled, useCloud } from './support';

describe('a volume', () => {
  const stage = useCloud();

  const detached = async (): Promise<string> => {
    const id = await stage.owner.volume();
    stage.pass(settled);
    return id;
  };

  /** The types of its events in the audit log, the newest first. */
  const recorded = async (id: string): Promise<(string | undefined)[]> => {
    const { body } = await stage.owner.get<AuditPage>('/v1/audit/log?object_type=volume&page_size=100');
    return body.data.filter(({ subject }) => subject === id).map(({ type }) => type.split('.')[5]);
  };

  test('is only detached as long as it exists', async () => {
    const id = await detached();
    const detach = () => stage.owner.actOnVolume('detach', id);
    await stage.owner.delete(`/v1/volumes/${id}`);
    stage.pass(settled);
    expect(await detach()).toMatchObject(
      refusal(403, 'forbidden_action', /is deleted and cannot be detached/),
    );
    await stage.owner.delete(`/v1/volumes/${id}`, { is_permanent: true });
    expect(await detach()).toMatchObject(refusal(403, 'forbidden_action', /deleted permanently/));
  });

  test('becomes exported by the action export, which needs it detached', async () => {
    const machine = await stage.owner.instance();
    stage.pass(settled);
    const { os_volume_id: os } = await stage.owner.readInstance(machine);
    expect(await stage.owner.actOnVolume('export', String(os))).toMatchObject(
      refusal(403, 'forbidden_action'),
    );
    const id = await detached();
    expect((await stage.owner.actOnVolume('export', id)).status).toBe(202);
    stage.pass(settled);
    expect((await stage.owner.readVolume(id)).status).toBe('exported');
    expect(await recorded(id)).toEqual(['other', 'create']);
  });

  test('is initialised by the action create if it was left ordered', async () => {
    stage.emulator.control.faults.add({ kind: 'stuck', status: 'ordered', operation: 'createVolume' });
    const id = await detached();
    expect((await stage.owner.readVolume(id)).status).toBe('ordered');
    expect((await stage.owner.actOnVolume('create', id)).status).toBe(202);
    expect((await stage.owner.readVolume(id)).status).toBe('created');
    expect(await recorded(id)).toEqual(['create', 'create']);
    stage.pass(settled);
    expect((await stage.owner.readVolume(id)).status).toBe('detached');
  });
});
