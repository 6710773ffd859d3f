import { Scene } from '../support/scene';

const machine = (volumes: string) => `new cc.Instance('trainer', {
  hostname: 'trainer', image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01',
  osVolume: { name: 'trainer-os', size: 50 }, powerState: 'offline', volumes: [${volumes}],
});`;

describe('a volume that an update adds to a machine', () => {
  jest.setTimeout(180_000);
  let scene: Scene;

  beforeAll(async () => {
    scene = await Scene.open({ program: machine('') });
  });

  afterAll(async () => {
    await scene.close();
  });

  it('carries no pending tag after the run, and no run names it', async () => {
    await scene.stack.up();
    await scene.stack.program(machine("{ name: 'data', size: 10, type: 'NVMe', tags: { stage: 'test' } }"));
    const { output } = await scene.stack.up();
    const data = (await scene.cloud.volumes.list()).find(({ name }) => name === 'data');
    expect(data?.tags.map(({ key }) => key)).toEqual(['stage']);
    expect(output).not.toContain(data?.id ?? '');
  });
});
