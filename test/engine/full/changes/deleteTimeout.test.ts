// A larger customTimeouts.delete takes effect at the delete, although it changes nothing in the cloud.
import { doors } from '../../support/doors';
import { TestEnvironment } from '../../support/testEnvironment';

const disk = (timeout: string) => `
  new cc.Volume('disk', { name: 'disk', size: 10, type: 'NVMe', locationCode: 'FIN-01' },
    { customTimeouts: { delete: '${timeout}' } });`;

describe.each(doors)('customTimeouts.delete ($name)', (door) => {
  jest.setTimeout(180_000);
  let environment: TestEnvironment;

  beforeAll(async () => {
    environment = await TestEnvironment.start({
      door,
      emulator: { timeScale: 1, durations: { volumeCreateSeconds: 0, volumeDeleteSeconds: 5 } },
      program: disk('1s'),
    });
    await environment.up();
  });

  afterAll(async () => {
    await environment.close();
  });

  it('is stored by an `up` after a change, and limits the delete of a later run', async () => {
    const { changes } = await environment.upAndPreview(disk('5m'));
    // The engine keeps the timeouts of a plugin's resource itself, and gives them to its delete.
    expect(changes).toEqual(door.name === 'native' ? { same: 1 } : { update: 1 });
    await environment.stack.program('');
    expect((await environment.stack.up()).changes).toEqual({ delete: 1 });
    expect(await environment.cloud.volumes.list()).toEqual([]);
  });
});
