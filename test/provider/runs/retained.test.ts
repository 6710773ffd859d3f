// A resource that `retainOnDelete` keeps when it is replaced.
import { InProcessStack } from '../support/inProcessStack';
import { warnedBy } from '../support/warnings';

jest.mock('../../../provider/run/progress');

const MACHINE = { image: 'ubuntu-24.04', instanceType: '1V100.6V', locationCode: 'FIN-01', __keep: true };
const DISK = { size: 50, type: 'NVMe', locationCode: 'FIN-01', __keep: true };

describe('the preview of a replacement of something that is kept', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start();
  });
  afterEach(() => stack.stop());

  it('announces no deleted data', async () => {
    const machine = await stack.up('instance', 'trainer', { ...MACHINE, hostname: 'one' });
    const disk = await stack.up('volume', 'data', DISK);
    const warned = await warnedBy(async () => {
      expect((await machine.diff({ ...MACHINE, hostname: 'two' })).replaces).toEqual(['hostname']);
      expect((await disk.diff({ ...DISK, locationCode: 'FIN-02' })).replaces).toEqual(['locationCode']);
    });
    expect(warned).not.toMatch(/delete/);
  });

  it('fails if the kept machine holds a volume that the new machine needs, unless the volume is shared', async () => {
    const change = async (type: string) => {
      const volume = await stack.up('volume', type, { ...DISK, name: type, type });
      const args = { ...MACHINE, existingVolumes: [volume.id] };
      const machine = await stack.up('instance', `on-${type}`, { ...args, hostname: 'one' });
      return machine.diff({ ...args, hostname: 'two' });
    };
    await expect(change('NVMe')).rejects.toThrow(/needs the volume NVMe \(50 GB\).*retainOnDelete/s);
    expect((await change('NVMe_Shared')).replaces).toEqual(['hostname']);
  });
});
