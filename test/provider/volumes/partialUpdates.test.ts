// After an update that fails half-way, state contains exactly the changes that took effect, so that the next run
// completes the rest.
import { InProcessStack } from '../support/inProcessStack';

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

  it('stores the new name and the old size of a volume', async () => {
    const disk = await stack.up('volume', 'data', DISK);
    refuse({ operation: 'PUT /v1/volumes', action: 'resize' });
    await expect(disk.update({ ...DISK, name: 'results', size: 90 })).rejects.toThrow('402');
    expect(disk.outputs).toMatchObject({ name: 'results', size: 50 });
    // With the old program, the name is changed back, and the old size is no shrinking.
    expect(await disk.diff(DISK)).toMatchObject({ changes: true, replaces: [] });
    await disk.update(DISK);
    expect(await stack.cloud.volumes.get(disk.id)).toMatchObject({ name: 'data', size: 50 });
    expect(await disk.diff()).toMatchObject({ changes: false });
  });

  it('stores the machines to which a volume is attached', async () => {
    const machines = await Promise.all(['a', 'b'].map((name) => stack.up('instance', name, OFF)));
    const ids = machines.map(({ id }) => id);
    const shared = { ...DISK, type: 'NVMe_Shared', instanceIds: [] };
    const disk = await stack.up('volume', 'shared', shared);
    refuse({ operation: 'PUT /v1/volumes', action: 'attach', skip: 1 }, 403);
    await expect(disk.update({ ...shared, tags: { team: 'ml' }, instanceIds: ids })).rejects.toThrow('403');
    expect(disk.outputs).toMatchObject({ instanceIds: ids.slice(0, 1), tags: { team: 'ml' } });
  });

  it('does not change state if no change took effect', async () => {
    const disk = await stack.up('volume', 'data', DISK);
    const before = disk.outputs;
    refuse({ operation: 'PUT /v1/volumes', action: 'resize' });
    await expect(disk.update({ ...DISK, size: 90 })).rejects.toThrow('402');
    expect(disk.outputs).toBe(before);
  });
});
