import { settled, useCloud } from '../support';

const day = 24 * 3600;
const rounds = 100;
const together = 100;

describe('ten thousand machines and volumes that came and went', () => {
  const stage = useCloud({ balance: 1e9 });
  const counts = (): object =>
    Object.fromEntries(
      Object.entries(stage.emulator.control.state().tables).map(([name, rows]) => [name, rows.length]),
    );
  const many = (order: () => Promise<string>): Promise<string[]> =>
    Promise.all(Array.from({ length: together }, order));

  test('leave the cloud as it was', async () => {
    stage.pass(91 * day);
    const before = counts();
    for (let round = 0; round < rounds; round += 1) {
      const machines = await many(() => stage.owner.instance({ instance_type: 'CPU.4V.16G' }));
      const volumes = await many(() => stage.owner.volume());
      stage.pass(settled);
      expect((await stage.owner.act('delete', machines)).status).toBe(202);
      const isPermanent = { is_permanent: round % 2 === 0 };
      expect((await stage.owner.actOnVolume('delete', volumes, isPermanent)).status).toBe(202);
      stage.pass(day);
    }
    // The last trash ends after 96 hours, and its events 90 days after that.
    stage.pass(8 * day);
    expect(counts()).toMatchObject({ instances: 0, volumes: 0 });
    stage.pass(91 * day);
    expect(counts()).toEqual(before);
  }, 300_000);
});
