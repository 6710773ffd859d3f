import { InProcessStack } from '../support/inProcessStack';

jest.mock('../../../provider/run/progress');

const DISK = { size: 50, type: 'NVMe', locationCode: 'FIN-01' };

describe('a volume', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start();
  });

  afterEach(async () => {
    await stack.stop();
  });

  it('is moved to the trash, and can be restored', async () => {
    const disk = await stack.up('volume', 'data', { ...DISK, name: 'data' });
    await disk.delete();
    expect(await stack.cloud.volumes.list()).toEqual([]);
    const back = await stack.up('volume', 'data', { ...DISK, name: 'data', restoreVolumeId: disk.id });
    expect(back.id).toBe(disk.id);
    expect(back.outputs).toMatchObject({ status: 'detached' });
  });

  it('is restored once it is in the trash, if it is still being deleted', async () => {
    const disk = await stack.up('volume', 'data', { ...DISK, name: 'data' });
    await stack.cloud.volumes.delete(disk.id);
    expect((await stack.cloud.volumes.get(disk.id)).status).toBe('deleting');
    stack.newProcess();
    const back = await stack.up('volume', 'archive', { ...DISK, restoreVolumeId: disk.id });
    expect([back.id, back.outputs['status']]).toEqual([disk.id, 'detached']);
  });

  it('is deleted permanently on request', async () => {
    const disk = await stack.up('volume', 'data', { ...DISK, deletePermanently: true });
    await disk.delete();
    expect(await stack.cloud.volumes.trash()).toEqual([]);
  });

  it('is gone after a refresh when somebody moved it to the trash', async () => {
    const disk = await stack.up('volume', 'data', DISK);
    await stack.cloud.volumes.delete(disk.id);
    stack.emulator.clock.advance(60_000);
    expect(await disk.refresh()).toBe(false);
  });
});
