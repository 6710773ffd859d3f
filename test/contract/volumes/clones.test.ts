import { refusal, longEnough, useCloud } from '../support/caller';

describe('a clone', () => {
  const cloud = useCloud();
  const source = async (fields: object = {}): Promise<string> => {
    const id = await cloud.owner.volume(fields);
    cloud.pass(longEnough);
    return id;
  };
  const clone = async (id: string, fields: object = {}): Promise<string> => {
    const { status, body } = await cloud.owner.actOnVolume<{ id: string }>('clone', id, fields);
    expect(status).toBe(202);
    return body.id;
  };

  test('is answered with the id of the copy, which is cloning and then detached', async () => {
    const id = await source({ tags: [{ key: 'a' }] });
    const copy = await clone(id, { name: 'copy' });
    expect(await cloud.owner.readVolume(copy)).toMatchObject({
      status: 'cloning',
      name: 'copy',
      size: 100,
      tags: [],
    });
    cloud.pass(50);
    expect((await cloud.owner.readVolume(copy)).status).toBe('detached');
    expect((await cloud.owner.readVolume(id)).status).toBe('detached');
  });

  test('may have another location and type, which takes longer', async () => {
    const id = await source();
    const copy = await clone(id, { location_code: 'ICE-01', type: 'NVMe_Shared' });
    cloud.pass(199);
    expect(await cloud.owner.readVolume(copy)).toMatchObject({
      status: 'cloning',
      location: 'ICE-01',
      type: 'NVMe_Shared',
    });
    cloud.pass(1);
    expect((await cloud.owner.readVolume(copy)).status).toBe('detached');
  });

  test('can be cancelled while it is under way, but not afterwards', async () => {
    const copy = await clone(await source(), { location_code: 'ICE-01' });
    expect((await cloud.owner.actOnVolume('cancel', copy)).status).toBe(202);
    expect((await cloud.owner.readVolume(copy)).status).toBe('canceling');
    cloud.pass(longEnough);
    expect((await cloud.owner.readVolume(copy)).status).toBe('canceled');
    const done = await clone(await source());
    cloud.pass(longEnough);
    expect(await cloud.owner.actOnVolume('cancel', done)).toMatchObject(
      refusal(403, 'forbidden_action', /cloning/),
    );
  });

  test('may be larger than its source, but not smaller', async () => {
    const id = await source();
    const copy = await clone(id, { size: 150 });
    expect(await cloud.owner.readVolume(copy)).toMatchObject({ size: 150, monthly_price: 30 });
    expect(await cloud.owner.actOnVolume('clone', id, { size: 99 })).toMatchObject(
      refusal(400, 'invalid_request', /^size: .*100 GB/),
    );
    expect((await cloud.owner.readVolume(id)).size).toBe(100);
  });

  test('prevents the delete of its source until the copy is detached or its cancellation has ended', async () => {
    const { owner } = cloud;
    const id = await source();
    const remove = () => owner.delete(`/v1/volumes/${id}`);
    const copy = await clone(id);
    expect(await remove()).toMatchObject(refusal(403, 'forbidden_action', copy));
    expect(await owner.actOnVolume('delete', id)).toMatchObject(refusal(403, 'forbidden_action', copy));
    await owner.actOnVolume('cancel', copy);
    expect(await remove()).toMatchObject(refusal(403, 'forbidden_action', copy));
    cloud.pass(longEnough);
    const second = await clone(id);
    cloud.pass(longEnough);
    expect((await owner.readVolume(second)).status).toBe('detached');
    expect((await remove()).status).toBe(202);
  });

  test('prevents the delete of its source with a machine', async () => {
    const { owner } = cloud;
    const machine = await owner.instance();
    cloud.pass(longEnough);
    const copy = await clone(String((await owner.readInstance(machine)).os_volume_id));
    expect(await owner.act('delete', machine)).toMatchObject(refusal(400, 'invalid_request', copy));
    expect((await owner.act('delete', machine, { volume_ids: [] })).status).toBe(202);
  });

  test('cannot be resized while it is under way, or after it was cancelled', async () => {
    const { owner } = cloud;
    const copy = await clone(await source());
    const resize = () => owner.actOnVolume('resize', copy, { size: 200 });
    expect(await resize()).toMatchObject(refusal(403, 'forbidden_action', /cloning/));
    await owner.actOnVolume('cancel', copy);
    expect(await resize()).toMatchObject(refusal(403, 'forbidden_action', /canceling/));
    cloud.pass(longEnough);
    expect(await resize()).toMatchObject(refusal(403, 'forbidden_action', /canceled/));
  });

  test('stays in the trash if it was deleted unfinished: nothing restores it', async () => {
    const { owner } = cloud;
    const id = await source();
    const ends = [() => undefined, (copy: string) => owner.actOnVolume('cancel', copy)];
    for (const end of ends) {
      const copy = await clone(id, { location_code: 'ICE-01' });
      await end(copy);
      expect((await owner.delete(`/v1/volumes/${copy}`)).status).toBe(202);
      cloud.pass(longEnough);
      expect(await owner.actOnVolume('restore', copy)).toMatchObject(
        refusal(403, 'forbidden_action', /was deleted as an unfinished copy.*[Cc]lone/),
      );
      expect((await owner.readVolume(copy)).status).toBe('deleted');
    }
    const whole = await clone(id);
    cloud.pass(longEnough);
    await owner.delete(`/v1/volumes/${whole}`);
    cloud.pass(longEnough);
    expect((await owner.actOnVolume('restore', whole)).status).toBe(202);
  });

  test('prevents the transfer of its source, also with its machine', async () => {
    const { owner, emulator } = cloud;
    emulator.control.clients.add({ id: 'other', secret: 'other' });
    const [id, machine] = [await source(), await owner.instance()];
    cloud.pass(longEnough);
    const copies = [await clone(id), await clone(String((await owner.readInstance(machine)).os_volume_id))];
    const requests = [
      () => owner.actOnVolume('transfer', id, { project_id: 'other' }),
      () => owner.act('transfer', machine, { project_id: 'other' }),
    ];
    expect(await requests[0]?.()).toMatchObject(refusal(403, 'forbidden_action', copies[0]));
    expect(await requests[1]?.()).toMatchObject(refusal(400, 'invalid_request', copies[1]));
    cloud.pass(longEnough);
    for (const request of requests) expect((await request()).status).toBe(202);
  });

  test('is possible while the machine of an NVMe source runs; a machine can boot from a copy of an OS volume', async () => {
    const { owner } = cloud;
    const machine = await owner.instance();
    cloud.pass(longEnough);
    const { os_volume_id: os } = await owner.readInstance(machine);
    const copy = await clone(String(os));
    cloud.pass(longEnough);
    const second = await owner.instance({ image: copy });
    cloud.pass(longEnough);
    expect(await owner.readInstance(second)).toMatchObject({ status: 'running', image: 'ubuntu-24.04' });
  });

  test('requires one id, a known location, and an existing source', async () => {
    const { owner } = cloud;
    const [one, two] = [await source(), await source()];
    expect(await owner.actOnVolume('clone', [one, two])).toMatchObject(
      refusal(400, 'invalid_request', /one volume/),
    );
    expect((await owner.actOnVolume('clone', [one])).status).toBe(202);
    expect(await owner.actOnVolume('clone', one, { location_code: 'MOON-01' })).toMatchObject(
      refusal(400, 'invalid_request'),
    );
    expect((await owner.actOnVolume('clone', 'nothing')).status).toBe(404);
    await owner.delete(`/v1/volumes/${two}`);
    cloud.pass(longEnough);
    expect(await owner.actOnVolume('clone', two)).toMatchObject(refusal(403, 'forbidden_action', /deleted/));
  });
});

