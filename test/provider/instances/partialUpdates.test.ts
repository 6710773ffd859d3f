// After an update that fails half-way, state contains exactly the changes that took effect, so that the next run
// completes the rest.
import { InProcessStack } from '../support/inProcessStack';
import { warnedBy } from '../support/warnings';

jest.mock('../../../provider/run/progress');

const MACHINE = { instanceType: '1V100.6V', image: 'ubuntu-24.04', locationCode: 'FIN-01' };
const OFF = { ...MACHINE, powerState: 'offline' };
const DISK = { name: 'data', size: 50, type: 'NVMe', locationCode: 'FIN-01' };

describe('an update that fails half-way', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start();
  });

  afterEach(async () => {
    await stack.stop();
  });

  const refuse = (target: object, status = 402) => {
    stack.emulator.control.faults.add({ kind: 'status', status, times: 1, ...target });
  };

  it('fails with the first error, and says that the restart failed as well', async () => {
    const machine = await stack.up('instance', 'trainer', MACHINE);
    const disk = await stack.up('volume', 'data', DISK);
    refuse({ operation: 'PUT /v1/volumes', action: 'attach' });
    refuse({ operation: 'PUT /v1/instances', action: 'start' }, 403);
    const wanted = { ...MACHINE, allowShutdown: true, existingVolumes: [disk.id] };
    const warned = await warnedBy(async () => {
      await expect(machine.update(wanted)).rejects.toThrow('402');
    });
    expect(warned).toMatch(/The instance \S+ was not started again: .*403/);
  });

  it('stores the new name and the old size of the operating-system volume', async () => {
    const args = { ...OFF, osVolume: { name: 'os', size: 60 } };
    const machine = await stack.up('instance', 'trainer', args);
    refuse({ operation: 'PUT /v1/volumes', action: 'resize' });
    const wanted = { ...args, tags: { team: 'ml' }, osVolume: { name: 'system', size: 80 } };
    await expect(machine.update(wanted)).rejects.toThrow('402');
    expect(machine.outputs).toMatchObject({ tags: { team: 'ml' }, osVolume: { name: 'system', size: 60 } });
    // Changes that did not take effect can be undone in the program; that is no shrinking.
    const back = { ...wanted, osVolume: { name: 'system', size: 60 } };
    expect(await machine.diff(back)).toMatchObject({ changes: true, replaces: [] });
    await machine.update(back);
    expect(machine.outputs).not.toHaveProperty('__unfinished');
  });

  it('stores the attached and detached volumes, and the settings for the delete', async () => {
    const [one, other] = [await stack.up('volume', 'one', DISK), await stack.up('volume', 'other', DISK)];
    const machine = await stack.up('instance', 'trainer', { ...OFF, existingVolumes: [one.id] });
    refuse({ operation: 'PUT /v1/volumes', action: 'attach' }, 403);
    const wanted = { ...OFF, existingVolumes: [other.id], keepVolumes: true };
    await expect(machine.update(wanted)).rejects.toThrow('403');
    expect(machine.outputs).toMatchObject({ existingVolumes: [], keepVolumes: true });
    stack.newProcess();
    await machine.delete();
    expect((await stack.cloud.volumes.list()).map(({ is_os_volume: isOs }) => isOs)).toContain(true);
  });
});
