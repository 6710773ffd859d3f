// The timeout of a delete comes from the newest program, also if nothing else has changed.
import { InProcessStack } from '../support/inProcessStack';

const DISK = { name: 'disk', size: 10, type: 'NVMe', locationCode: 'FIN-01' };
const withTimeout = (time: string | undefined) => ({ ...DISK, __timeouts: time && { delete: time } });

describe('a changed timeout', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start({ durations: { volumeDeleteSeconds: 1_200 } });
  });

  afterEach(async () => {
    await stack.stop();
  });

  it('a changed timeout of delete applies to a delete in a later run without the program', async () => {
    const disk = await stack.up('volume', 'disk', withTimeout('1m'));
    const before = stack.emulator.control.requests.counts();
    await disk.update(withTimeout('3h'));
    expect(stack.emulator.control.requests.counts()).toEqual(before);
    expect(await disk.diff(withTimeout('3h'))).toMatchObject({ changes: false });
    stack.newProcess();
    await disk.delete();
    expect(await stack.cloud.volumes.list()).toEqual([]);
  });

  it('a changed timeout of delete applies to a replacement by the same program', async () => {
    const disk = await stack.up('volume', 'disk', withTimeout('1m'));
    stack.newProcess();
    await disk.diff({ ...withTimeout('3h'), locationCode: 'FIN-02' });
    await disk.delete();
    expect(await stack.cloud.volumes.list()).toEqual([]);
  });

  it('a changed timeout of delete is the default again after its removal from the program', async () => {
    const disk = await stack.up('volume', 'disk', withTimeout('1m'));
    await disk.update(withTimeout(undefined));
    expect(disk.outputs['__timeouts']).toBeUndefined();
    expect(await disk.diff(withTimeout(undefined))).toMatchObject({ changes: false });
  });

  it('a changed timeout of create or update is no change of the resource', async () => {
    const disk = await stack.up('volume', 'disk', DISK);
    const other = { ...DISK, __timeouts: { create: '3h', update: '3h' } };
    expect(await disk.diff(other)).toMatchObject({ changes: false });
  });
});
