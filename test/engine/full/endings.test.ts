import type { Emulator } from 'cloud-compute-emulator';
import { startEmulator } from 'cloud-compute-emulator';
import { CloudComputeClient } from '../../../api';
import { everythingIn } from '../support/lifecycle';
import { TestStack } from '../support/stack';

const machine = (more = '', opts = '{}') => `new cc.Instance('trainer', {
  hostname: 'trainer', image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01',
  osVolume: { name: 'trainer-os', size: 50 }, volumes: [{ name: 'data', size: 10, type: 'NVMe' }], ${more}
}, ${opts});`;

describe('what ends before it is ready', () => {
  jest.setTimeout(180_000);
  let emulator: Emulator;
  let cloud: CloudComputeClient;
  let stack: TestStack;

  beforeAll(async () => {
    emulator = await startEmulator({ timeScale: 200 });
    cloud = new CloudComputeClient({ baseUrl: emulator.url, clientId: 'emulator', clientSecret: 'emulator' });
    stack = await TestStack.create({ url: emulator.url, program: machine() });
  });

  afterAll(async () => {
    await stack.dispose();
    cloud.close();
    await emulator.close();
  });

  const failure = async (): Promise<string> => {
    try {
      await stack.up();
    } catch (error) {
      return (error as Error).message;
    }
    throw new Error('The update succeeded.');
  };

  it('is removed with its volumes before the error is told, with its status and its journal', async () => {
    emulator.control.faults.add({ operation: 'deployInstance', kind: 'installationFailed' });
    const told = await failure();
    expect(told).toMatch(
      /The instance trainer \([0-9a-f-]+\) could not be installed \(status installation_failed\), after/,
    );
    expect(told).toContain('installation:failed');
    expect(await everythingIn(cloud)).toEqual([]);
    expect(await stack.resources()).toEqual([]);
  });

  it('stays in state when it cannot be removed, and the next up replaces it', async () => {
    emulator.control.faults.add({ operation: 'deployInstance', kind: 'installationFailed' });
    emulator.control.faults.add({
      ...{ operation: 'PUT /v1/instances', action: 'delete', kind: 'status', status: 403, times: 1 },
    });
    expect(await failure()).toContain('Removing what is left of it failed too');
    const carcass = (await stack.resource('Instance')).id;
    expect(await cloud.instances.list()).toMatchObject([{ id: carcass, status: 'installation_failed' }]);
    expect((await stack.up()).output).toContain(
      `The instance trainer (${carcass}) has the status installation_failed: another takes its place.`,
    );
    expect(await cloud.instances.list()).toMatchObject([{ status: 'running' }]);
    expect((await cloud.volumes.list()).map(({ name }) => name).sort()).toEqual(['data', 'trainer-os']);
    await stack.destroy();
  });

  it('is waited for by the next up when only the time was over, and not created again', async () => {
    emulator.clock.scale = 10;
    emulator.control.requests.reset();
    await stack.program(machine('', `{ customTimeouts: { create: '1s' } }`));
    expect(await failure()).toMatch(/is still \w+ after 1 s\. It stays in state/);
    const { id } = await stack.resource('Instance');
    emulator.clock.scale = 200;
    await stack.program(machine());
    await stack.up();
    expect(await cloud.instances.list()).toMatchObject([{ id, status: 'running' }]);
    expect(emulator.control.requests.counts()['deployInstance']).toBe(1);
    expect((await stack.preview()).changes).toEqual({ same: 1 });
    await stack.destroy();
    expect(await everythingIn(cloud)).toEqual([]);
  });

  it('tries the next location where there is no room, and says where it landed', async () => {
    emulator.control.faults.add({ operation: 'deployInstance', kind: 'noCapacity', at: 'later' });
    await stack.program(machine(`fallbackLocationCodes: ['FIN-02']`));
    const { output } = await stack.up();
    expect(output).toContain('no room in FIN-01; trying FIN-02');
    expect(await cloud.instances.list()).toMatchObject([{ location: 'FIN-02', status: 'running' }]);
    expect((await stack.resource('Instance')).outputs['location']).toBe('FIN-02');
    expect((await stack.preview()).changes).toEqual({ same: 1 });
  });
});
