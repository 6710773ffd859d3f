import { refusal, settled, useCloud } from './support';

describe('a clone', () => {
  const stage = useCloud();
  const source = async (fields: object = {}): Promise<string> => {
    const id = await stage.owner.volume(fields);
    stage.pass(settled);
    return id;
  };
  const clone = async (id: string, fields: object = {}): Promise<string> => {
    const { status, body } = await stage.owner.actOnVolume<{ id: string }>('clone', id, fields);
    expect(status).toBe(202);
    return body.id;
  };

  test('answers with the id of the copy, which is cloning and then detached', async () => {
    const id = await source({ tags: [{ key: 'a' }] });
    const copy = await clone(id, { name: 'copy' });
    expect(await stage.owner.readVolume(copy)).toMatchObject({
      status: 'cloning',
      name: 'copy',
      size: 100,
      tags: [],
    });
    stage.pass(50);
    expect((await stage.owner.readVolume(copy)).status).toBe('detached');
    expect((await stage.owner.readVolume(id)).status).toBe('detached');
  });

  test('may have another location and type, which takes longer', async () => {
    const id = await source();
    const copy = await clone(id, { location_code: 'ICE-01', type: 'NVMe_Shared' });
    stage.pass(199);
    expect(await stage.owner.readVolume(copy)).toMatchObject({
      status: 'cloning',
      location: 'ICE-01',
      type: 'NVMe_Shared',
    });
    stage.pass(1);
    expect((await stage.owner.readVolume(copy)).status).toBe('detached');
  });

  test('can be cancelled while it is under way, but not afterwards', async () => {
    const copy = await clone(await source(), { location_code: 'ICE-01' });
    expect((await stage.owner.actOnVolume('cancel', copy)).status).toBe(202);
    expect((await stage.owner.readVolume(copy)).status).toBe('canceling');
    stage.pass(settled);
    expect((await stage.owner.readVolume(copy)).status).toBe('canceled');
    const done = await clone(await source());
    stage.pass(settled);
    expect(await stage.owner.actOnVolume('cancel', done)).toMatchObject(
      refusal(403, 'forbidden_action', /cloning/),
    );
  });

  test('may be larger than its source, but not smaller', async () => {
    const id = await source();
    const copy = await clone(id, { size: 150 });
    expect(await stage.owner.readVolume(copy)).toMatchObject({ size: 150, monthly_price: 30 });
    expect(await stage.owner.actOnVolume('clone', id, { size: 99 })).toMatchObject(
      refusal(400, 'invalid_request', /^size: .*100 GB/),
    );
    expect((await stage.owner.readVolume(id)).size).toBe(100);
  });

  test('keeps its source from being deleted until it is detached, or its cancellation has ended', async () => {
    const { owner } = stage;
    const id = await source();
    const remove = () => owner.delete(`/v1/volumes/${id}`);
    const copy = await clone(id);
    expect(await remove()).toMatchObject(refusal(403, 'forbidden_action', copy));
    expect(await owner.actOnVolume('delete', id)).toMatchObject(refusal(403, 'forbidden_action', copy));
    await owner.actOnVolume('cancel', copy);
    expect(await remove()).toMatchObject(refusal(403, 'forbidden_action', copy));
    stage.pass(settled);
    const second = await clone(id);
    stage.pass(settled);
    expect((await owner.readVolume(second)).status).toBe('detached');
    expect((await remove()).status).toBe(202);
  });

  test('keeps its source from being deleted with the machine of the source', async () => {
    const { owner } = stage;
    const machine = await owner.instance();
    stage.pass(settled);
    const copy = await clone(String((await owner.readInstance(machine)).os_volume_id));
    expect(await owner.act('delete', machine)).toMatchObject(refusal(400, 'invalid_request', copy));
    expect((await owner.act('delete', machine, { volume_ids: [] })).status).toBe(202);
  });

  test('is not resized while it is under way, nor after it was cancelled', async () => {
    const { owner } = stage;
    const copy = await clone(await source());
    const resize = () => owner.actOnVolume('resize', copy, { size: 200 });
    expect(await resize()).toMatchObject(refusal(403, 'forbidden_action', /cloning/));
    await owner.actOnVolume('cancel', copy);
    expect(await resize()).toMatchObject(refusal(403, 'forbidden_action', /canceling/));
    stage.pass(settled);
    expect(await resize()).toMatchObject(refusal(403, 'forbidden_action', /canceled/));
  });

  test('is possible while the machine of an NVMe source runs; a copy of an OS volume can boot', async () => {
    const { owner } = stage;
    const machine = await owner.instance();
    stage.pass(settled);
    const { os_volume_id: os } = await owner.readInstance(machine);
    const copy = await clone(String(os));
    stage.pass(settled);
    const second = await owner.instance({ image: copy });
    stage.pass(settled);
    expect(await owner.readInstance(second)).toMatchObject({ status: 'running', image: 'ubuntu-24.04' });
  });

  test('requires one id, a known location, and an existing source', async () => {
    const { owner } = stage;
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
    stage.pass(settled);
    expect(await owner.actOnVolume('clone', two)).toMatchObject(refusal(403, 'forbidden_action', /deleted/));
  });
});

