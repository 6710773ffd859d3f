import { doors } from '../../support/doors';
import { everythingIn } from '../../support/lifecycle';
import { TestEnvironment } from '../../support/testEnvironment';

const machine = (more = '', opts = '{}') => `new cc.Instance('trainer', {
  hostname: 'trainer', image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01',
  osVolume: { name: 'trainer-os', size: 50 }, volumes: [{ name: 'data', size: 10, type: 'NVMe' }], ${more}
}, ${opts});`;

describe.each(doors)('a resource that fails before it is ready ($name)', (door) => {
  jest.setTimeout(180_000);
  let environment: TestEnvironment;

  beforeAll(async () => {
    environment = await TestEnvironment.start({ door, program: machine() });
  });

  afterAll(async () => {
    await environment.close();
  });

  const failure = async (): Promise<string> => {
    try {
      await environment.stack.up();
    } catch (error) {
      return (error as Error).message;
    }
    throw new Error('The update succeeded.');
  };

  it('is removed with its volumes before the error is shown, which contains its status and its journal', async () => {
    environment.emulator.control.faults.add({ operation: 'deployInstance', kind: 'installationFailed' });
    const printed = await failure();
    expect(printed).toMatch(
      /The instance trainer \([0-9a-f-]+\) could not be installed \(status installation_failed\), after/,
    );
    expect(printed).toContain('installation:failed');
    expect(await everythingIn(environment.cloud)).toEqual([]);
    expect(await environment.stack.resources()).toEqual([]);
  });

  it('stays in state if it cannot be removed, and the next up replaces it', async () => {
    environment.emulator.control.faults.add({ operation: 'deployInstance', kind: 'installationFailed' });
    environment.emulator.control.faults.add({
      ...{ operation: 'PUT /v1/instances', action: 'delete', kind: 'status', status: 403, times: 1 },
    });
    expect(await failure()).toContain('Removing the rest of it failed too, so it may still be billed');
    const failedMachine = (await environment.stack.resource('Instance')).id;
    expect(await environment.cloud.instances.list()).toMatchObject([
      { id: failedMachine, status: 'installation_failed' },
    ]);
    expect((await environment.stack.up()).output).toContain(
      `The instance trainer (${failedMachine}) has the status installation_failed: another takes its place.`,
    );
    expect(await environment.cloud.instances.list()).toMatchObject([{ status: 'running' }]);
    expect((await environment.cloud.volumes.list()).map(({ name }) => name).sort()).toEqual([
      'data',
      'trainer-os',
    ]);
    await environment.stack.destroy();
  });

  it('is not created again after a timeout: the next up waits for it', async () => {
    environment.emulator.clock.scale = 10;
    environment.emulator.control.requests.reset();
    await environment.stack.program(machine('', `{ customTimeouts: { create: '1s' } }`));
    expect(await failure()).toMatch(/is still \w+ after 1 s\. It stays in state/);
    const { id } = await environment.stack.resource('Instance');
    environment.emulator.clock.scale = 200;
    await environment.stack.program(machine());
    await environment.stack.up();
    expect(await environment.cloud.instances.list()).toMatchObject([{ id, status: 'running' }]);
    expect(environment.emulator.control.requests.counts()['deployInstance']).toBe(1);
    expect((await environment.stack.preview()).changes).toEqual({ same: 1 });
    await environment.stack.destroy();
    expect(await everythingIn(environment.cloud)).toEqual([]);
  });

  it('is ordered in the next location without capacity in the first, and says where it is', async () => {
    environment.emulator.control.faults.add({ operation: 'deployInstance', kind: 'noCapacity', at: 'later' });
    await environment.stack.program(machine(`fallbackLocationCodes: ['FIN-02']`));
    const { output } = await environment.stack.up();
    expect(output).toContain('no capacity in FIN-01; trying FIN-02');
    expect(await environment.cloud.instances.list()).toMatchObject([
      { location: 'FIN-02', status: 'running' },
    ]);
    expect((await environment.stack.resource('Instance')).outputs['location']).toBe('FIN-02');
    expect((await environment.stack.preview()).changes).toEqual({ same: 1 });
  });
});
