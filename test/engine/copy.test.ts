// A copy of a volume takes hours and is billed from its first minute: who stops waiting for it does not go on paying.
import { startEmulator } from 'cloud-compute-emulator';
import { CloudComputeClient } from '../../api';
import { Desk } from './support/desk';

jest.setTimeout(180_000);

test('a copy is cancelled when the engine is interrupted, and the next up makes it', async () => {
  const emulator = await startEmulator({ timeScale: 200 });
  const { url } = emulator;
  const cloud = new CloudComputeClient({ baseUrl: url, clientId: 'emulator', clientSecret: 'emulator' });
  const hdd = emulator.control.addVolume({
    ...{ project: 'emulator', name: 'old', size: 200, type: 'HDD', location: 'FIN-01' },
  });
  const desk = await Desk.create(
    url,
    `new cc.Volume('copy', {
      name: 'copy', size: 200, type: 'NVMe', locationCode: 'FIN-02', sourceVolumeId: '${hdd}',
    });`,
  );
  const volumes = async () =>
    (await cloud.volumes.list()).map(({ type, location, status }) => `${type} ${location} ${status}`).sort();
  try {
    emulator.clock.freeze();
    const isAskedFor = () => (emulator.control.requests.counts()['performVolumeAction'] ?? 0) > 0;
    const { code } = await desk.strikeUp('Ctrl-C twice', isAskedFor);
    expect(code).not.toBe(0);
    while ((await desk.survivors()).length > 0) await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await volumes()).toEqual(['HDD FIN-01 detached', 'NVMe FIN-02 canceling']);
    emulator.clock.resume();
    emulator.clock.advance(60_000);
    // What is cancelled is billed no more.
    expect(await volumes()).toEqual(['HDD FIN-01 detached', 'NVMe FIN-02 canceled']);
    await desk.up();
    expect(await volumes()).toEqual([
      'HDD FIN-01 detached',
      ...['NVMe FIN-02 canceled', 'NVMe FIN-02 detached'],
    ]);
    const [made] = await desk.resources();
    expect(await cloud.volumes.get(made?.id ?? '')).toMatchObject({ name: 'copy', status: 'detached' });
    await desk.destroy();
    expect(await volumes()).toEqual(['HDD FIN-01 detached', 'NVMe FIN-02 canceled']);
  } finally {
    await desk.dispose();
    cloud.close();
    await emulator.close();
  }
});
