import { everythingIn } from '../support/lifecycle';
import { TestEnvironment } from '../support/testEnvironment';

/** More machines than the engine creates at once by default on a small computer. */
const COUNT = 20;

const fleet = (count = COUNT) => `const workers = new cc.Fleet('workers', { count: ${count}, instance: {
  hostname: 'worker', image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01',
  osVolume: { size: 50 },
} });
exports.addresses = workers.addresses;`;

describe('a fleet', () => {
  jest.setTimeout(180_000);
  let environment: TestEnvironment;

  beforeAll(async () => {
    environment = await TestEnvironment.start({ emulator: { timeScale: 20 }, program: fleet() });
  });

  afterAll(async () => {
    await environment.close();
  });

  const running = async () =>
    (await environment.cloud.instances.list()).filter(({ status }) => status === 'running');

  it('orders all its machines before it waits for the first, and shows how many are ready', async () => {
    const { progress } = await environment.stack.up();
    const { getInstance = 0, listInstances = 0 } = environment.emulator.control.requests.counts();
    expect(getInstance).toBe(0);
    expect(listInstances).toBeGreaterThan(0);
    expect(await running()).toHaveLength(COUNT);
    const lines = progress['workers'] ?? [];
    expect(lines.at(-1)).toMatch(new RegExp(`^${COUNT} of ${COUNT} ready`));
    const waited = Object.entries(progress).filter(([name, lines]) => name !== 'workers' && lines.length > 0);
    expect(waited.flatMap(([, lines]) => lines).filter((line) => line.startsWith('deploying:'))).toEqual([]);
    expect((await environment.stack.outputs())['addresses']).toEqual(
      Array.from({ length: COUNT }, () => expect.stringMatching(/^[0-9.]+$/) as unknown),
    );
    expect((await environment.stack.preview()).changes).toEqual({ same: COUNT + 1 });
  });

  it('removes its last machines when it shrinks, and keeps the others', async () => {
    const before = await environment.cloud.instances.list();
    const { changes } = await environment.up(fleet(3));
    expect(changes).toEqual({ same: 3, update: 1, delete: COUNT - 3 });
    const kept = (await running()).map(({ id, hostname }) => ({ id, hostname }));
    expect(kept.map(({ hostname }) => hostname).sort()).toEqual(['worker-0', 'worker-1', 'worker-2']);
    expect(before).toEqual(
      expect.arrayContaining(kept.map(({ id }) => expect.objectContaining({ id }) as unknown)),
    );
  });

  it('names the failed machine, and the next up replaces only this machine', async () => {
    const before = (await running()).map(({ id }) => id);
    environment.emulator.control.faults.add({
      operation: 'deployInstance',
      kind: 'installationFailed',
      times: 1,
    });
    const printed = await environment.failure(fleet(5));
    expect(printed).toMatch(/1 of 5 instances are not ready\. .*worker-[34]/);
    expect(printed).toContain('installation_failed');
    const failed = (await environment.cloud.instances.list()).filter(
      ({ status }) => status === 'installation_failed',
    );
    expect(failed).toHaveLength(1);
    expect((await environment.stack.preview()).changes).toMatchObject({ replace: 1 });
    await environment.upAndPreview();
    const after = (await running()).map(({ id }) => id);
    expect(after).toHaveLength(5);
    expect(after).toEqual(expect.arrayContaining(before));
    expect(after).not.toContain(failed[0]?.id);
  });

  it('replaces a machine that somebody deleted', async () => {
    const [victim, ...others] = await running();
    await environment.cloud.instances.perform({ id: victim?.id ?? '', action: 'delete' });
    environment.emulator.clock.advance(60_000);
    await environment.stack.refresh();
    await environment.up();
    const after = (await running()).map(({ id }) => id);
    expect(after).toHaveLength(5);
    expect(after).toEqual(expect.arrayContaining(others.map(({ id }) => id)));
  });

  it('leaves nothing behind', async () => {
    await environment.stack.destroy();
    expect(await everythingIn(environment.cloud)).toEqual([]);
  });
});
