// A raised customTimeouts.delete takes effect at the delete, though it changes nothing in the cloud.
import { Scene } from '../support/scene';

const disk = (timeout: string) => `
  new cc.Volume('disk', { name: 'disk', size: 10, type: 'NVMe', locationCode: 'FIN-01' },
    { customTimeouts: { delete: '${timeout}' } });`;

describe('customTimeouts.delete', () => {
  jest.setTimeout(180_000);
  let scene: Scene;

  beforeAll(async () => {
    scene = await Scene.open({
      emulator: { timeScale: 1, durations: { volumeCreateSeconds: 0, volumeDeleteSeconds: 5 } },
      program: disk('1s'),
    });
    await scene.up();
  });

  afterAll(async () => {
    await scene.close();
  });

  it('is stored by an `up` after a change, and limits the delete of a later run', async () => {
    const { changes } = await scene.upAndPreview(disk('5m'));
    expect(changes).toEqual({ update: 1 });
    await scene.stack.program('');
    expect((await scene.stack.up()).changes).toEqual({ delete: 1 });
    expect(await scene.cloud.volumes.list()).toEqual([]);
  });
});
