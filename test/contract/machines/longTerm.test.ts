import type { Cluster, JournalEntry, LongTerm, Volume } from '#contract';
import { longEnough, useCloud } from '../support/caller';

const day = 24 * 3600;

describe('the long-term contract of an instance', () => {
  const cloud = useCloud();

  test('is shown on the OS volume with its end and price, and renews itself', async () => {
    const { owner, emulator } = cloud;
    emulator.clock.set(new Date(Date.UTC(2100, 0, 31)));
    const id = await owner.instance({ contract: 'LONG_TERM', long_term_period: '1_YEAR' });
    cloud.pass(longEnough);
    const instance = await owner.readInstance(id);
    expect(instance).toMatchObject({ contract: 'LONG_TERM', price_per_hour: 0.1132 });
    const longTerm = async (): Promise<Volume['long_term']> =>
      (await owner.readVolume(String(instance.os_volume_id))).long_term;
    expect(await longTerm()).toMatchObject({
      end_date: '2101-01-31T00:00:00.000Z',
      long_term_period: '1_YEAR',
      discount_percentage: 18,
      auto_rental_extension: true,
    });
    expect((await longTerm())?.current_period_price).toBeCloseTo(
      (0.138_1 * 0.82 + (50 * 0.2) / 730) * 8760,
      0,
    );
    cloud.pass(366 * 24 * 3600);
    expect((await longTerm())?.end_date).toBe('2102-01-31T00:00:00.000Z');
  });

  test('has the shortest period if the deploy names no period', async () => {
    const id = await cloud.owner.instance({ contract: 'LONG_TERM' });
    cloud.pass(longEnough);
    const { os_volume_id: os } = await cloud.owner.readInstance(id);
    expect((await cloud.owner.readVolume(String(os))).long_term?.long_term_period).toBe('1_MONTH');
  });

  test('ends on the last days of February and March if it began on the last day of January', async () => {
    const { owner, emulator } = cloud;
    emulator.clock.set(new Date(Date.UTC(2100, 0, 31)));
    const id = await owner.instance({ contract: 'LONG_TERM', long_term_period: '1_MONTH' });
    cloud.pass(longEnough);
    const { os_volume_id: os } = await owner.readInstance(id);
    const longTerm = async (): Promise<LongTerm | null> => (await owner.readVolume(String(os))).long_term;
    const first = await longTerm();
    expect(first?.end_date).toBe('2100-02-28T00:00:00.000Z');
    cloud.pass(28 * day);
    const second = await longTerm();
    expect(second?.end_date).toBe('2100-03-31T00:00:00.000Z');
    // A period costs as much as its hours: 28 days, then 31.
    expect(first?.next_period_price).toBe(second?.current_period_price);
    expect((first?.next_period_price ?? 0) / (first?.current_period_price ?? 1)).toBeCloseTo(31 / 28, 4);
  });
});

describe('the operating-system volume of a discontinued machine', () => {
  const cloud = useCloud();

  test('has no long-term contract, nor has the next machine that boots from it', async () => {
    const { owner } = cloud;
    const id = await owner.instance({ contract: 'LONG_TERM', long_term_period: '1_YEAR' });
    cloud.pass(longEnough);
    const { os_volume_id: os } = await owner.readInstance(id);
    await owner.act('delete', id, { volume_ids: [] });
    cloud.pass(longEnough);
    const withoutContract = { contract: 'PAY_AS_YOU_GO', long_term: null };
    expect(await owner.readVolume(String(os))).toMatchObject({ status: 'detached', ...withoutContract });
    await owner.instance({ image: os, contract: 'PAY_AS_YOU_GO' });
    cloud.pass(longEnough);
    const volume = await owner.readVolume(String(os));
    expect(volume).toMatchObject({ status: 'attached', ...withoutContract });
    expect(volume.instances).toMatchObject([{ auto_rental_extension: null }]);
  });
});

describe('the long-term contract of a cluster', () => {
  const cloud = useCloud({ balance: 1_000_000 });

  const read = async (id: string): Promise<Cluster> =>
    (await cloud.owner.get<Cluster>(`/v1/clusters/${id}`)).body;

  const osVolume = async (): Promise<Volume | undefined> =>
    (await cloud.owner.get<Volume[]>('/v1/volumes')).body.find((volume) => volume.is_os_volume);

  const month = 32 * day;
  const contract = { contract: 'LONG_TERM', long_term_period: '1_MONTH' };
  const full = 18.3096 * 2 * 1.05;

  test('subtracts its discount from the price and renews itself', async () => {
    const id = await cloud.runningCluster(contract);
    const terms = { contract: 'LONG_TERM', long_term_period: '1_MONTH', extension_settings: 'auto_renew' };
    expect(await read(id)).toMatchObject({
      ...terms,
      auto_rent_extension: true,
      turn_to_pay_as_you_go: false,
    });
    expect((await read(id)).price_per_hour).toBeCloseTo(full * 0.97, 3);
    cloud.pass(month);
    expect(await read(id)).toMatchObject({ ...terms, status: 'running' });
  });

  test('becomes pay-as-you-go at its end', async () => {
    const id = await cloud.runningCluster({ ...contract, turn_to_pay_as_you_go: true });
    expect((await read(id)).extension_settings).toBe('pay_as_you_go');
    cloud.pass(month);
    expect(await osVolume()).toMatchObject({ contract: 'PAY_AS_YOU_GO', long_term: null });
    expect(await read(id)).toMatchObject({
      contract: 'PAY_AS_YOU_GO',
      long_term_period: null,
      status: 'running',
    });
    expect((await read(id)).price_per_hour).toBeCloseTo(full, 3);
  });

  test('ends together with the cluster if the deploy asks for that', async () => {
    const id = await cloud.runningCluster({ ...contract, extension_settings: 'end_contract' });
    cloud.pass(month);
    expect((await cloud.owner.get(`/v1/clusters/${id}`)).status).toBe(404);
    const { body } = await cloud.owner.get<JournalEntry[]>(`/v1/journal/compute/${id}?action_code=delete`);
    expect(body).toMatchObject([{ user_id: null }]);
  });

  test.each([
    [{}, true, full * 0.97],
    [{ extension_settings: 'pay_as_you_go' }, false, full],
    [{ extension_settings: 'end_contract' }, false, 0],
  ])(
    'is shown on its OS volume with its end and its renewal: %j',
    async (settings, isRenewed, nextPricePerHour) => {
      cloud.emulator.clock.set(new Date(Date.UTC(2100, 5, 1)));
      await cloud.runningCluster({ ...contract, ...settings });
      const volume = await osVolume();
      const storage = volume?.base_hourly_cost ?? 0;
      expect(volume).toMatchObject({
        contract: 'LONG_TERM',
        long_term: {
          end_date: '2100-07-01T00:00:00.000Z',
          long_term_period: '1_MONTH',
          discount_percentage: 3,
          auto_rental_extension: isRenewed,
        },
        instances: [{ auto_rental_extension: isRenewed }],
      });
      const [june, july] = [30 * 24, 31 * 24];
      expect(volume?.long_term?.current_period_price).toBeCloseTo((full * 0.97 + storage) * june, 1);
      const next = nextPricePerHour === 0 ? 0 : nextPricePerHour + storage;
      expect(volume?.long_term?.next_period_price).toBeCloseTo(next * july, 1);
    },
  );
});
