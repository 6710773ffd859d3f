import { everythingIn } from '../support/lifecycle';
import { Scene } from '../support/scene';

const machine = (more = '', opts = '{}') => `new cc.Instance('trainer', {
  hostname: 'trainer', image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01',
  osVolume: { name: 'trainer-os', size: 50 }, volumes: [{ name: 'data', size: 10, type: 'NVMe' }], ${more}
}, ${opts});`;

describe('a resource that fails before it is ready', () => {
  jest.setTimeout(180_000);
  let scene: Scene;

  beforeAll(async () => {
    scene = await Scene.open({ program: machine() });
  });

  afterAll(async () => {
    await scene.close();
  });

  const failure = async (): Promise<string> => {
    try {
      await scene.stack.up();
    } catch (error) {
      return (error as Error).message;
    }
    throw new Error('The update succeeded.');
  };

  it('is removed with its volumes before the error is shown, which contains its status and its journal', async () => {
    scene.emulator.control.faults.add({ operation: 'deployInstance', kind: 'installationFailed' });
    const printed = await failure();
    expect(printed).toMatch(
      /The instance trainer \([0-9a-f-]+\) could not be installed \(status installation_failed\), after/,
    );
    expect(printed).toContain('installation:failed');
    expect(await everythingIn(scene.cloud)).toEqual([]);
    expect(await scene.stack.resources()).toEqual([]);
  });

  it('stays in state if it cannot be removed, and the next up replaces it', async () => {
    scene.emulator.control.faults.add({ operation: 'deployInstance', kind: 'installationFailed' });
    scene.emulator.control.faults.add({
      ...{ operation: 'PUT /v1/instances', action: 'delete', kind: 'status', status: 403, times: 1 },
    });
    expect(await failure()).toContain('Removing what is left of it failed too');
    const failedMachine = (await scene.stack.resource('Instance')).id;
    expect(await scene.cloud.instances.list()).toMatchObject([
      { id: failedMachine, status: 'installation_failed' },
    ]);
    expect((await scene.stack.up()).output).toContain(
      `The instance trainer (${failedMachine}) has the status installation_failed: another takes its place.`,
    );
    expect(await scene.cloud.instances.list()).toMatchObject([{ status: 'running' }]);
    expect((await scene.cloud.volumes.list()).map(({ name }) => name).sort()).toEqual(['data', 'trainer-os']);
    await scene.stack.destroy();
  });

  it('is not created again after a timeout: the next up waits for it', async () => {
    scene.emulator.clock.scale = 10;
    scene.emulator.control.requests.reset();
    await scene.stack.program(machine('', `{ customTimeouts: { create: '1s' } }`));
    expect(await failure()).toMatch(/is still \w+ after 1 s\. It stays in state/);
    const { id } = await scene.stack.resource('Instance');
    scene.emulator.clock.scale = 200;
    await scene.stack.program(machine());
    await scene.stack.up();
    expect(await scene.cloud.instances.list()).toMatchObject([{ id, status: 'running' }]);
    expect(scene.emulator.control.requests.counts()['deployInstance']).toBe(1);
    expect((await scene.stack.preview()).changes).toEqual({ same: 1 });
    await scene.stack.destroy();
    expect(await everythingIn(scene.cloud)).toEqual([]);
  });

  it('is ordered in the next location without capacity in the first, and says where it is', async () => {
    scene.emulator.control.faults.add({ operation: 'deployInstance', kind: 'noCapacity', at: 'later' });
    await scene.stack.program(machine(`fallbackLocationCodes: ['FIN-02']`));
    const { output } = await scene.stack.up();
    expect(output).toContain('no capacity in FIN-01; trying FIN-02');
    expect(await scene.cloud.instances.list()).toMatchObject([{ location: 'FIN-02', status: 'running' }]);
    expect((await scene.stack.resource('Instance')).outputs['location']).toBe('FIN-02');
    expect((await scene.stack.preview()).changes).toEqual({ same: 1 });
  });
});
