import { longEnough, useCloud } from '../support/caller';

const day = 24 * 3600;
const rounds = 100;
const together = 100;

describe('ten thousand machines and volumes that were created and deleted', () => {
  const cloud = useCloud({ balance: 1e9 });
  const counts = (): object =>
    Object.fromEntries(
      Object.entries(cloud.emulator.control.state().tables).map(([name, rows]) => [name, rows.length]),
    );
  const many = (order: () => Promise<string>): Promise<string[]> =>
    Promise.all(Array.from({ length: together }, order));

  test('leave nothing in the memory of the emulator', async () => {
    cloud.pass(91 * day);
    const before = counts();
    for (let round = 0; round < rounds; round += 1) {
      const machines = await many(() => cloud.owner.instance({ instance_type: 'CPU.4V.16G' }));
      const volumes = await many(() => cloud.owner.volume());
      cloud.pass(longEnough);
      expect((await cloud.owner.act('delete', machines)).status).toBe(202);
      const isPermanent = { is_permanent: round % 2 === 0 };
      expect((await cloud.owner.actOnVolume('delete', volumes, isPermanent)).status).toBe(202);
      cloud.pass(day);
    }
    // The last volume leaves the trash after 96 hours, and its events are forgotten 90 days later.
    cloud.pass(8 * day);
    expect(counts()).toMatchObject({ instances: 0, volumes: 0 });
    cloud.pass(91 * day);
    expect(counts()).toEqual(before);
  }, 300_000);
});
