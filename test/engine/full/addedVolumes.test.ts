import type { Emulator } from 'cloud-compute-emulator';
import { startEmulator } from 'cloud-compute-emulator';
import { CloudComputeClient } from '../../../api';
import { TestStack } from '../support/stack';

const machine = (volumes: string) => `new cc.Instance('trainer', {
  hostname: 'trainer', image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01',
  osVolume: { name: 'trainer-os', size: 50 }, powerState: 'offline', volumes: [${volumes}],
});`;

describe('a volume that an update adds to a machine', () => {
  jest.setTimeout(180_000);
  let emulator: Emulator;
  let cloud: CloudComputeClient;
  let stack: TestStack;

  beforeAll(async () => {
    emulator = await startEmulator({ timeScale: 200 });
    cloud = new CloudComputeClient({ baseUrl: emulator.url, clientId: 'emulator', clientSecret: 'emulator' });
    stack = await TestStack.create({ url: emulator.url, program: machine('') });
  });

  afterAll(async () => {
    await stack.dispose();
    cloud.close();
    await emulator.close();
  });

  it('carries no pending tag once the run has ended, and no run names it', async () => {
    await stack.up();
    await stack.program(machine("{ name: 'data', size: 10, type: 'NVMe', tags: { stage: 'test' } }"));
    const { output } = await stack.up();
    const data = (await cloud.volumes.list()).find(({ name }) => name === 'data');
    expect(data?.tags.map(({ key }) => key)).toEqual(['stage']);
    expect(output).not.toContain(data?.id ?? '');
  });
});
