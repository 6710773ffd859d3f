import { volume } from '../../../provider/resources';
import type { Input } from '../../../provider/schema/types';
import { InProcessStack } from '../support/inProcessStack';

jest.mock('../../../provider/run/progress');

const DISK = { size: 50, type: 'NVMe', locationCode: 'FIN-01' };

describe('a copy', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start();
  });

  afterEach(async () => {
    await stack.stop();
  });

  it('is created as a copy of another volume, also in another location', async () => {
    const source = await stack.up('volume', 'source', DISK);
    const copy = await stack.up('volume', 'copy', {
      ...DISK,
      name: 'copy',
      locationCode: 'FIN-02',
      tags: { of: 'source' },
      sourceVolumeId: source.id,
    });
    expect(await stack.cloud.volumes.get(copy.id)).toMatchObject({
      name: 'copy',
      location: 'FIN-02',
      status: 'detached',
    });
    expect(copy.id).not.toBe(source.id);
    expect(await copy.diff()).toMatchObject({ changes: false });
  });

  it('is cancelled as a copy after the timeout, and nothing of it stays', async () => {
    const source = await stack.up('volume', 'source', { ...DISK, name: 'source' });
    stack.emulator.control.faults.add({ kind: 'stuck', status: 'cloning', action: 'clone' });
    const copy = stack.resource('volume', 'copy', {
      ...{ ...DISK, name: 'copy', sourceVolumeId: source.id, __timeouts: { create: '5m' } },
    });
    await expect(copy.create()).rejects.toThrow(
      /^The copy of the volume \S+ was still under way after .+\. It was cancelled, .*customTimeouts/,
    );
    expect(copy.id).toBe('');
    const statuses = (await stack.cloud.volumes.list()).map(({ status }) => status);
    expect(statuses.sort()).toEqual(['canceled', 'detached']);
  });

  it('is cancelled as a copy when the engine exits', async () => {
    const source = await stack.up('volume', 'source', { ...DISK, name: 'source' });
    stack.emulator.clock.freeze();
    const made = stack.resource('volume', 'copy', { ...DISK, sourceVolumeId: source.id }).create();
    const failed = expect(made).rejects.toThrow('It was cancelled');
    const hasStatus = (word: string) => async () =>
      (await stack.cloud.volumes.list()).some(({ status }) => status === word);
    await stack.until(hasStatus('cloning'));
    stack.loseEngine();
    await failed;
    expect(await hasStatus('canceling')()).toBe(true);
  });

  it('is copied once another resource of the run has attached it', async () => {
    const source = await stack.up('volume', 'source', { ...DISK, name: 'source' });
    const machine = {
      ...{ hostname: 'trainer', instanceType: 'CPU.4V.16G', image: 'ubuntu-24.04', locationCode: 'FIN-01' },
      existingVolumes: [source.id],
    };
    const creating = stack.up('instance', 'trainer', machine);
    await stack.until(async () => (await stack.cloud.volumes.get(source.id)).status === 'attaching');
    const copy = await stack.up('volume', 'copy', { ...DISK, name: 'copy', sourceVolumeId: source.id });
    expect(await stack.cloud.volumes.get(copy.id)).toMatchObject({ name: 'copy', status: 'detached' });
    await creating;
    expect((await stack.cloud.volumes.get(source.id)).status).toBe('attached');
  });

  it('is deleted once a copy that somebody makes of it is ready', async () => {
    const source = await stack.up('volume', 'source', { ...DISK, name: 'source' });
    await stack.cloud.volumes.clone({ id: source.id, name: 'copy' });
    await source.delete();
    const left = (await stack.cloud.volumes.list()).map(({ name, status }) => [name, status]);
    expect(left).toEqual([['copy', 'detached']]);
  });

  it('does not change when the program no longer names its source', async () => {
    const disk = { size: 50, type: 'NVMe', locationCode: 'FIN-01' };
    const source = await stack.up('volume', 'source', disk);
    const copy = await stack.up('volume', 'copy', { ...disk, sourceVolumeId: source.id });
    expect(await copy.diff(disk)).toMatchObject({ changes: false, replaces: [] });
    const other = await stack.up('volume', 'other', disk);
    expect((await copy.diff({ ...disk, sourceVolumeId: other.id })).replaces).toEqual(['sourceVolumeId']);
  });
});

describe('the order of a copy', () => {
  it('names every input that only a new volume can have', () => {
    const inputs: Readonly<Record<string, Input>> = volume.schema.inputs;
    const names = Object.keys(inputs).filter((name) => {
      const { onChange, api } = inputs[name] as Input;
      return onChange === 'replace' && !(typeof api === 'object' && 'none' in api);
    });
    // Add a new input to the order of a copy in provider/volumes/order.ts, or refuse it together with
    // `sourceVolumeId`.
    expect(names.sort()).toEqual(['locationCode', 'type']);
  });
});
