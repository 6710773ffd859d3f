import type { AuditEvent, AuditPage, Balance } from '#contract';
import { refusal, longEnough, useCloud } from '../support/caller';

const hour = 3600;
/** US dollars per hour, from the catalogue. */
const machine = 0.1381;
const spotMachine = 0.0483;
const gigabyte = 0.2 / 730;

describe('the balance', () => {
  const cloud = useCloud();

  const left = async (): Promise<number> => (await cloud.owner.get<Balance>('/v1/balance')).body.amount;

  /** The decrease of the balance in an hour. */
  const hourly = async (): Promise<number> => {
    const before = await left();
    cloud.pass(hour);
    return before - (await left());
  };

  test('starts with the given amount, and stays the same while nothing exists', async () => {
    expect((await cloud.owner.get('/v1/balance')).body).toEqual({ amount: 10_000, currency: 'usd' });
    expect(await hourly()).toBe(0);
  });

  test('decreases for a machine and its OS volume, running or offline, until the machine is deleted', async () => {
    const id = await cloud.owner.instance({ os_volume: { name: 'os', size: 50 } });
    expect(await hourly()).toBeCloseTo(machine + 50 * gigabyte, 3);
    await cloud.owner.act('shutdown', id);
    cloud.pass(longEnough);
    expect(await hourly()).toBeCloseTo(machine + 50 * gigabyte, 3);
    await cloud.owner.act('delete', id);
    cloud.pass(longEnough);
    expect(await hourly()).toBe(0);
  });

  test('decreases for everything in a deploy as soon as the deploy is accepted', async () => {
    await cloud.owner.instance({
      os_volume: { name: 'os', size: 50 },
      volumes: [{ name: 'data', size: 100, type: 'NVMe' }],
    });
    expect(await hourly()).toBeCloseTo(machine + 150 * gigabyte, 3);
  });

  test('decreases for detached and restored volumes, but not for volumes in the trash', async () => {
    const id = await cloud.owner.volume({ size: 1000 });
    cloud.pass(longEnough);
    expect(await hourly()).toBeCloseTo(1000 * gigabyte, 3);
    await cloud.owner.delete(`/v1/volumes/${id}`);
    cloud.pass(longEnough);
    expect(await hourly()).toBe(0);
    await cloud.owner.actOnVolume('restore', id);
    cloud.pass(longEnough);
    expect(await hourly()).toBeCloseTo(1000 * gigabyte, 3);
    await cloud.owner.actOnVolume('resize', id, { size: 2000 });
    expect(await hourly()).toBeCloseTo(2000 * gigabyte, 3);
  });

  test('decreases for a failed installation, but not for lost capacity, exported volumes and cancelled copies', async () => {
    const { owner, emulator } = cloud;
    // Their OS volumes cost something, whatever happens to the machines.
    const os = { os_volume: { name: 'os', size: 50 } };
    emulator.control.faults.add({ kind: 'installationFailed' });
    await owner.instance(os);
    emulator.control.faults.add({ kind: 'noCapacity', at: 'later' });
    await owner.instance(os);
    const [exported, source] = [await owner.volume(), await owner.volume()];
    cloud.pass(longEnough);
    await owner.actOnVolume('export', exported);
    const { body } = await owner.actOnVolume<{ id: string }>('clone', source, { location_code: 'ICE-01' });
    await owner.actOnVolume('cancel', body.id);
    cloud.pass(longEnough);
    const statuses = [exported, body.id].map(async (id) => (await owner.readVolume(id)).status);
    expect(await Promise.all(statuses)).toEqual(['exported', 'canceled']);
    expect(await hourly()).toBeCloseTo(machine + (50 + 50 + 100) * gigabyte, 3);
  });

  test('decreases by the spot price, and by the price of a long-term contract', async () => {
    const small = { os_volume: { name: 'os', size: 1 } };
    await cloud.owner.instance({ contract: 'SPOT', ...small });
    expect(await hourly()).toBeCloseTo(spotMachine + gigabyte, 4);
    await cloud.owner.instance({ contract: 'LONG_TERM', long_term_period: '1_YEAR', ...small });
    expect(await hourly()).toBeCloseTo(spotMachine + machine * 0.82 + 2 * gigabyte, 4);
  });

  test('decreases every second, whenever it is read', async () => {
    await cloud.owner.volume({ size: 100_000 });
    const before = await left();
    for (let minute = 0; minute < 60; minute += 1) {
      cloud.pass(60);
      await left();
    }
    expect(before - (await left())).toBeCloseTo(100_000 * gigabyte, 3);
  });

  test('falls below zero without an effect on existing resources', async () => {
    const id = await cloud.owner.instance();
    cloud.emulator.control.balance.set('emulator', 1);
    cloud.pass(1000 * hour);
    expect(await left()).toBeLessThan(-100);
    expect((await cloud.owner.readInstance(id)).status).toBe('running');
  });

  test('must cover one hour of every order', async () => {
    const volume = await cloud.owner.volume({ size: 1000 });
    const trashed = await cloud.owner.volume({ size: 1000 });
    cloud.pass(longEnough);
    await cloud.owner.delete(`/v1/volumes/${trashed}`);
    cloud.pass(longEnough);
    cloud.emulator.control.balance.set('emulator', 0.1);
    const refused = refusal(402, 'insufficient_funds', '0.10 usd');
    const disk = { name: 'data', type: 'NVMe', location_code: 'FIN-01' };
    expect(await cloud.owner.post('/v1/volumes', { ...disk, size: 500 })).toMatchObject(refused);
    expect(await cloud.owner.actOnVolume('resize', volume, { size: 2000 })).toMatchObject(refused);
    expect(await cloud.owner.actOnVolume('restore', trashed)).toMatchObject(refused);
    expect(await cloud.owner.actOnVolume('clone', volume)).toMatchObject(refused);
    const trainer = { hostname: 'h', description: '', image: 'ubuntu-24.04', location_code: 'FIN-01' };
    expect(await cloud.owner.post('/v1/instances', { ...trainer, instance_type: '1V100.6V' })).toMatchObject(
      refused,
    );
    expect((await cloud.owner.post('/v1/volumes', { ...disk, size: 100 })).status).toBe(202);
    expect((await cloud.owner.actOnVolume('rename', volume, { name: 'new' })).status).toBe(202);
  });

  test('must cover one hour of the sum of a resize or a restore of several volumes', async () => {
    const { owner, emulator } = cloud;
    const ids = [await owner.volume({ size: 500 }), await owner.volume({ size: 500 })];
    const trashed = [await owner.volume({ size: 500 }), await owner.volume({ size: 500 })];
    cloud.pass(longEnough);
    await owner.actOnVolume('delete', trashed);
    cloud.pass(longEnough);
    emulator.control.balance.set('emulator', 0.2);
    const refused = refusal(402, 'insufficient_funds', '0.20 usd');
    expect(await owner.actOnVolume('resize', ids, { size: 600 })).toMatchObject(refused);
    expect(await owner.actOnVolume('restore', trashed)).toMatchObject(refused);
    expect((await owner.actOnVolume('resize', ids[0] ?? '', { size: 600 })).status).toBe(202);
    expect((await owner.actOnVolume('restore', trashed[0] ?? '')).status).toBe(202);
  });

  test('is not affected by the machines of another project', async () => {
    cloud.emulator.control.clients.add({ id: 'other-project', secret: 'secret' });
    const otherProject = await cloud.caller('other-project', 'secret');
    await otherProject.instance();
    expect(await hourly()).toBe(0);
    expect((await otherProject.get<Balance>('/v1/balance')).body.amount).toBeLessThan(10_000);
  });
});

