// How long a delete may take is what the newest program says, also where that is all that has changed.
import { InProcessStack } from './inProcessStack';

const DISK = { name: 'disk', size: 10, type: 'NVMe', locationCode: 'FIN-01' };
const withTimeout = (time: string | undefined) => ({ ...DISK, __timeouts: time && { delete: time } });

describe('customTimeouts.delete', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start({ durations: { volumeDeleteSeconds: 1_200 } });
  });

  afterEach(async () => {
    await stack.stop();
  });

  it('that was raised applies to a delete in a later run, which sees no program', async () => {
    const disk = await stack.up('volume', 'disk', withTimeout('1m'));
    const before = stack.emulator.control.requests.counts();
    await disk.update(withTimeout('3h'));
    expect(stack.emulator.control.requests.counts()).toEqual(before);
    expect(await disk.diff(withTimeout('3h'))).toMatchObject({ changes: false });
    stack.newProcess();
    await disk.delete();
    expect(await stack.cloud.volumes.list()).toEqual([]);
  });

  it('that was raised applies to a replacement by the same program', async () => {
    const disk = await stack.up('volume', 'disk', withTimeout('1m'));
    stack.newProcess();
    await disk.diff({ ...withTimeout('3h'), locationCode: 'FIN-02' });
    await disk.delete();
    expect(await stack.cloud.volumes.list()).toEqual([]);
  });

  it('that was removed is replaced by the default', async () => {
    const disk = await stack.up('volume', 'disk', withTimeout('1m'));
    await disk.update(withTimeout(undefined));
    expect(disk.outputs['__timeouts']).toBeUndefined();
    expect(await disk.diff(withTimeout(undefined))).toMatchObject({ changes: false });
  });

  it('of a create or an update is no change', async () => {
    const disk = await stack.up('volume', 'disk', DISK);
    const other = { ...DISK, __timeouts: { create: '3h', update: '3h' } };
    expect(await disk.diff(other)).toMatchObject({ changes: false });
  });
});
