// A copy of a volume takes hours and is billed from its first minute, so it must be cancelled if nobody waits for it.
import { startEmulator } from 'cloud-compute-emulator';
import { CloudComputeClient } from '../../../../api';
import { InterruptibleStack } from '../../support/stacks/interruptibleStack';

jest.setTimeout(180_000);

test('a copy is cancelled at its deadline or when the engine is interrupted, and the next up repeats it', async () => {
  const emulator = await startEmulator({ timeScale: 200 });
  const { url } = emulator;
  const cloud = new CloudComputeClient({ baseUrl: url, clientId: 'emulator', clientSecret: 'emulator' });
  const hdd = emulator.control.addVolume({
    ...{ project: 'emulator', name: 'old', size: 200, type: 'HDD', location: 'FIN-01' },
  });
  const copy = (timeouts: string) => `new cc.Volume('copy', {
    name: 'copy', size: 200, type: 'NVMe', locationCode: 'FIN-02', sourceVolumeId: '${hdd}',
  }, { customTimeouts: { ${timeouts} } });`;
  const stack = await InterruptibleStack.create(url, copy(`create: '3s'`));
  const volumes = async () =>
    (await cloud.volumes.list()).map(({ type, location, status }) => `${type} ${location} ${status}`).sort();
  try {
    emulator.control.faults.add({ kind: 'stuck', status: 'cloning', action: 'clone' });
    await expect(stack.up()).rejects.toThrow(
      /The copy of the volume \S+ was still under way after .+ It was cancelled/,
    );
    expect(await volumes()).toEqual(['HDD FIN-01 detached', 'NVMe FIN-02 canceled']);
    expect(await stack.resources()).toEqual([]);

    await stack.program(copy(''));
    emulator.control.requests.reset();
    emulator.clock.freeze();
    const isAskedFor = () => (emulator.control.requests.counts()['performVolumeAction'] ?? 0) > 0;
    const { code } = await stack.interruptUp('Ctrl-C twice', isAskedFor);
    expect(code).not.toBe(0);
    while ((await stack.runningPlugins()).length > 0)
      await new Promise((resolve) => setTimeout(resolve, 100));
    const canceled = 'NVMe FIN-02 canceled';
    expect(await volumes()).toEqual(['HDD FIN-01 detached', canceled, 'NVMe FIN-02 canceling']);
    emulator.clock.resume();
    emulator.clock.advance(60_000);
    // A cancelled copy is not billed.
    expect(await volumes()).toEqual(['HDD FIN-01 detached', canceled, canceled]);
    await stack.up();
    expect(await volumes()).toEqual(['HDD FIN-01 detached', canceled, canceled, 'NVMe FIN-02 detached']);
    const [made] = await stack.resources();
    expect(await cloud.volumes.get(made?.id ?? '')).toMatchObject({ name: 'copy', status: 'detached' });
    await stack.destroy();
    expect(await volumes()).toEqual(['HDD FIN-01 detached', canceled, canceled]);
  } finally {
    await stack.dispose();
    cloud.close();
    await emulator.close();
  }
});
