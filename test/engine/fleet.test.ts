import type { Emulator } from 'cloud-compute-emulator';
import { startEmulator } from 'cloud-compute-emulator';
import { CloudComputeClient } from '../../api';
import { everythingIn } from './support/lifecycle';
import { TestStack } from './support/stack';

/** More machines than the engine creates at once by default on any small machine. */
const COUNT = 20;

const fleet = (count = COUNT) => `const workers = new cc.Fleet('workers', { count: ${count}, instance: {
  hostname: 'worker', image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01',
  osVolume: { size: 50 },
} });
exports.addresses = workers.addresses;`;

describe('a fleet', () => {
  jest.setTimeout(180_000);
  let emulator: Emulator;
  let cloud: CloudComputeClient;
  let stack: TestStack;

  beforeAll(async () => {
    emulator = await startEmulator({ timeScale: 20 });
    cloud = new CloudComputeClient({ baseUrl: emulator.url, clientId: 'emulator', clientSecret: 'emulator' });
    stack = await TestStack.create({ url: emulator.url, program: fleet() });
  });

  afterAll(async () => {
    await stack.dispose();
    cloud.close();
    await emulator.close();
  });

  const running = async () => (await cloud.instances.list()).filter(({ status }) => status === 'running');

  it('has all its machines accepted before the first is waited for, and shows how many are ready', async () => {
    const { progress } = await stack.up();
    const { getInstance = 0, listInstances = 0 } = emulator.control.requests.counts();
    expect(getInstance).toBe(0);
    expect(listInstances).toBeGreaterThan(0);
    expect(await running()).toHaveLength(COUNT);
    const lines = progress['workers'] ?? [];
    expect(lines.at(-1)).toMatch(new RegExp(`^${COUNT} of ${COUNT} ready`));
    const waited = Object.entries(progress).filter(([name, said]) => name !== 'workers' && said.length > 0);
    expect(waited.flatMap(([, said]) => said).filter((line) => line.startsWith('deploying:'))).toEqual([]);
    expect((await stack.outputs())['addresses']).toEqual(
      Array.from({ length: COUNT }, () => expect.stringMatching(/^[0-9.]+$/) as unknown),
    );
    expect((await stack.preview()).changes).toEqual({ same: COUNT + 1 });
  });

  it('gives up its last machines when it shrinks, and keeps the others', async () => {
    const before = await cloud.instances.list();
    await stack.program(fleet(3));
    const { changes } = await stack.up();
    expect(changes).toEqual({ same: 3, update: 1, delete: COUNT - 3 });
    const kept = (await running()).map(({ id, hostname }) => ({ id, hostname }));
    expect(kept.map(({ hostname }) => hostname).sort()).toEqual(['worker-0', 'worker-1', 'worker-2']);
    expect(before).toEqual(
      expect.arrayContaining(kept.map(({ id }) => expect.objectContaining({ id }) as unknown)),
    );
  });

  it('names the machine that failed, and the next up replaces that one alone', async () => {
    const before = (await running()).map(({ id }) => id);
    await stack.program(fleet(5));
    emulator.control.faults.add({ operation: 'deployInstance', kind: 'installationFailed', times: 1 });
    const told = await stack.up().then(
      () => 'The update succeeded.',
      (error: unknown) => (error as Error).message,
    );
    expect(told).toMatch(/1 of 5 instances are not ready\. .*worker-[34]/);
    expect(told).toContain('installation_failed');
    const failed = (await cloud.instances.list()).filter(({ status }) => status === 'installation_failed');
    expect(failed).toHaveLength(1);
    expect((await stack.preview()).changes).toMatchObject({ replace: 1 });
    await stack.up();
    const after = (await running()).map(({ id }) => id);
    expect(after).toHaveLength(5);
    expect(after).toEqual(expect.arrayContaining(before));
    expect(after).not.toContain(failed[0]?.id);
    expect((await stack.preview()).changes).toEqual({ same: 6 });
  });

  it('replaces a machine that somebody deleted', async () => {
    const [victim, ...others] = await running();
    await cloud.instances.perform({ id: victim?.id ?? '', action: 'delete' });
    emulator.clock.advance(60_000);
    await stack.refresh();
    await stack.up();
    const after = (await running()).map(({ id }) => id);
    expect(after).toHaveLength(5);
    expect(after).toEqual(expect.arrayContaining(others.map(({ id }) => id)));
    expect((await stack.preview()).changes).toEqual({ same: 6 });
  });

  it('leaves nothing behind', async () => {
    await stack.destroy();
    expect(await everythingIn(cloud)).toEqual([]);
  });
});
