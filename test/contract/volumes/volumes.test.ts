import type { Volume } from '#contract';
import { disk, refusal, longEnough, useCloud } from '../support/caller';

describe('a volume', () => {
  const cloud = useCloud();
  const create = (fields: object) => cloud.owner.post('/v1/volumes', disk(fields));

  test('is created with 202 and its id, is ordered and then detached, and has the price of its type', async () => {
    const id = await cloud.owner.volume({ tags: [{ key: 'Team', value: 'ml' }] });
    expect((await cloud.owner.readVolume(id)).status).toBe('ordered');
    cloud.pass(3);
    expect(await cloud.owner.readVolume(id)).toMatchObject({
      status: 'detached',
      name: 'data',
      size: 100,
      type: 'NVMe',
      location: 'FIN-01',
      is_os_volume: false,
      instance_id: null,
      instances: [],
      target: null,
      monthly_price: 20,
      base_hourly_cost: 0.02739726,
      currency: 'usd',
      contract: 'PAY_AS_YOU_GO',
      long_term: null,
      tags: [{ key: 'team', value: 'ml' }],
    });
  });

  test.each([
    ['location_code left out', { location_code: undefined }, /^location_code is required/],
    ['an unknown location', { location_code: 'MOON-01' }, /^location_code: .*MOON-01/],
    ['no name', { name: '' }, /^name must not be empty/],
    ['no size', { size: 0 }, /^size has to be > 0/],
    ['a fraction as its size', { size: 50.5 }, /^size has to be a whole number/],
    ['a size that is text', { size: '100' }, /^size has to be of type number/],
    ['HDD', { type: 'HDD' }, /^type: .*HDD can no longer be created/],
    ['HDD_Shared', { type: 'HDD_Shared' }, /^type: .*HDD_Shared can no longer be created/],
    ['an unknown type', { type: 'Tape' }, /^type has to be one of HDD, NVMe/],
    [
      'eleven tags',
      { tags: Array.from({ length: 11 }, (_, n) => ({ key: `k${n}` })) },
      /^tags has at most 10/,
    ],
  ])('is refused with 400 if it has %s', async (_, fields, words) => {
    expect(await create(fields)).toMatchObject(refusal(400, 'invalid_request', words));
    expect((await cloud.owner.get('/v1/volumes')).body).toEqual([]);
  });

  test('is attached on creation to a machine that is shut down', async () => {
    const instance = await cloud.offlineInstance();
    const forms = [
      { target: 'vdb', fields: { instance_id: instance } },
      { target: 'vdc', fields: { instance_ids: [instance] } },
    ];
    for (const { target, fields } of forms) {
      const id = await cloud.owner.volume(fields);
      const seen = [];
      for (let second = 0; second < 10; second += 1) {
        seen.push((await cloud.owner.readVolume(id)).status);
        cloud.pass(1);
      }
      expect([...new Set(seen)]).toEqual(['ordered', 'attaching', 'attached']);
      expect(await cloud.owner.readVolume(id)).toMatchObject({ instance_id: instance, target });
      expect((await cloud.owner.readInstance(instance)).volume_ids).toContain(id);
    }
  });

  test('is refused on creation with 403 if one of the machines is not shut down', async () => {
    const { owner } = cloud;
    const off = await cloud.offlineInstance();
    const on = await owner.instance();
    cloud.pass(longEnough);
    const shared = { type: 'NVMe_Shared', instance_ids: [off, on] };
    expect(await create({ instance_id: on })).toMatchObject(
      refusal(403, 'forbidden_action', /running.*[Ss]hut it down/),
    );
    expect(await create(shared)).toMatchObject(refusal(403, 'forbidden_action', on));
    await owner.act('shutdown', on);
    cloud.pass(longEnough);
    expect((await create(shared)).status).toBe(202);
  });

  test('is refused with machines in another location, unknown machines, or several machines unless it is shared', async () => {
    const [one, two] = [await cloud.offlineInstance(), await cloud.offlineInstance()];
    const far = await cloud.offlineInstance({ location_code: 'FIN-02' });
    expect(await create({ instance_id: far })).toMatchObject(refusal(400, 'invalid_request', /FIN-02/));
    expect(await create({ instance_id: 'nothing' })).toMatchObject(refusal(404, 'not_found', /nothing/));
    expect(await create({ instance_ids: [one, two] })).toMatchObject(
      refusal(400, 'invalid_request', /shared type/),
    );
  });

  test('is attached and detached only while the machine is shut down', async () => {
    const { owner } = cloud;
    const id = await cloud.detachedVolume();
    const machine = await owner.instance();
    cloud.pass(longEnough);
    expect(await owner.actOnVolume('attach', id, { instance_id: machine })).toMatchObject(
      refusal(403, 'forbidden_action'),
    );
    await owner.act('shutdown', machine);
    cloud.pass(longEnough);
    expect((await owner.actOnVolume('attach', id, { instance_id: machine })).status).toBe(202);
    expect((await owner.readVolume(id)).status).toBe('attaching');
    cloud.pass(5);
    expect((await owner.readVolume(id)).status).toBe('attached');
    await owner.act('start', machine);
    cloud.pass(longEnough);
    expect(await owner.actOnVolume('detach', id)).toMatchObject(refusal(403, 'forbidden_action', /running/));
    await owner.act('shutdown', machine);
    cloud.pass(longEnough);
    expect((await owner.actOnVolume('detach', id)).status).toBe(202);
    expect((await owner.readVolume(id)).status).toBe('detaching');
    cloud.pass(5);
    expect(await owner.readVolume(id)).toMatchObject({
      status: 'detached',
      instance_id: null,
      instances: [],
    });
  });

  test('is attached or detached to the end if its machine is started meanwhile', async () => {
    const { owner } = cloud;
    const id = await cloud.detachedVolume();
    const instance = await cloud.offlineInstance();
    const steps = [
      ['attach', 'attaching', 'attached'],
      ['detach', 'detaching', 'detached'],
    ] as const;
    for (const [action, during, end] of steps) {
      await owner.actOnVolume(action, id, { instance_id: instance });
      expect((await owner.act('start', instance)).status).toBe(202);
      expect((await owner.readVolume(id)).status).toBe(during);
      cloud.pass(longEnough);
      expect((await owner.readVolume(id)).status).toBe(end);
      expect((await owner.readInstance(instance)).status).toBe('running');
      await owner.act('shutdown', instance);
      cloud.pass(longEnough);
    }
  });

  test('accepts an attach and a detach that have no effect', async () => {
    const { owner } = cloud;
    const machine = await cloud.offlineInstance();
    const id = await cloud.detachedVolume();
    expect((await owner.actOnVolume('detach', id)).status).toBe(202);
    await owner.actOnVolume('attach', id, { instance_id: machine });
    expect((await owner.actOnVolume('attach', id, { instance_id: machine })).status).toBe(202);
    cloud.pass(longEnough);
    expect((await owner.actOnVolume('attach', id, { instance_id: machine })).status).toBe(202);
  });

  test('is not detached from an instance that does not hold it', async () => {
    const { owner } = cloud;
    const [holder, other] = [await cloud.offlineInstance(), await cloud.offlineInstance()];
    const id = await cloud.detachedVolume();
    const shared = await cloud.detachedVolume({ type: 'NVMe_Shared' });
    const detach = (volume: string, instance: string) =>
      owner.actOnVolume('detach', volume, { instance_id: instance });
    for (const volume of [id, shared]) await owner.actOnVolume('attach', volume, { instance_id: holder });
    cloud.pass(longEnough);
    expect(await detach(id, other)).toMatchObject(
      refusal(400, 'invalid_request', new RegExp(`^instance_ids: .* ${other} .*${holder}`)),
    );
    expect((await owner.readVolume(id)).status).toBe('attached');
    // It may be a repetition, after a lost reply.
    expect((await detach(shared, other)).status).toBe(202);
    expect((await detach(id, holder)).status).toBe(202);
    cloud.pass(longEnough);
    expect((await detach(id, holder)).status).toBe(202);
  });

  test('is attached to a machine in its location, and to a second machine only if it is shared', async () => {
    const { owner } = cloud;
    const [one, two, far] = [
      await cloud.offlineInstance(),
      await cloud.offlineInstance(),
      await cloud.offlineInstance({ location_code: 'FIN-02' }),
    ];
    const plain = await cloud.detachedVolume();
    const shared = await cloud.detachedVolume({ type: 'NVMe_Shared' });
    expect(await owner.actOnVolume('attach', plain)).toMatchObject(
      refusal(400, 'invalid_request', /^instance_id/),
    );
    expect(await owner.actOnVolume('attach', plain, { instance_id: far })).toMatchObject(
      refusal(400, 'invalid_request'),
    );
    await owner.actOnVolume('attach', plain, { instance_id: one });
    await owner.actOnVolume('attach', shared, { instance_ids: [one] });
    cloud.pass(longEnough);
    expect(await owner.actOnVolume('attach', plain, { instance_id: two })).toMatchObject(
      refusal(403, 'forbidden_action'),
    );
    expect((await owner.actOnVolume('attach', shared, { instance_ids: [two] })).status).toBe(202);
    cloud.pass(longEnough);
    expect((await owner.readVolume(shared)).instances.map(({ id }) => id)).toEqual([one, two]);
    expect((await owner.actOnVolume('detach', shared, { instance_id: one })).status).toBe(202);
    cloud.pass(longEnough);
    expect(await owner.readVolume(shared)).toMatchObject({ status: 'attached', instance_id: two });
  });

  test('is not detached from the machine that boots from it', async () => {
    const machine = await cloud.offlineInstance();
    const { os_volume_id: os } = await cloud.owner.readInstance(machine);
    expect(await cloud.owner.actOnVolume('detach', String(os))).toMatchObject(
      refusal(403, 'forbidden_action', /OS volume/),
    );
  });

  test('is detached from another machine even if it is an OS volume', async () => {
    const { owner } = cloud;
    const [first, second] = [await cloud.offlineInstance(), await cloud.offlineInstance()];
    const os = String((await owner.readInstance(first)).os_volume_id);
    await owner.act('hibernate', first);
    cloud.pass(longEnough);
    await owner.actOnVolume('attach', os, { instance_id: second });
    cloud.pass(longEnough);
    expect(await owner.readVolume(os)).toMatchObject({ status: 'attached', target: 'vdb' });
    expect((await owner.actOnVolume('detach', os)).status).toBe(202);
    cloud.pass(longEnough);
    expect((await owner.readVolume(os)).status).toBe('detached');
  });

  test('can be renamed', async () => {
    const id = await cloud.detachedVolume();
    expect(await cloud.owner.actOnVolume('rename', id)).toMatchObject(
      refusal(400, 'invalid_request', /^name/),
    );
    expect((await cloud.owner.actOnVolume('rename', id, { name: 'new' })).status).toBe(202);
    expect((await cloud.owner.readVolume(id)).name).toBe('new');
  });

  test('can grow or keep its size, but never shrinks', async () => {
    const id = await cloud.detachedVolume();
    expect(await cloud.owner.actOnVolume('resize', id)).toMatchObject(
      refusal(400, 'invalid_request', /^size/),
    );
    expect(await cloud.owner.actOnVolume('resize', id, { size: 99 })).toMatchObject(
      refusal(400, 'invalid_request', /shrink/),
    );
    expect(await cloud.owner.actOnVolume('resize', id, { size: 100.5 })).toMatchObject(
      refusal(400, 'invalid_request', /^size has to be a whole number/),
    );
    expect((await cloud.owner.actOnVolume('resize', id, { size: 100 })).status).toBe(202);
    expect((await cloud.owner.actOnVolume('resize', id, { size: 150 })).status).toBe(202);
    expect(await cloud.owner.readVolume(id)).toMatchObject({ size: 150, monthly_price: 30 });
  });

  test.each([
    ['rename', { name: 'other' }],
    ['resize', { size: 150 }],
  ] as const)('refuses a %s while it is moved to the trash, and in the trash', async (action, what) => {
    const id = await cloud.detachedVolume();
    await cloud.owner.actOnVolume('delete', id);
    expect((await cloud.owner.readVolume(id)).status).toBe('deleting');
    expect(await cloud.owner.actOnVolume(action, id, what)).toMatchObject(refusal(403, 'forbidden_action'));
    cloud.pass(longEnough);
    expect((await cloud.owner.readVolume(id)).status).toBe('deleted');
    expect(await cloud.owner.actOnVolume(action, id, what)).toMatchObject(refusal(403, 'forbidden_action'));
  });

  test('is changed only if all volumes of the request can be changed', async () => {
    const { owner } = cloud;
    const [one, two] = [await cloud.detachedVolume(), await cloud.detachedVolume()];
    expect((await owner.actOnVolume('rename', [one, 'nothing'], { name: 'x' })).status).toBe(404);
    expect((await owner.actOnVolume('resize', [one, two], { size: 1 })).status).toBe(400);
    await owner.delete(`/v1/volumes/${two}`);
    cloud.pass(longEnough);
    expect(await owner.actOnVolume('rename', [one, two], { name: 'x' })).toMatchObject(
      refusal(403, 'forbidden_action', two),
    );
    expect((await owner.readVolume(one)).name).toBe('data');
    expect((await owner.actOnVolume('delete', [one, two])).status).toBe(202);
    cloud.pass(longEnough);
    expect((await owner.readVolume(one)).status).toBe('deleted');
    expect((await owner.actOnVolume('delete', [one, two])).status).toBe(204);
  });

  test('can be listed by status', async () => {
    const { owner } = cloud;
    const [one, two] = [await cloud.detachedVolume(), await cloud.detachedVolume()];
    await owner.delete(`/v1/volumes/${two}`);
    const listed = async (query: string): Promise<string[]> =>
      (await owner.get<Volume[]>(`/v1/volumes${query}`)).body.map(({ id }) => id);
    expect(await listed('?status=detached')).toEqual([one]);
    expect(await listed('?status=deleting')).toEqual([two]);
    cloud.pass(longEnough);
    expect(await listed('')).toEqual([one]);
    expect(await listed('?status=deleted')).toEqual([two]);
    expect((await owner.get('/v1/volumes?status=lost')).status).toBe(400);
  });
});