describe('an old HDD volume', () => {
  const cloud = useCloud();
  const hdd = (fields: object = {}): string =>
    cloud.emulator.control.addVolume({
      project: 'emulator',
      name: 'old',
      size: 100,
      type: 'HDD',
      location: 'FIN-01',
      ...fields,
    });

  test('cannot be resized', async () => {
    expect(await cloud.owner.actOnVolume('resize', hdd(), { size: 200 })).toMatchObject(
      refusal(400, 'invalid_request', /HDD can no longer be resized/),
    );
  });

  test('can be cloned to NVMe while it is detached, or its machine is offline', async () => {
    const { owner } = cloud;
    const id = hdd();
    const { status, body } = await owner.actOnVolume<{ id: string }>('clone', id, { type: 'NVMe' });
    expect(status).toBe(202);
    cloud.pass(longEnough);
    expect(await owner.readVolume(body.id)).toMatchObject({ status: 'detached', type: 'NVMe' });
    const machine = await owner.instance({ existing_volumes: [id] });
    cloud.pass(longEnough);
    expect(await owner.actOnVolume('clone', id, { type: 'NVMe' })).toMatchObject(
      refusal(403, 'forbidden_action', machine),
    );
    await owner.act('shutdown', machine);
    cloud.pass(longEnough);
    expect((await owner.actOnVolume('clone', id, { type: 'NVMe' })).status).toBe(202);
  });

  test('can be cloned to HDD, unlike any other volume', async () => {
    const { owner } = cloud;
    expect((await owner.actOnVolume('clone', hdd())).status).toBe(202);
    const nvme = await owner.volume();
    cloud.pass(longEnough);
    expect(await owner.actOnVolume('clone', nvme, { type: 'HDD' })).toMatchObject(
      refusal(400, 'invalid_request', /^type/),
    );
    expect(await owner.actOnVolume('clone', hdd(), { size: 200 })).toMatchObject(
      refusal(400, 'invalid_request', /^size: .*HDD can no longer be resized/),
    );
  });

  test('can be renamed, attached, detached, deleted and restored like any other volume', async () => {
    const { owner } = cloud;
    const id = hdd();
    const machine = await owner.instance();
    cloud.pass(longEnough);
    await owner.act('shutdown', machine);
    cloud.pass(longEnough);
    const steps: [string, object, string][] = [
      ['rename', { name: 'older' }, 'detached'],
      ['attach', { instance_id: machine }, 'attached'],
      ['detach', {}, 'detached'],
      ['delete', {}, 'deleted'],
      ['restore', {}, 'detached'],
    ];
    for (const [action, fields, status] of steps) {
      expect((await owner.actOnVolume(action, id, fields)).status).toBe(202);
      cloud.pass(longEnough);
      expect(await owner.readVolume(id)).toMatchObject({ name: 'older', status });
    }
  });
});