describe('an old HDD volume', () => {
  const stage = useCloud();
  const hdd = (fields: object = {}): string =>
    stage.emulator.control.addVolume({
      project: 'emulator',
      name: 'old',
      size: 100,
      type: 'HDD',
      location: 'FIN-01',
      ...fields,
    });

  test('cannot be resized', async () => {
    expect(await stage.owner.actOnVolume('resize', hdd(), { size: 200 })).toMatchObject(
      refusal(400, 'invalid_request', /HDD can no longer be resized/),
    );
  });

  test('can be cloned to NVMe while it is detached, or its machine is offline', async () => {
    const { owner } = stage;
    const id = hdd();
    const { status, body } = await owner.actOnVolume<{ id: string }>('clone', id, { type: 'NVMe' });
    expect(status).toBe(202);
    stage.pass(settled);
    expect(await owner.readVolume(body.id)).toMatchObject({ status: 'detached', type: 'NVMe' });
    const machine = await owner.instance({ existing_volumes: [id] });
    stage.pass(settled);
    expect(await owner.actOnVolume('clone', id, { type: 'NVMe' })).toMatchObject(
      refusal(403, 'forbidden_action', machine),
    );
    await owner.act('shutdown', machine);
    stage.pass(settled);
    expect((await owner.actOnVolume('clone', id, { type: 'NVMe' })).status).toBe(202);
  });

  test('can be cloned to HDD, unlike any other volume', async () => {
    const { owner } = stage;
    expect((await owner.actOnVolume('clone', hdd())).status).toBe(202);
    const nvme = await owner.volume();
    stage.pass(settled);
    expect(await owner.actOnVolume('clone', nvme, { type: 'HDD' })).toMatchObject(
      refusal(400, 'invalid_request', /^type/),
    );
    expect(await owner.actOnVolume('clone', hdd(), { size: 200 })).toMatchObject(
      refusal(400, 'invalid_request', /^size: .*HDD can no longer be resized/),
    );
  });

  test('can be renamed, attached, detached, deleted and restored like any other volume', async () => {
    const { owner } = stage;
    const id = hdd();
    const machine = await owner.instance();
    stage.pass(settled);
    await owner.act('shutdown', machine);
    stage.pass(settled);
    const steps: [string, object, string][] = [
      ['rename', { name: 'older' }, 'detached'],
      ['attach', { instance_id: machine }, 'attached'],
      ['detach', {}, 'detached'],
      ['delete', {}, 'deleted'],
      ['restore', {}, 'detached'],
    ];
    for (const [action, fields, status] of steps) {
      expect((await owner.actOnVolume(action, id, fields)).status).toBe(202);
      stage.pass(settled);
      expect(await owner.readVolume(id)).toMatchObject({ name: 'older', status });
    }
  });
});