describe('the balance of an account in euro', () => {
  const cloud = useCloud({ currency: 'eur' });

  test('decreases in euro', async () => {
    await cloud.owner.volume({ size: 73_000 });
    cloud.pass(hour);
    expect((await cloud.owner.get('/v1/balance')).body).toEqual({
      amount: 10_000 - 20 * 0.86,
      currency: 'eur',
    });
  });
});

describe('automatic top-up', () => {
  const cloud = useCloud({ balance: 100 });

  const left = async (): Promise<number> => (await cloud.owner.get<Balance>('/v1/balance')).body.amount;

  const charges = async (): Promise<AuditEvent[]> =>
    (
      await cloud.owner.get<AuditPage>('/v1/audit/log?object_type=auto_top_up&page_size=100')
    ).body.data.reverse();

  const actions = async (): Promise<(string | undefined)[]> =>
    (await charges()).map(({ type }) => type.split('.')[5]);

  /** The order costs 20 an hour. */
  const spend = (): Promise<string> => cloud.owner.volume({ size: 73_000 });

  test('is off by default', async () => {
    await spend();
    cloud.pass(10 * hour);
    expect(await left()).toBe(-100);
    expect(await charges()).toEqual([]);
  });

  test('charges in the second in which the balance falls below the threshold, however late it is read', async () => {
    cloud.emulator.control.autoTopUp.set('emulator', { threshold: 40, amount: 100 });
    const start = cloud.emulator.clock.now();
    await spend();
    cloud.pass(2 * hour);
    expect(await charges()).toEqual([]);
    cloud.pass(2 * hour);
    expect(await left()).toBe(120);
    const [create, complete, ...rest] = await charges();
    expect(rest).toEqual([]);
    expect(Date.parse(create?.time ?? '') - start).toBeCloseTo(3 * hour * 1000, -2);
    expect(Date.parse(complete?.time ?? '') - start).toBeCloseTo((3 * hour + 30) * 1000, -2);
    expect(create).toMatchObject({
      type: 'com.cloudcompute.api.cloud.auto_top_up.create.v1',
      subject: complete?.subject,
      data: { amount: 100, currency: 'usd', actor_id: null },
    });
    expect(complete?.type).toBe('com.cloudcompute.api.cloud.auto_top_up.complete.v1');
  });

  test('is repeated whenever the balance falls below the threshold', async () => {
    cloud.emulator.control.autoTopUp.set('emulator', { threshold: 40, amount: 100 });
    await spend();
    cloud.pass(27 * hour);
    expect(await actions()).toEqual(Array<string[]>(5).fill(['create', 'complete']).flat());
    expect(await left()).toBe(100 - 27 * 20 + 500);
  });

  test('reports a failed charge, and tries again later', async () => {
    cloud.emulator.control.autoTopUp.set('emulator', { threshold: 40, amount: 100, fails: true });
    await spend();
    cloud.pass(3.5 * hour);
    expect(await actions()).toEqual(['create', 'cancel']);
    expect(await left()).toBe(30);
    cloud.emulator.control.autoTopUp.set('emulator', { threshold: 40, amount: 100 });
    cloud.pass(hour);
    expect(await actions()).toEqual(['create', 'cancel', 'create', 'complete']);
    expect(await left()).toBe(110);
  });

  test('can be switched off again', async () => {
    cloud.emulator.control.autoTopUp.set('emulator', { threshold: 40, amount: 100 });
    cloud.emulator.control.autoTopUp.set('emulator', undefined);
    await spend();
    cloud.pass(10 * hour);
    expect(await charges()).toEqual([]);
  });
});

describe('automatic top-up from the start', () => {
  const cloud = useCloud({ balance: 100, autoTopUp: { threshold: 50, amount: 500 }, control: true });

  test('can be set as an option', async () => {
    await cloud.owner.volume({ size: 73_000 });
    cloud.pass(3 * hour);
    expect((await cloud.owner.get<Balance>('/v1/balance')).body.amount).toBe(540);
  });

  test('can be set by the control API', async () => {
    const body = { project: 'emulator', threshold: 50, amount: 7 };
    expect((await cloud.owner.put('/_emulator/auto-top-up', body)).status).toBe(204);
    expect(await cloud.owner.put('/_emulator/auto-top-up', { ...body, amount: 0 })).toMatchObject(
      refusal(400, 'invalid_request', 'amount'),
    );
    expect((await cloud.owner.delete('/_emulator/auto-top-up/emulator')).status).toBe(204);
    await cloud.owner.volume({ size: 73_000 });
    cloud.pass(3 * hour);
    expect((await cloud.owner.get<Balance>('/v1/balance')).body.amount).toBe(40);
  });
});
