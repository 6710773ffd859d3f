import type { StateDump } from 'cloud-compute-emulator';
import { useCloud } from '../support/caller';
import type { ContractCloud } from '../support/caller';

const hour = 3600;

describe('a jump of the clock', () => {
  // The same real time and the same seed: the same ids, and the same instants.
  const options = { seed: 'jump', realTime: () => Date.UTC(2100, 0, 1), balance: 1_000_000 };
  const [jumping, stepping] = [useCloud(options), useCloud(options)];

  /** Machines that start, are deleted and evicted, volumes of several fates, and a contract that ends. */
  async function fill(cloud: ContractCloud): Promise<void> {
    const { owner, emulator } = cloud;
    const data = { volumes: [{ name: 'data', size: 100, type: 'NVMe' }] };
    const stays = await owner.instance(data);
    await owner.cluster({
      contract: 'LONG_TERM',
      long_term_period: '1_MONTH',
      extension_settings: 'pay_as_you_go',
    });
    cloud.pass(1);
    const [deleted, spot] = [await owner.instance(data), await owner.instance({ ...data, is_spot: true })];
    const shared = await owner.volume({ type: 'NVMe_Shared', instance_ids: [] });
    cloud.pass(600);
    for (const id of [stays, deleted]) await owner.act('shutdown', id);
    cloud.pass(600);
    await owner.actOnVolume('attach', shared, { instance_ids: [stays, deleted] });
    cloud.pass(600);
    emulator.control.autoTopUp.set('emulator', { threshold: 999_990, amount: 500 });
    await owner.act('start', stays);
    await owner.act('delete', deleted);
    cloud.pass(2);
    emulator.control.evict(spot);
  }

  test('has the effects of many small steps', async () => {
    const states: StateDump[] = [];
    for (const cloud of [jumping, stepping]) {
      await fill(cloud);
      const steps = cloud === jumping ? 1 : 40 * 24;
      for (let step = 0; step < steps; step += 1) {
        cloud.pass((40 * 24 * hour) / steps);
        cloud.emulator.control.balance.get('emulator');
      }
      states.push(cloud.emulator.control.state());
    }
    const [jumped, stepped] = states.map(({ tables: { projects = [], ...rest } }) => ({
      money: projects as unknown as { balance: number; spent: number }[],
      rest,
    }));
    expect(jumped?.rest).toEqual(stepped?.rest);
    expect(jumped?.money[0]?.spent).toBeGreaterThan(0);
    expect(jumped?.money[0]?.spent).toBeCloseTo(stepped?.money[0]?.spent ?? 0, 4);
    expect(jumped?.money[0]?.balance).toBeCloseTo(stepped?.money[0]?.balance ?? 0, 4);
  });
});
